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

// The codes that EPSG gives away; programs for maps do not find those of others by this name.
constexpr int smallest_code = 1024;
constexpr int largest_code = 32'767;

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
    const bool is_number = stopped_at == end && (error == std::errc() || error == std::errc::result_out_of_range);
    if (is_number && error == std::errc() && code >= smallest_code && code <= largest_code) return code;
    if (is_number) {
      throw InvalidInput("`crs` '" + text + "' is not known: the codes of EPSG go from " +
                         std::to_string(smallest_code) + " to " + std::to_string(largest_code) +
                         "; look up that of your coordinates, as in EPSG:4326 (longitude and latitude)");
    }
  }
  throw InvalidInput("`crs` '" + text +
                     "': give the code of a coordinate reference system, as in EPSG:4326 (longitude and latitude) or "
                     "EPSG:25832 (UTM zone 32 in metres)");
}

std::string epsg_text(int epsg) {
  return std::string(epsg_prefix) + std::to_string(epsg);
}

}  // namespace gaptv
