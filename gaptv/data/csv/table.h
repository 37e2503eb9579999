// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/data/csv/blocks.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/csv/header.h"
#include "gaptv/data/csv/labels.h"
#include "gaptv/data/csv/limits.h"
#include "gaptv/data/csv/number_styles.h"
#include "gaptv/data/csv/rows.h"
#include "gaptv/data/csv/source.h"

namespace gaptv::csv {

// Is thrown where a file can only be read after the whole of it was looked at: a number in disguise, or text that is no
// UTF-8. The message is what to say if that is impossible.
struct NeedsSecondLook {
  RowError::Cause cause;
  std::string message;
};

// Holds an open file whose header has been read: where each role's numbers are, and how many rows have been seen. It is
// not thread-safe, except that next() and count_rows() may run at the same time.
class Table {
 public:
  // The source is at its start. "styles", one for each used column, are what a look at all numbers found; empty if
  // there was none. Throws InvalidInput and NeedsSecondLook.
  Table(Source& source, const CsvOptions& options, const Limits& limits, std::span<const NumberStyle> styles = {});

  const Header& header() const { return header_; }
  const Layout& layout() const { return layout_; }
  Layout& layout() { return layout_; }

  // Returns the number of bytes still to be read, when that is known beforehand; 0 otherwise.
  std::size_t known_bytes() const { return source_.known_bytes(); }

  // Returns the next block of text, or nothing at the end. Tells the caller's Progress, and may throw Interrupted.
  std::optional<TextBlock> next(TextBlock recycled);

  // Says where the next block in the order of the file starts.
  Place place() const { return {rows_, reader_.header_lines() + lines_}; }

  // Counts the rows of that block. Throws InvalidInput or NeedsSecondLook when it has an error, whose row and line are
  // known now.
  void count_rows(const ParsedBlock& block);

  // Says how the numbers of each used column are written.
  void set_styles(std::span<const NumberStyle> styles);

  // Returns the used columns of numbers whose points, as far as the first rows tell, could stand between thousands.
  // Always empty where the delimiter is a comma, or the user or a second look told how numbers are written.
  const std::vector<std::size_t>& columns_with_doubtful_points() const { return doubtful_; }

  // Throws InvalidInput for an error whose place in the file is known.
  [[noreturn]] void refuse(const Place& place, const std::string& message) const;

  // Throws InvalidInput where rows that have to stay in memory would need so many bytes.
  [[noreturn]] void refuse_size(std::size_t bytes, const MemoryForRows& memory) const;

  // Says what was assumed so far. What others assumed can be added.
  const std::vector<std::string>& notes() const { return notes_; }
  void add_note(std::string note) { notes_.push_back(std::move(note)); }

  // Throws InvalidInput when there were no rows, or none that was kept.
  void check_has_rows() const;

  // Throws InvalidInput when labels look like numbers, as only all of them together may tell.
  void check_labels(const LabelSet& labels) const;

  // Gives each role its numbers, out of one vector per used column; "labels" are those of the outcome, if it has any.
  Dataset make_dataset(std::vector<std::vector<double>> columns, const std::vector<std::string>& labels) const;

  // Says everything of rows that are in a file, but for where they are.
  StoredRows describe_stored(const std::vector<std::string>& labels,
                             const std::vector<std::size_t>& rows_of_label) const;

 private:
  void find_header(const CsvOptions& options);
  void find_doubtful_points();
  void read_labels(const CsvOptions& options);
  std::string describe_error(const Place& place, const std::string& message) const;
  // Returns the column of each role: features, outcome, weight and exposure.
  std::vector<std::size_t> column_of_role() const;
  // Names the roles, in a Dataset without rows.
  Dataset describe() const;
  bool has_labels() const { return outcome_ && layout_.columns[*outcome_].kind == UsedColumn::Kind::label; }
  // Numbers labels in their final order.
  NamedLabels name_labels(const std::vector<std::string>& met, const std::vector<std::size_t>& counts) const;
  // Has the column read, and returns its index among those that are.
  std::size_t use_column(const std::string& wanted);

  Source& source_;
  BlockReader reader_;
  Progress* progress_;
  Header header_;
  Layout layout_;
  std::vector<std::string> notes_;
  std::vector<std::size_t> doubtful_;
  std::vector<std::size_t> features_;
  std::optional<std::size_t> outcome_;
  std::optional<std::size_t> weight_;
  std::optional<std::size_t> exposure_;
  std::size_t rows_ = 0;
  std::size_t dropped_rows_ = 0;
  std::size_t lines_ = 0;
};

}  // namespace gaptv::csv
