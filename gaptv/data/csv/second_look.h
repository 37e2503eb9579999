// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/data/csv/csv.h"
#include "gaptv/data/csv/number_styles.h"
#include "gaptv/data/csv/source.h"
#include "gaptv/data/csv/table.h"
#include "gaptv/data/csv/total_row.h"

namespace gaptv::csv {

// Holds what is known of a file that was looked at as a whole, and tells its tables.
class SecondLook {
 public:
  SecondLook(Source& source, const CsvOptions& options, const Limits& limits);

  // Finds out what was asked for, and brings the source back to its start, to be read anew. Throws InvalidInput with
  // what was wrong if that does not help, or the source cannot go back.
  void answer(const NeedsSecondLook& question);

  // Says how the numbers of each used column are written; empty if nobody has asked.
  const std::vector<NumberStyle>& styles() const { return styles_; }

  void take_styles(const SecondLook& other) { styles_ = other.styles_; }

  // Counts the rows whose field says what that of a row of totals says. The source is at its end afterwards.
  std::size_t count_total_rows(const TotalRow& row);

  // Adds to the table's notes what was found out.
  void add_notes(Table& table) const;

 private:
  void find_encoding(const std::string& message);
  void find_styles(const std::string& message);
  void go_back(const std::string& message);

  Source& source_;
  CsvOptions options_;  // with the encoding that was found out
  Limits limits_;
  std::vector<NumberStyle> styles_;
  bool is_encoding_assumed_ = false;
};

}  // namespace gaptv::csv
