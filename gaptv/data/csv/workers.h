// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gaptv/data/csv/table.h"
#include "gaptv/data/spilled_columns.h"

namespace gaptv::csv {

// Holds one vector per used column, and what the numbers of the label column stand for.
struct ParsedTable {
  std::vector<std::vector<double>> columns;  // empty if the rows are in a file
  std::shared_ptr<SpilledColumns> spilled;
  std::vector<std::size_t> rows_of_label;  // where there are labels
  std::size_t last_label = 0;
  LabelSet labels;
  std::vector<MissingText> missing_texts;  // of rows that were left out
  std::optional<TotalRow> total_row;       // the last row of the file, if it seems to hold totals; with its place there

  std::size_t rows() const { return spilled ? spilled->rows() : columns.front().size(); }
  void drop_last_row();
};

// Parses all blocks of a table on "workers" threads and returns its used columns, the rows in the order of the file; in
// a file if they would take more memory than they may (null: they stay in memory). Throws the error that comes first in
// the file (InvalidInput or NeedsSecondLook), whichever worker meets one first. It holds the columns in memory, a few
// blocks per worker and, when the size of the text is unknown or its rows grow shorter, a growing vector's second copy.
ParsedTable parse_table(Table& table, std::size_t workers, const MemoryForRows* memory);

}  // namespace gaptv::csv
