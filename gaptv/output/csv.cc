// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

constexpr std::size_t rows_per_piece = 16384;
constexpr std::size_t longest_number = 24;  // -1.2345678901234567e-308

struct NamedColumn {
  std::string name;
  std::span<const double> values;
};

std::vector<NamedColumn> columns_of(const Dataset& data) {
  std::vector<NamedColumn> columns;
  for (std::size_t j = 0; j < data.features.size(); ++j) columns.push_back({data.feature_names[j], data.features[j]});
  if (!data.outcome.empty()) columns.push_back({data.outcome_name, data.outcome});
  if (!data.weight.empty()) columns.push_back({"weight", data.weight});
  return columns;
}

// Writes the number at "begin", which has room for longest_number characters, and returns its end.
char* append_number(char* begin, double value) {
  constexpr double written_out_below = 1e15;
  char* const end = begin + longest_number;
  const bool is_negative_zero = value == 0.0 && std::signbit(value);
  if (std::abs(value) < written_out_below && !is_negative_zero) {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) return std::to_chars(begin, end, whole).ptr;
  }
  return std::to_chars(begin, end, value).ptr;
}

std::string format_rows(const std::vector<NamedColumn>& columns, std::size_t first, std::size_t last) {
  std::string text((last - first) * columns.size() * (longest_number + 1), '\0');
  char* position = text.data();
  for (std::size_t row = first; row < last; ++row) {
    for (const NamedColumn& column : columns) {
      position = append_number(position, column.values[row]);
      *position++ = ',';
    }
    position[-1] = '\n';
  }
  text.resize(static_cast<std::size_t>(position - text.data()));
  return text;
}

}  // namespace

std::string csv_number(double value) {
  std::string text(longest_number, '\0');
  text.resize(static_cast<std::size_t>(append_number(text.data(), value) - text.data()));
  return text;
}

std::string csv_field(std::string_view text, char delimiter) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  const bool is_plain = !text.empty() && text.front() != ' ' && text.back() != ' ' &&
                        !text.starts_with(byte_order_mark) && text.find(delimiter) == std::string_view::npos &&
                        text.find_first_of(",;\t\"\r\n") == std::string_view::npos;
  if (is_plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void write_csv(const Dataset& data, const std::function<void(std::string_view)>& sink, std::size_t threads) {
  const std::vector<NamedColumn> columns = columns_of(data);
  if (columns.empty()) return;
  std::string header;
  for (const NamedColumn& column : columns) header += (header.empty() ? "" : ",") + csv_field(column.name);
  sink(header + '\n');

  const std::size_t rows = columns.front().values.size();
  const std::size_t pieces = (rows + rows_per_piece - 1) / rows_per_piece;
  // A few pieces per thread at a time, so that memory does not grow with the rows.
  std::vector<std::string> batch(std::min(pieces, 4 * thread_count(threads)));
  for (std::size_t piece = 0; piece < pieces; piece += batch.size()) {
    const std::size_t count = std::min(batch.size(), pieces - piece);
    parallel_for(count, threads, [&](std::size_t i) {
      const std::size_t first = (piece + i) * rows_per_piece;
      batch[i] = format_rows(columns, first, std::min(first + rows_per_piece, rows));
    });
    for (std::size_t i = 0; i < count; ++i) sink(batch[i]);
  }
}

}  // namespace gaptv
