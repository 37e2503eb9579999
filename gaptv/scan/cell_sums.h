// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "gaptv/base/large_array.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/scan/row_counter.h"

namespace gaptv {

// Adds up rows in numbered cells: in a table, or where most of many cells are empty only those with rows.
class CellSums {
 public:
  explicit CellSums(std::size_t cells);

  void add(std::size_t cell, double value) { at(cell).add(value); }
  void add(std::size_t cell, double value, double weight) { at(cell).add(value, weight); }
  void add(std::size_t cell, const CellStats& stats) { at(cell).add(stats); }
  // Adds the sums of others, in their order.
  void add(std::span<const CellSums> others, std::size_t threads);
  // Tells whether every cell has its place already, so that several threads may add to different ones.
  bool has_room_for_all() const { return !table_.empty(); }
  // Says that something will be added there soon: tables are large, and memory is slow.
  void expect(std::size_t cell) const {
    if (!table_.empty()) __builtin_prefetch(&table_[cell]);
  }
  // Calls visit(number, sums) for the cells from first on, so many of them, that have rows; numbered from 0 on, in any
  // order.
  template <typename Visit>
  void for_each(std::size_t first, std::size_t cells, Visit&& visit) const {
    if (!table_.empty()) {
      for (std::size_t cell = 0; cell < cells; ++cell) {
        if (table_[first + cell].weight > 0) visit(cell, table_[first + cell]);
      }
      return;
    }
    for (const auto& [cell, stats] : few_) {
      if (cell >= first && cell - first < cells) visit(cell - first, stats);
    }
  }
  // Lists the same cells in increasing order.
  CountedCells list(std::size_t first, std::size_t cells) const;

 private:
  CellStats& at(std::size_t cell) { return table_.empty() ? few_[cell] : table_[cell]; }

  LargeArray<CellStats> table_;
  std::unordered_map<std::size_t, CellStats> few_;
};

// Locates rows for several requests at once: each row is found once on all their edges together.
class RequestLocator {
 public:
  RequestLocator(const std::vector<CountRequest>& requests, std::size_t axes);

  std::size_t cells(std::size_t request) const { return cells_[request]; }
  // Finds where rows lie on all edges, per axis.
  std::vector<std::vector<std::uint16_t>> locate(const DataView& rows) const;
  // Returns the cell of a request that a row lies in.
  std::size_t cell_of(std::size_t request, const std::vector<std::vector<std::uint16_t>>& places,
                      std::size_t row) const {
    std::size_t cell = 0;
    for (std::size_t axis = 0; axis < places.size(); ++axis) cell += offsets_[request][axis][places[axis][row]];
    return cell;
  }

 private:
  std::vector<BinLocator> locators_;                            // per axis
  std::vector<std::vector<std::vector<std::size_t>>> offsets_;  // by request, axis and place on all edges
  std::vector<std::size_t> cells_;                              // by request
};

}  // namespace gaptv
