// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/data/csv/blocks.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/csv/header.h"
#include "gaptv/data/csv/limits.h"
#include "gaptv/data/csv/rows.h"
#include "gaptv/data/csv/source.h"

namespace gaptv::csv {

// Holds an open file whose header has been read: where each role's numbers are, and how many rows have been seen. It is
// not thread-safe, except that next() and count_rows() may run at the same time.
class Table {
 public:
  Table(const std::string& path, const CsvOptions& options, const Limits& limits);

  const Header& header() const { return header_; }
  const Layout& layout() const { return layout_; }
  Layout& layout() { return layout_; }

  // Returns the number of bytes still to be read, when that is known beforehand; 0 otherwise.
  std::size_t known_bytes() const { return source_.known_bytes(); }

  // Returns the next block of text, or nothing at the end. Tells the caller's Progress, and may throw Interrupted.
  std::optional<TextBlock> next(TextBlock recycled);

  // Says where the next block in the order of the file starts.
  Place place() const { return {rows_, reader_.header_lines() + lines_}; }

  // Counts the rows of that block. Throws InvalidInput when it has an error, whose row and line are known now.
  void count_rows(const ParsedBlock& block);

  // Throws InvalidInput when there were no rows, or none that was kept.
  void check_has_rows() const;

  // Throws InvalidInput when labels look like numbers, as only all of them together may tell.
  void check_labels(const LabelSet& labels) const;

  // Gives each role its numbers, out of one vector per used column; "labels" are those of the outcome, if it has any.
  Dataset make_dataset(std::vector<std::vector<double>> columns, std::vector<std::string> labels) const;

 private:
  void read_labels(const CsvOptions& options);
  [[noreturn]] void refuse(const Place& place, const std::string& message) const;
  // Has the column read, and returns its index among those that are.
  std::size_t use_column(const std::string& wanted);

  Source source_;
  BlockReader reader_;
  Progress* progress_;
  Header header_;
  Layout layout_;
  std::vector<std::size_t> features_;
  std::optional<std::size_t> outcome_;
  std::optional<std::size_t> weight_;
  std::optional<std::size_t> exposure_;
  std::size_t rows_ = 0;
  std::size_t dropped_rows_ = 0;
  std::size_t lines_ = 0;
};

}  // namespace gaptv::csv
