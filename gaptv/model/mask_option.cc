// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/mask_option.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"

namespace gaptv {
namespace {

constexpr std::size_t largest_reach = 10000;
constexpr std::string_view near_data = "data:";

bool names_a_file(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text.ends_with(".geojson") || text.ends_with(".json");
}

CellMask parse_mask(const std::string& text) {
  CellMask mask;
  if (text == "none") return mask;
  if (names_a_file(text)) {
    mask.rule = CellMask::Rule::polygons;
    mask.file = text;
    return mask;
  }
  mask.rule = CellMask::Rule::near_data;
  if (text == "data") return mask;
  if (text.starts_with(near_data)) {
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data() + near_data.size(), end, mask.reach);
    if (error == std::errc() && last == end && mask.reach >= 1 && mask.reach <= largest_reach) return mask;
  }
  throw InvalidInput(mention_option("mask") + " '" + text +
                     "': give none, data, data:K with a number of cells from 1 to " + std::to_string(largest_reach) +
                     ", or a file of polygons whose name ends in .geojson or .json");
}

std::string text_of(const CellMask& mask) {
  switch (mask.rule) {
    case CellMask::Rule::none:
      return "none";
    case CellMask::Rule::near_data:
      return mask.reach == 0 ? "data" : std::string(near_data) + std::to_string(mask.reach);
    case CellMask::Rule::polygons:
      break;
  }
  return mask.file;
}

}  // namespace

FitOption mask_row() {
  FitOption row;
  row.name = "mask";
  row.values = "none|data|data:K|FILE";
  row.help = "leave out cells without rows that are not within K cells of a row, or not in the polygons of a GeoJSON";
  row.methods = "gaptv";
  row.is_recorded_if_given = true;
  row.set = [](FitOptions& options, const std::string& text) { options.mask = parse_mask(text); };
  row.get = [](const FitOptions& options) { return text_of(options.mask); };
  return row;
}

}  // namespace gaptv
