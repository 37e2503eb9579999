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
#include "gaptv/data/csv/total_row.h"

namespace gaptv::csv {

// Describes a column that is read; a column with several roles is read once.
struct UsedColumn {
  enum class Kind { number, weight, exposure, label };

  std::string name;
  Kind kind = Kind::number;
  std::vector<std::string> known_labels = {};   // if a label column has any, no other is allowed
  OutcomeKind label_kind = OutcomeKind::label;  // which labels are allowed if none are known
  std::string first_label = {};                 // for which it was taken for a column of labels; empty if that was said
  char decimal = '.';                           // what stands before decimals
  bool is_looked_at = false;  // all of its numbers were seen, so that WrittenNumbers are read by "decimal"
};

// Says which fields of a row are numbers to keep.
struct Layout {
  static constexpr int unused = -1;

  char delimiter = ',';
  std::vector<int> column_of_field;  // one per field of the header: index into columns, or unused
  std::vector<UsedColumn> columns;
  MissingRule missing = MissingRule::error;
  std::vector<std::string> missing_texts;  // the user's own, besides the usual ones
  std::vector<double> missing_numbers;     // those of them that are numbers
  std::string missing_remedy;              // ends the message about a missing value
  bool may_change_encoding = false;        // text that is no UTF-8 wants a second look rather than a refusal
  bool keep_text = false;                  // fill ParsedBlock::text; no row is left out then
};

// Says where a row was refused and why. Places are counted within the block, because a worker does not know the rows
// before it.
struct RowError {
  // A number in disguise and text that is no UTF-8 are no reason to refuse the row before the whole file was looked at.
  enum class Cause { refusal, number_style, encoding };

  Place place;
  std::string message;  // starts with ", column ..." or ": "
  Cause cause = Cause::refusal;
};

// Counts the texts that stood for missing values in rows that were left out, in the order in which they were met.
struct MissingText {
  std::string text;
  std::size_t count = 0;
};
void count_missing_text(std::vector<MissingText>& counts, std::string_view text, std::size_t count = 1);

struct ParsedBlock {
  std::size_t rows = 0;  // how many were kept
  std::size_t dropped_rows = 0;
  std::size_t lines = 0;
  std::size_t bytes = 0;                     // the size of the text
  std::vector<std::vector<double>> columns;  // one per used column: its first "rows" numbers
  LabelSet labels;                           // what the numbers of the label column stand for
  std::vector<std::string_view> text;        // into the block's buffer
  std::vector<MissingText> missing_texts;
  std::optional<TotalRow> total_row;  // the last row, if it seems to hold totals
  std::optional<RowError> error;      // the first; parsing stops there
};

// Parses the rows of a block. The memory of "recycled", a block of the same layout, is used again. O(bytes).
ParsedBlock parse_rows(const TextBlock& block, const Layout& layout, ParsedBlock recycled);

}  // namespace gaptv::csv
