// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/byte_size.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 9> units = {{{"", 1},
                                                                       {"K", 1e3},
                                                                       {"M", 1e6},
                                                                       {"G", 1e9},
                                                                       {"T", 1e12},
                                                                       {"KI", 0x1p10},
                                                                       {"MI", 0x1p20},
                                                                       {"GI", 0x1p30},
                                                                       {"TI", 0x1p40}}};

}  // namespace

std::size_t parse_byte_size(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string digits;
  std::string unit;
  bool has_point = false;
  bool is_wrong = false;
  for (const char c : text) {
    if (is_digit(c) || (c == '.' && !has_point && !digits.empty())) {
      is_wrong = is_wrong || !unit.empty();
      has_point = has_point || c == '.';
      digits += c;
    } else if (c != ' ') {
      unit += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
  }
  if (unit.ends_with('B')) unit.pop_back();
  const auto* const found =
      std::ranges::find(units, std::string_view(unit), &std::pair<std::string_view, double>::first);
  if (is_wrong || digits.empty() || digits.ends_with('.') || found == units.end()) {
    throw InvalidInput("memory '" + std::string(text) + "': give a size such as 2GB, 300MB or a number of bytes");
  }
  const double bytes = std::stod(digits) * found->second;
  constexpr double most = 0x1p62;
  return static_cast<std::size_t>(std::min(most, bytes));
}

std::string byte_size_text(std::size_t bytes) {
  constexpr std::array<std::string_view, 5> names = {"bytes", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 999.5 && unit + 1 < names.size()) {
    size /= 1000;
    ++unit;
  }
  const double rounded = size < 9.95 && unit > 0 ? std::round(10 * size) / 10 : std::round(size);
  return number_text(rounded) + " " + std::string(names[unit]);
}

std::size_t usable_memory() {
  auto bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const char* const name : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::size_t limit = 0;
    if (std::ifstream(name) >> limit && limit > 0) bytes = std::min(bytes, limit);  // "max" is no number
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    bytes = std::min<std::size_t>(bytes, limit.rlim_cur);
  }
  return bytes;
}

}  // namespace gaptv
