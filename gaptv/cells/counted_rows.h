// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Describes a cell that holds rows. In a list of such cells the numbers increase.
struct CountedCell {
  std::uint64_t number = 0;  // as Shape numbers cells
  CellStats stats;
};
using CountedCells = std::vector<CountedCell>;

// Says at which edges of an axis the grid with so many bins is cut.
struct KnownGrid {
  std::size_t bins = 1;            // as asked for, before repeated edges collapsed
  std::vector<std::size_t> edges;  // places in CountedAxis::edges, increasing
};

struct CountedAxis {
  std::string name;
  std::vector<double> edges;  // strictly increasing
  double lowest = 0;          // the smallest value of the rows
  double highest = 0;         // and the largest
  std::vector<KnownGrid> grids;

  const KnownGrid* find_grid(std::size_t bins) const;
};

// Holds the cells of a grid that some axes know, as rows in memory add them up: to the last bit.
struct ExactTable {
  std::vector<std::size_t> bins;  // per axis
  std::vector<CountedCells> folds;
};

// Holds W of the candidates of the gap statistic, as rows in memory add it up.
struct ExactGapSums {
  GapFormula formula = GapFormula::mean_pair_distance;
  std::vector<std::size_t> bins;
  std::vector<double> sums;
};

// Holds rows that were counted into cells: what a fit needs of them where the rows themselves cannot be had. It is what
// a cell-table file holds (formats/cell-table.schema.json, docs/cells.md).
struct CountedRows {
  SourceSummary summary;
  std::uint64_t seed = 0;  // the one that rows were dealt to folds with
  // Of the columns that rows were dealt to folds by (gaptv/data/fold_rule.h); without folds empty. Tables of format 1
  // have none: their rows were dealt by another rule.
  std::optional<std::vector<int>> fold_scales = std::vector<int>{};
  std::size_t bins_max = 0;  // the most bins that a rule tries where no number is given
  std::vector<CountedAxis> axes;
  std::vector<CountedCells> folds;     // on all edges of the axes
  CountedCells copies;                 // with exposures: all rows, each counted once whatever its exposure
  std::vector<RowDeviance> deviances;  // by fold; empty where the cells say all
  double mean_outcome = 0;             // for the null model of the gap statistic; 0 if the loss does not need it
  std::vector<double> exposures;       // of some typical rows, for the same
  // These are empty in tables that were merged, whose sums are added up from the cells above, which costs the last
  // digits.
  std::vector<ExactTable> exact_tables;
  ExactGapSums exact_gap;

  Shape shape() const;
};

// Counts rows into cells for a fit with these options. A fit of the result is the fit of the rows, to the last bit,
// unless cross-validation chooses the number of bins. Throws InvalidInput where the data or the options are refused,
// and for losses, methods and outcomes that need the rows themselves.
GAPTV_API CountedRows count_rows(const DataView& data, const FitOptions& options, Progress* progress = nullptr);

// Counts rows on the edges of another table, so that the two can be merged. Options that decide about folds must be
// those of the other.
GAPTV_API CountedRows count_rows_on(const CountedRows& other, const DataView& data, const FitOptions& options,
                                    Progress* progress = nullptr);

// Adds up tables of different rows. "names" are what messages call them. Throws InvalidInput, with what differs, unless
// edges, folds and the rule that dealt rows to them, seed, loss and columns agree.
GAPTV_API CountedRows merge_counted_rows(const std::vector<CountedRows>& parts, const std::vector<std::string>& names);

// Fits counted rows. Folds and seed that are left open are those of the table. A grid whose edges the table does not
// know is cut at the nearest that it has, and a note in the record says so. Throws InvalidInput for losses and methods
// that need the rows themselves, and where options are not those that the rows were counted with.
GAPTV_API Model fit_counted_rows(const CountedRows& rows, const FitOptions& options, Progress* progress = nullptr);

// Throws InvalidInput where the options ask for what cells cannot tell.
void check_needs_cells_only(const FitOptions& options);

}  // namespace gaptv
