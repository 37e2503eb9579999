// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_table.h"

#include <cassert>
#include <cstddef>

namespace gaptv {

CellTable merge(CellTable a, const CellTable& b) {
  assert(a.shape == b.shape);
  for (std::size_t cell = 0; cell < a.cells.size(); ++cell) a.cells[cell].add(b.cells[cell]);
  return a;
}

double total_weight(const CellTable& table) {
  double sum = 0;
  for (const CellStats& cell : table.cells) sum += cell.weight;
  return sum;
}

}  // namespace gaptv
