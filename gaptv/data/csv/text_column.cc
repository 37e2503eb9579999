// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/text_column.h"

#include <string_view>
#include <unordered_map>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/header.h"
#include "gaptv/data/csv/row_walk.h"

namespace gaptv {
NumberedTexts read_text_column(const std::string& path, const std::string& column, const CsvOptions& options) {
  if (path == "-") {
    throw InvalidInput("texts of column '" + column +
                       "' cannot be read from standard input, which cannot be read twice; give a file");
  }
  CsvOptions how = options;
  how.features.clear();
  how.optional_features.clear();
  how.outcome.clear();
  how.weight.clear();
  how.exposure.clear();
  NumberedTexts result;
  std::unordered_map<std::string, std::uint32_t> numbers;
  char delimiter = ',';
  std::size_t position = 0;
  for_each_csv_block(
      path, how,
      [&](std::string_view header, char found) {
        delimiter = found;
        position = csv::find_column(path, csv::parse_header(path, std::string(header), {&delimiter, 1}), column);
      },
      [&](const CsvRows& rows) {
        for (const std::string_view text : rows.text) {
          std::string field;
          csv::walk_rows(text, delimiter, [&](const csv::WalkedRow& row) {
            if (position < row.fields.size()) field = row.fields[position];
            return false;
          });
          if (field.empty()) {
            std::string place = path + ", row " + std::to_string(result.number.size() + 1);
            place += ", column '" + column + "'";
            throw InvalidInput(place +
                               ": nothing says who the row is about; fill it in, or leave the row out of the file");
          }
          const auto next = static_cast<std::uint32_t>(numbers.size());
          result.number.push_back(numbers.try_emplace(std::move(field), next).first->second);
        }
      });
  result.distinct = numbers.size();
  return result;
}

}  // namespace gaptv
