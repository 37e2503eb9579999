// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/scan/cell_sums.h"
#include "gaptv/scan/row_counter.h"

namespace gaptv {

// Counts rows into cells at the same look that finds the exact edges of these cells. Of each axis is known in which
// stretches its edges lie: rows elsewhere are added up at once, those in such a stretch are set aside, a few of a
// hundred, until the edges are known. So a look at all rows is saved.
class CountedAhead {
 public:
  // Rows are added in so many lanes; at most so many are expected to be set aside.
  CountedAhead(CountAhead what, std::size_t lanes, std::size_t folds, const OutcomeScale& scale, bool has_weights,
               double expected_aside, std::size_t threads);

  // The folds are null unless cells are counted by fold.
  void add(std::size_t lane, const DataView& rows, const FoldAssignment* folds);
  // Joins the lanes, once all rows were added.
  void finish();

  // Divides the unclear runs of each axis into stretches of a few values.
  std::vector<std::vector<ValueStretch>> divide_unclear() const;
  // Tells whether all values in these stretches are known, and returns them one by one.
  bool holds(const std::vector<std::vector<ValueStretch>>& stretches) const;
  std::vector<std::vector<ValueStretch>> values_in(const std::vector<std::vector<ValueStretch>>& stretches) const;
  // Counts the cells that are asked for, and then knows nothing any more; or returns nothing, and is as it was, if they
  // are others than those that were foreseen.
  std::optional<std::vector<CountedCells>> take_count(const CountRequest& request);

 private:
  // What an unclear run adds to the number of a cell: more than all clear ones together, and three of them have room.
  static constexpr std::uint32_t no_cell = 0x40000000;

  struct RowsAside {
    std::vector<std::vector<double>> features;  // per axis
    std::vector<double> outcome;                // scaled
    std::vector<double> weight;                 // empty if there are none
    std::vector<double> size;                   // empty if every row counts once
    std::vector<std::uint16_t> fold;            // empty unless cells are counted by fold
  };
  struct RunsOfAxis {
    BinLocator locator;                // of their beginnings
    std::vector<std::uint32_t> cells;  // what each adds to the number of a cell; no_cell if it is unclear
    std::size_t stride = 1;
    std::size_t clear = 0;  // how many are clear
  };

  void find_cells(const DataView& rows, std::size_t from, std::span<std::uint32_t> cells) const;
  void add_located(std::size_t lane, const DataView& rows, const FoldAssignment* folds, std::size_t from,
                   std::span<const std::uint32_t> cells);
  std::vector<ValueStretch> divide_unclear_of(std::size_t axis) const;
  void add_aside(const RequestLocator& locator, CellSums& sums) const;
  std::optional<std::vector<std::vector<std::size_t>>> find_offsets(const CountRequest& request) const;

  CountAhead what_;
  OutcomeScale scale_;
  bool has_weights_;
  std::size_t folds_;
  std::size_t threads_;
  std::size_t cells_ = 1;
  std::vector<RunsOfAxis> runs_;  // per axis
  std::vector<CellSums> sums_;    // per lane, by fold and cell
  std::vector<RowsAside> aside_;  // per lane
};

}  // namespace gaptv
