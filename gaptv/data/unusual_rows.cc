// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/unusual_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "gaptv/base/number_text.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/text_parts.h"

namespace gaptv {
namespace {

// Whether a name holds one of the words, apart from other letters: start_lon, but not balloon.
bool has_word(std::string_view name, std::span<const std::string_view> words) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  while (!name.empty()) {
    const auto end = std::ranges::find_if_not(name, is_letter);
    const std::string_view word = name.substr(0, static_cast<std::size_t>(end - name.begin()));
    if (std::ranges::any_of(words, [word](std::string_view w) { return equals_ignoring_case(word, w); })) return true;
    name.remove_prefix(std::min(name.size(), word.size() + 1));
  }
  return false;
}

std::optional<std::size_t> find_feature(const DataView& data, std::span<const std::string_view> words) {
  for (std::size_t j = 0; j < data.feature_names.size(); ++j) {
    if (has_word(data.feature_names[j], words)) return j;
  }
  return std::nullopt;
}

// The features that are longitude and latitude.
struct Coordinates {
  ColumnView longitude;
  ColumnView latitude;
  std::string names;

  bool are_zero(std::size_t row) const { return !names.empty() && longitude[row] == 0 && latitude[row] == 0; }
  bool are_off_earth(std::size_t row) const {
    constexpr double most_longitude = 360;  // some count from 0 to 360
    constexpr double most_latitude = 90;
    return std::abs(longitude[row]) > most_longitude || std::abs(latitude[row]) > most_latitude;
  }
};

Coordinates find_coordinates(const DataView& data) {
  constexpr std::array<std::string_view, 4> longitudes = {"lon", "lng", "long", "longitude"};
  constexpr std::array<std::string_view, 2> latitudes = {"lat", "latitude"};
  const std::optional<std::size_t> longitude = find_feature(data, longitudes);
  const std::optional<std::size_t> latitude = find_feature(data, latitudes);
  if (!longitude || !latitude || *longitude == *latitude) return {};
  return {data.features[*longitude], data.features[*latitude],
          csv::quote_for_message(data.feature_names[*longitude]) + " and " +
              csv::quote_for_message(data.feature_names[*latitude])};
}

std::string count_of_rows(std::size_t count, const char* one, const char* several) {
  return std::to_string(count) + (count == 1 ? one : several);
}

void warn_of_coordinates(const Coordinates& coordinates, std::size_t rows, std::vector<std::string>& warnings) {
  if (coordinates.names.empty()) return;
  std::size_t zeros = 0;
  std::size_t off_earth = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    zeros += coordinates.are_zero(row) ? 1U : 0U;
    off_earth += coordinates.are_off_earth(row) ? 1U : 0U;
  }
  if (zeros > 0) {
    warnings.push_back(
        "warning: " + count_of_rows(zeros, " row has", " rows have") + " " + coordinates.names +
        " 0, a place in the Atlantic that often stands for an unknown one; leave such rows out if it does");
  }
  // Where most are beyond the poles they are no degrees.
  if (off_earth > 0 && 2 * off_earth < rows) {
    warnings.push_back("warning: " + count_of_rows(off_earth, " row has", " rows have") + " " + coordinates.names +
                       " that are no place on the Earth; correct them or leave them out");
  }
}

// The range in which nine in ten rows are.
struct CommonRange {
  double low = 0;
  double high = 0;
};

std::optional<CommonRange> find_common_range(const ColumnView& column) {
  constexpr std::size_t fewest = 20;
  constexpr std::size_t most_looked_at = 1000;
  if (column.size < fewest) return std::nullopt;
  const std::size_t count = std::min(column.size, most_looked_at);
  std::vector<double> sample(count);
  for (std::size_t i = 0; i < count; ++i) sample[i] = column[i * column.size / count];
  std::ranges::sort(sample);
  const std::size_t outside = count / 20;
  const CommonRange range = {sample[outside], sample[count - 1 - outside]};
  if (!(range.low < range.high)) return std::nullopt;
  return range;
}

// "is_told" says which rows were told of already.
template <typename IsTold>
void warn_of_outliers(const ColumnView& column, const std::string& name, const IsTold& is_told,
                      std::vector<std::string>& warnings) {
  constexpr double far = 20;
  const std::optional<CommonRange> range = find_common_range(column);
  if (!range) return;
  const double reach = far * (range->high - range->low);
  std::size_t count = 0;
  double example = 0;
  for (std::size_t row = 0; row < column.size; ++row) {
    const double value = column[row];
    if (value >= range->low - reach && value <= range->high + reach) continue;
    if (is_told(row)) continue;
    if (count++ == 0) example = value;
  }
  if (count == 0) return;
  warnings.push_back("warning: " + name + ": " + count_of_rows(count, " row is", " rows are") +
                     " far outside the others (" + number_text(example) + ", where nine in ten are between " +
                     number_text(range->low) + " and " + number_text(range->high) +
                     "); correct or leave out what is a mistake");
}

std::string name_of_feature(const DataView& data, std::size_t feature) {
  return "feature " + (feature < data.feature_names.size() ? csv::quote_for_message(data.feature_names[feature])
                                                           : "#" + std::to_string(feature + 1));
}

}  // namespace

std::vector<std::string> describe_unusual_rows(const DataView& data) {
  std::vector<std::string> warnings;
  const Coordinates coordinates = find_coordinates(data);
  warn_of_coordinates(coordinates, data.rows(), warnings);
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    warn_of_outliers(
        data.features[j], name_of_feature(data, j), [&](std::size_t row) { return coordinates.are_zero(row); },
        warnings);
  }
  if (data.classes.empty()) {
    warn_of_outliers(
        data.outcome, "outcome " + csv::quote_for_message(data.outcome_name), [](std::size_t) { return false; },
        warnings);
  }
  return warnings;
}

}  // namespace gaptv
