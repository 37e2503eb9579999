// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/file_bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

namespace gaptv::figures {

std::string stabilise_svg_names(std::string_view svg) {
  constexpr std::array<std::string_view, 2> kinds = {"image", "surface"};
  std::map<std::string, std::string, std::less<>> new_names;
  std::string result;
  result.reserve(svg.size());
  while (!svg.empty()) {
    // A name stands after a quotation mark where it is given, and after # where it is used.
    const std::size_t before_name = std::min(svg.find_first_of("\"#"), svg.size() - 1);
    result += svg.substr(0, before_name + 1);
    svg.remove_prefix(before_name + 1);
    for (const std::string_view kind : kinds) {
      if (!svg.starts_with(kind)) continue;
      const std::size_t end = std::min(svg.find_first_not_of("0123456789", kind.size()), svg.size());
      if (end == kind.size()) continue;
      const std::string name(svg.substr(0, end));
      const auto entry = new_names.try_emplace(name, std::string(kind) + std::to_string(new_names.size())).first;
      result += entry->second;
      svg.remove_prefix(end);
      break;
    }
  }
  return result;
}

std::string add_png_resolution(std::string_view png) {
  using namespace std::string_view_literals;
  // Length, name, 11811 pixels per metre across and down, unit metre, checksum.
  constexpr std::string_view resolution_chunk =
      "\x00\x00\x00\x09pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01\x78\xa5\x3f\x76"sv;
  constexpr std::size_t signature_and_header = 8 + 25;
  return std::string(png.substr(0, signature_and_header)) + std::string(resolution_chunk) +
         std::string(png.substr(signature_and_header));
}

}  // namespace gaptv::figures
