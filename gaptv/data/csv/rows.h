// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/data/csv/blocks.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/csv/labels.h"

namespace gaptv::csv {

// Describes a column that is read; a column with several roles is read once.
struct UsedColumn {
  enum class Kind { number, weight, exposure, label };

  std::string name;
  Kind kind = Kind::number;
  std::vector<std::string> known_labels = {};   // if a label column has any, no other is allowed
  OutcomeKind label_kind = OutcomeKind::label;  // which labels are allowed if none are known
};

// Says which fields of a row are numbers to keep.
struct Layout {
  static constexpr int unused = -1;

  char delimiter = ',';
  std::vector<int> column_of_field;  // one per field of the header: index into columns, or unused
  std::vector<UsedColumn> columns;
  MissingRule missing = MissingRule::error;
  std::string missing_remedy;  // ends the message about a missing value
  bool keep_text = false;      // fill ParsedBlock::text
};

// Says where a row was refused and why. Places are counted within the block, because a worker does not know the rows
// before it.
struct RowError {
  Place place;
  std::string message;  // starts with ", column ..." or ": "
};

struct ParsedBlock {
  std::size_t rows = 0;  // how many were kept
  std::size_t dropped_rows = 0;
  std::size_t lines = 0;
  std::size_t bytes = 0;                     // the size of the text
  std::vector<std::vector<double>> columns;  // one per used column: its first "rows" numbers
  LabelSet labels;                           // what the numbers of the label column stand for
  std::vector<std::string_view> text;        // into the block's buffer
  std::optional<RowError> error;             // the first; parsing stops there
};

// Parses the rows of a block. The memory of "recycled", a block of the same layout, is used again. O(bytes).
ParsedBlock parse_rows(const TextBlock& block, const Layout& layout, ParsedBlock recycled);

}  // namespace gaptv::csv
