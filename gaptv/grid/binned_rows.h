// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/base/raw_array.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_samples.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/grid/quantiles.h"

namespace gaptv {

// Returns for each interval between cuts which bin it lies in; the edges of the bins are among the cuts.
std::vector<std::uint32_t> bins_of_intervals(const std::vector<double>& cuts, const std::vector<double>& edges);

// Locates rows once on the common refinement of all candidate grids: each axis is cut at the quantiles i/q of every
// candidate q (for q = 2 .. 50 the 773 Farey fractions), so that the bin of a row for any q is a table look-up away,
// and one histogram over the refinement serves them all.
class BinnedRows {
 public:
  // bins holds every number of bins that will be asked for, per axis.
  BinnedRows(const DataView& data, const std::vector<std::vector<std::size_t>>& bins, std::size_t threads,
             Progress& progress);

  std::size_t dimensions() const { return quantiles_.size(); }
  std::size_t rows() const { return data_.rows(); }
  const DataView& data() const { return data_; }

  // Makes the quantile grid with that many bins on each axis.
  Grid grid(const std::vector<std::size_t>& bins_per_axis) const;

  // Returns the number of intervals of the refinement along each axis.
  Shape fine_shape() const;
  // Returns the cuts of the refinement, per axis.
  const std::vector<std::vector<double>>& cuts() const { return cuts_; }

  // Makes one table per fold, each of the rows of that fold, in scaled outcomes. With exposures a row's outcome is a
  // rate and its weight its exposure.
  std::vector<CellTable> tabulate_folds(const Grid& grid, const FoldAssignment& folds, const OutcomeScale& scale,
                                        std::size_t threads, Progress& progress) const;
  // Collect the outcomes themselves, scaled: one table per fold, or one of all rows. base is a number near most of
  // them. The work is done on the caller's thread; exposures are not looked at.
  std::vector<CellSamples> tabulate_sample_folds(const Grid& grid, const FoldAssignment& folds,
                                                 const OutcomeScale& scale, double base) const;
  CellSamples tabulate_samples(const Grid& grid, const OutcomeScale& scale, double base) const;
  // Makes one table of all rows on the caller's thread; each row counts once for each copy, whatever its exposure.
  CellTable tabulate(const Grid& grid, const OutcomeScale& scale) const;
  // Makes the table of the refinement itself, on several threads.
  CellTable tabulate_fine(const OutcomeScale& scale, std::size_t threads, Progress& progress) const;

 private:
  // Returns for every interval of each axis its bin times the axis' stride: the cell of a row is a sum of look-ups.
  std::vector<std::vector<std::uint32_t>> cell_offsets(const Grid& grid) const;

  // Adds rows to their cells; each counts once for each copy, whatever its exposure.
  void add_rows(const std::vector<std::vector<std::uint32_t>>& offsets, std::size_t begin, std::size_t end,
                const OutcomeScale& scale, std::vector<CellStats>& cells) const;

  template <typename Visit>
  void for_each_cell(const std::vector<std::vector<std::uint32_t>>& offsets, std::size_t begin, std::size_t end,
                     Visit&& visit) const;

  const DataView& data_;
  std::vector<Quantiles> quantiles_;
  std::vector<std::vector<double>> cuts_;           // where the refinement is cut, per axis
  std::vector<RawArray<std::uint16_t>> intervals_;  // the interval of each row, per axis
};

}  // namespace gaptv
