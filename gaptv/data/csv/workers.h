// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gaptv/data/csv/table.h"

namespace gaptv::csv {

// Holds one vector per used column, and what the numbers of the label column stand for.
struct ParsedTable {
  std::vector<std::vector<double>> columns;
  LabelSet labels;
  std::vector<MissingText> missing_texts;  // of rows that were left out
  std::optional<TotalRow> total_row;       // the last row of the file, if it seems to hold totals; with its place there
};

// Parses all blocks of a table on "workers" threads and returns its used columns, the rows in the order of the file.
// Throws the error that comes first in the file (InvalidInput or NeedsSecondLook), whichever worker meets one first. It
// holds the columns in memory, a few blocks per worker and, when the size of the text is unknown or its rows grow
// shorter, a growing vector's second copy.
ParsedTable parse_table(Table& table, std::size_t workers);

}  // namespace gaptv::csv
