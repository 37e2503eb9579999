// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/crs.h"

#include <charconv>
#include <string_view>
#include <system_error>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

constexpr std::string_view epsg_prefix = "EPSG:";

// Codes in use have five digits, and six where other registers are quoted.
constexpr int largest_code = 999'999;

bool has_epsg_prefix(std::string_view text) {
  if (text.size() < epsg_prefix.size()) return false;
  for (std::size_t i = 0; i < epsg_prefix.size(); ++i) {
    const char c = text[i];
    if ((c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c) != epsg_prefix[i]) return false;
  }
  return true;
}

}  // namespace

int parse_epsg(const std::string& text) {
  int code = 0;
  if (has_epsg_prefix(text)) {
    const char* const end = text.data() + text.size();
    const auto [stopped_at, error] = std::from_chars(text.data() + epsg_prefix.size(), end, code);
    if (error == std::errc() && stopped_at == end && code > 0 && code <= largest_code) return code;
  }
  throw InvalidInput("`crs` '" + text +
                     "': give the code of a coordinate reference system, as in EPSG:4326 (longitude and latitude) or "
                     "EPSG:25832 (UTM zone 32 in metres)");
}

std::string epsg_text(int epsg) {
  return std::string(epsg_prefix) + std::to_string(epsg);
}

}  // namespace gaptv
