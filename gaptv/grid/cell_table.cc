// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_table.h"

#include <cassert>
#include <cstddef>
#include <utility>

namespace gaptv {

CellTable merge(CellTable a, const CellTable& b) {
  assert(a.shape == b.shape);
  for (std::size_t cell = 0; cell < a.cells.size(); ++cell) a.cells[cell].add(b.cells[cell]);
  if (!a.rows) {
    a.rows = b.rows;
  } else if (b.rows) {
    a.rows->observations += b.rows->observations;
    a.rows->deviance += b.rows->deviance;
  }
  return a;
}

CellTable merge_all(const std::vector<CellTable>& tables) {
  CellTable merged = tables.front();
  for (std::size_t i = 1; i < tables.size(); ++i) merged = merge(std::move(merged), tables[i]);
  return merged;
}

CellTable merge_all_but(const std::vector<CellTable>& tables, std::size_t left_out) {
  CellTable merged(tables.front().shape);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (i != left_out) merged = merge(std::move(merged), tables[i]);
  }
  return merged;
}

double total_weight(const CellTable& table) {
  double sum = 0;
  for (const CellStats& cell : table.cells) sum += cell.weight;
  return sum;
}

double observations(const CellTable& table) {
  return table.rows ? table.rows->observations : total_weight(table);
}

}  // namespace gaptv
