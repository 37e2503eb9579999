// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/csv.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/parallel.h"
#include "gaptv/data/csv/limits.h"
#include "gaptv/data/csv/table.h"
#include "gaptv/data/csv/workers.h"

namespace gaptv {
namespace csv {

Dataset read_csv(const std::string& path, const CsvOptions& options, const Limits& limits) {
  Table table(path, options, limits);
  if (table.layout().columns.empty()) throw InvalidInput(path + ": no column to read was named; name at least one");
  table.layout().missing = options.missing;
  table.layout().missing_remedy = "drop such rows with `missing=drop`";
  std::size_t workers = thread_count(options.threads);
  const std::size_t bytes = table.known_bytes();
  if (bytes > 0) workers = std::min(workers, bytes / std::max<std::size_t>(1, limits.block_bytes) + 1);
  ParsedTable parsed = parse_table(table, workers);
  table.check_has_rows();
  table.check_labels(parsed.labels);
  return table.make_dataset(std::move(parsed.columns), parsed.labels.labels());
}

void for_each_csv_block(const std::string& path, const CsvOptions& options, const Limits& limits,
                        const std::function<void(std::string_view header, char delimiter)>& on_header,
                        const std::function<void(const CsvRows& rows)>& on_rows) {
  Table table(path, options, limits);
  table.layout().missing_remedy = "fill in the value, or remove the row";
  table.layout().keep_text = true;
  on_header(table.header().text, table.header().delimiter);
  TextBlock recycled;
  while (std::optional<TextBlock> block = table.next(std::move(recycled))) {
    ParsedBlock parsed = parse_rows(*block, table.layout(), {});
    table.count_rows(parsed);
    for (std::vector<double>& column : parsed.columns) column.resize(parsed.rows);
    const CsvRows rows = {table.make_dataset(std::move(parsed.columns), parsed.labels.labels()),
                          std::move(parsed.text)};
    if (parsed.rows > 0) on_rows(rows);
    recycled = std::move(*block);
  }
  table.check_has_rows();
}

}  // namespace csv

std::vector<std::string> read_csv_header(const std::string& path) {
  return csv::Table(path, {}, {}).header().names;
}

Dataset read_csv(const std::string& path, const CsvOptions& options) {
  return csv::read_csv(path, options, {});
}

void for_each_csv_block(const std::string& path, const CsvOptions& options,
                        const std::function<void(std::string_view header, char delimiter)>& on_header,
                        const std::function<void(const CsvRows& rows)>& on_rows) {
  csv::for_each_csv_block(path, options, {}, on_header, on_rows);
}

}  // namespace gaptv
