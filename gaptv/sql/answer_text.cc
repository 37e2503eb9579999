// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/answer_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "gaptv/base/error.h"

namespace gaptv::sql {
namespace {

// Takes the fields of one line off the text; quotes may hold commas and line ends.
std::vector<std::string> take_line(std::string_view& text) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      fields.back() += text[++i];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      fields.emplace_back();
    } else if (c == '\n' && !is_quoted) {
      break;
    } else if (c != '\r' || is_quoted) {
      fields.back() += c;
    }
  }
  text.remove_prefix(std::min(text.size(), i + 1));
  return fields;
}

std::optional<double> number_in(const std::string& field) {
  if (field.empty() || field == "NULL" || field == "null") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const char* const end = field.data() + field.size();
  const auto [rest, error] = std::from_chars(field.data(), end, value);
  if (rest != end || error != std::errc()) return std::nullopt;
  return value;
}

SqlColumn to_column(std::vector<std::string> fields) {
  SqlColumn column;
  for (const std::string& field : fields) {
    const std::optional<double> value = number_in(field);
    if (!value) return {{}, std::move(fields)};
    column.numbers.push_back(*value);
  }
  return column;
}

}  // namespace

SqlAnswer answer_from_csv(std::string_view text, const std::string& name) {
  if (text.empty()) throw InvalidInput(name + " is empty; an answer has a line with the names of its columns");
  const std::size_t width = take_line(text).size();
  std::vector<std::vector<std::string>> columns(width);
  for (std::size_t line = 2; !text.empty(); ++line) {
    std::vector<std::string> fields = take_line(text);
    if (fields.size() != width) {
      if (fields.size() == 1 && fields.front().empty()) continue;
      throw InvalidInput(name + ", line " + std::to_string(line) + ": " + std::to_string(fields.size()) +
                         " fields where the first line has " + std::to_string(width));
    }
    for (std::size_t i = 0; i < width; ++i) columns[i].push_back(std::move(fields[i]));
  }
  SqlAnswer answer;
  for (std::vector<std::string>& fields : columns) answer.columns.push_back(to_column(std::move(fields)));
  return answer;
}

}  // namespace gaptv::sql
