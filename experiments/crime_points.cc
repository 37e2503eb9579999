// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/crime_points.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/csv.h"

namespace gaptv {
namespace {

constexpr std::size_t bins_of_chicago = 200;
constexpr std::size_t bins_of_austin = 100;

// Small letters and digits only, so that "GO X Coordinate" and "go_x_coordinate" are the same.
std::string plain(std::string_view name) {
  std::string result;
  for (const char character : name) {
    const auto letter = static_cast<unsigned char>(character);
    if (std::isalnum(letter) != 0) result += static_cast<char>(std::tolower(letter));
  }
  return result;
}

// The column that has one of these names, as the file writes it; empty if there is none.
std::string column_among(const std::vector<std::string>& columns, const std::vector<std::string>& plain_names) {
  for (const std::string& name : plain_names) {
    const auto found = std::ranges::find(columns, name, plain);
    if (found != columns.end()) return *found;
  }
  return "";
}

const char* skip_blanks(const char* from, const char* end) {
  return std::find_if_not(from, end, [](char character) { return character == ' ' || character == '\t'; });
}

// What "number, number)" at the beginning of a text says.
std::optional<std::pair<double, double>> place_at(std::string_view text) {
  std::pair<double, double> place;
  const char* const end = text.data() + text.size();
  const auto [first_end, first_error] = std::from_chars(skip_blanks(text.data(), end), end, place.first);
  const char* const comma = skip_blanks(first_end, end);
  if (first_error != std::errc() || comma == end || *comma != ',') return std::nullopt;
  const auto [second_end, second_error] = std::from_chars(skip_blanks(comma + 1, end), end, place.second);
  const char* const close = skip_blanks(second_end, end);
  if (second_error != std::errc() || close == end || *close != ')') return std::nullopt;
  return place;
}

// The last "(number, number)" of a row's text; columns behind may have brackets of their own.
std::optional<std::pair<double, double>> place_in(std::string_view text) {
  for (std::size_t open = text.rfind('('); open != std::string_view::npos;) {
    if (const auto place = place_at(text.substr(open + 1))) return place;
    open = open == 0 ? std::string_view::npos : text.rfind('(', open - 1);
  }
  return std::nullopt;
}

void note_rows(std::vector<std::string>& notes, std::size_t rows, const std::string& why) {
  if (rows > 0) notes.push_back("rows left out, " + why + ": " + std::to_string(rows));
}

void read_addresses(const std::string& path, const std::string& year_column, std::optional<std::size_t> year,
                    CrimeData& data) {
  CsvOptions options;
  if (year) options.features = {year_column};
  std::size_t without_place = 0;
  std::size_t of_other_years = 0;
  for_each_csv_block(
      path, options, [](std::string_view /*header*/, char /*delimiter*/) {},
      [&](const CsvRows& rows) {
        for (std::size_t row = 0; row < rows.text.size(); ++row) {
          if (year && rows.data.features.front()[row] != static_cast<double>(*year)) {
            ++of_other_years;
          } else if (const auto place = place_in(rows.text[row])) {
            data.points.north.push_back(place->first);
            data.points.east.push_back(place->second);
          } else {
            ++without_place;
          }
        }
      });
  note_rows(data.notes, of_other_years, "of other years");
  note_rows(data.notes, without_place, "without coordinates");
}

void read_coordinates(const std::string& path, const std::string& north, const std::string& east,
                      const std::string& year_column, std::optional<std::size_t> year, CrimeData& data) {
  CsvOptions options;
  options.features = {north, east};
  if (year) options.features.push_back(year_column);
  options.missing = MissingRule::drop;
  Dataset rows = read_csv(path, options);
  note_rows(data.notes, rows.dropped_rows, "without coordinates");
  std::size_t of_other_years = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (year && rows.features[2][row] != static_cast<double>(*year)) {
      ++of_other_years;
      continue;
    }
    data.points.north.push_back(rows.features[0][row]);
    data.points.east.push_back(rows.features[1][row]);
  }
  note_rows(data.notes, of_other_years, "of other years");
}

}  // namespace

CrimeData read_crime(const std::string& path, std::optional<std::size_t> year) {
  const std::vector<std::string> columns = read_csv_header(path);
  CrimeData data;
  const std::string year_column = column_among(columns, {"year"});
  if (year && year_column.empty()) throw InvalidInput(path + ": --year: the file has no column Year");
  const std::string log_count = column_among(columns, {"logcount"});
  if (!log_count.empty()) {
    if (year) throw InvalidInput(path + ": --year does not go with a ready grid");
    CsvOptions options;
    options.features = {"ix", "iy"};
    options.outcome = log_count;
    data.cells = read_csv(path, options);
    data.form = "a ready grid";
    return data;
  }
  const std::string latitude = column_among(columns, {"latitude", "lat"});
  const std::string longitude = column_among(columns, {"longitude", "lon", "long"});
  const std::string address = column_among(columns, {"location1"});
  const std::string x = column_among(columns, {"goxcoordinate", "xcoordinate", "xftus", "x"});
  const std::string y = column_among(columns, {"goycoordinate", "ycoordinate", "yftus", "y"});
  if (!latitude.empty() && !longitude.empty()) {
    data.form = latitude + " and " + longitude;
    // Chicago's own file writes the names out.
    data.usual_bins = plain(latitude) == "latitude" ? bins_of_chicago : bins_of_austin;
    read_coordinates(path, latitude, longitude, year_column, year, data);
  } else if (!address.empty()) {
    data.form = "the last line of " + address;
    data.usual_bins = bins_of_austin;
    read_addresses(path, year_column, year, data);
  } else if (!x.empty() && !y.empty()) {
    data.form = x + " and " + y;
    data.usual_bins = bins_of_austin;
    read_coordinates(path, y, x, year_column, year, data);
  } else {
    throw InvalidInput(path +
                       ": no places: expected are the columns Latitude and Longitude (Chicago), Location_1 or X and Y "
                       "coordinates (Austin), or ix, iy and log_count of a ready grid");
  }
  if (data.points.north.empty()) throw InvalidInput(path + ": no row has coordinates" + (year ? " in that year" : ""));
  return data;
}

}  // namespace gaptv
