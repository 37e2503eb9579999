// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/spilled_columns.h"

#include <algorithm>

namespace gaptv {

SpilledColumns::SpilledColumns(std::size_t columns) : columns_(columns), piece_(columns * rows_per_piece) {}

void SpilledColumns::write_piece() {
  file_.write({reinterpret_cast<const char*>(piece_.data()), piece_.size() * sizeof(double)});
}

void SpilledColumns::append(const std::vector<std::vector<double>>& columns, std::size_t rows) {
  for (std::size_t from = 0; from < rows;) {
    const std::size_t place = rows_ % rows_per_piece;
    const std::size_t count = std::min(rows - from, rows_per_piece - place);
    for (std::size_t column = 0; column < columns_; ++column) {
      std::copy_n(columns[column].data() + from, count, piece_.data() + begin_of(column) + place);
    }
    rows_ += count;
    from += count;
    if (rows_ % rows_per_piece == 0) write_piece();
  }
}

void SpilledColumns::finish() {
  if (file_.size() < pieces() * piece_.size() * sizeof(double)) write_piece();
  piece_ = {};
}

std::size_t SpilledColumns::rows_of(std::size_t piece) const {
  return std::min(rows_per_piece, rows_ - piece * rows_per_piece);
}

RawArray<double> SpilledColumns::read(std::size_t piece) const {
  RawArray<double> numbers(columns_ * rows_per_piece);
  const std::size_t bytes = numbers.size() * sizeof(double);
  file_.read(piece * bytes, {reinterpret_cast<char*>(numbers.data()), bytes});
  return numbers;
}

}  // namespace gaptv
