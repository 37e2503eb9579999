// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/raw_array.h"
#include "gaptv/base/temporary_file.h"

namespace gaptv {

// Holds columns of numbers that have no room in memory in a temporary file, so many rows at a time. Memory: one such
// piece.
class SpilledColumns {
 public:
  static constexpr std::size_t rows_per_piece = 32768;

  // Throws InvalidInput where no temporary file can be made or written, as append() and finish() do.
  explicit SpilledColumns(std::size_t columns);

  // Appends the first so many rows of these columns.
  void append(const std::vector<std::vector<double>>& columns, std::size_t rows);
  void drop_last_row() { --rows_; }
  // Writes what is still in memory. Nothing can be appended afterwards.
  void finish();

  std::size_t rows() const { return rows_; }
  std::size_t pieces() const { return (rows_ + rows_per_piece - 1) / rows_per_piece; }
  std::size_t rows_of(std::size_t piece) const;
  // Returns where a column of a piece begins in its numbers.
  std::size_t begin_of(std::size_t column) const { return column * rows_per_piece; }
  // Reads a piece, as it was written; it may be called from several threads at once after finish().
  RawArray<double> read(std::size_t piece) const;

 private:
  void write_piece();

  std::size_t columns_;
  TemporaryFile file_;
  std::vector<double> piece_;  // the rows that come next in the file
  std::size_t rows_ = 0;
};

}  // namespace gaptv
