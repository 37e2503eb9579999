// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Offers rows, wherever they are, to be counted into a table of cells: what a fit asks about them, and cells on any
// edges.
class CountableRows {
 public:
  CountableRows() = default;
  CountableRows(const CountableRows&) = delete;
  CountableRows& operator=(const CountableRows&) = delete;
  virtual ~CountableRows() = default;

  virtual const TableSource& source() const = 0;
  // Returns the scales that rows are dealt to folds with (fold_rule.h); empty with one fold.
  virtual std::vector<int> fold_scales() const = 0;
  // Returns what the rows of each fold say beyond their cells; empty where the cells say all.
  virtual std::vector<RowDeviance> deviances() const = 0;
  // Counts the rows on all edges of the axes: fold by fold, unless that was done, and with exposures all together, each
  // row once whatever its exposure.
  virtual void count_cells(CountedRows& counted, Progress& progress) = 0;
};

// Returns what does not depend on the edges.
CountedRows describe_rows(const CountableRows& rows, std::uint64_t seed);

// Counts rows into cells for a fit with these options, which are resolved.
CountedRows count_source(CountableRows& rows, const FitOptions& options, Progress& progress);

}  // namespace gaptv
