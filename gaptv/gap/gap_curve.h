// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/grid/binned_rows.h"
#include "gaptv/grid/cell_table.h"

namespace gaptv {

// Chooses the within-cell sum W(q) that the gap statistic compares (docs/theory/gap.md).
enum class GapFormula {
  mean_pair_distance,  // the sum over cells of the MEAN squared distance of two outcomes in the cell (the default)
  as_printed           // the paper's equation as printed: divides by the cell's count, so that W is the scatter
};

// Holds W for every candidate q.
struct GapCurve {
  std::vector<std::size_t> bins;  // the candidates q, increasing
  std::vector<double> log_w;      // log W(q) in the units of the outcome; -infinity where W is 0
  std::vector<double> gap;        // reference - log W(q) (as printed: without the logarithm)
};

// Computes W of one table: the sum over the cells with at least two observations of 2 * scatter / (weight - 1), or of
// the scatter itself.
double sum_within_cells(const CellTable& table, GapFormula formula);

struct GapOptions {
  std::vector<std::size_t> candidates;
  GapFormula formula = GapFormula::mean_pair_distance;
  double reference = 0;  // the expected log W of one cell under the null model of the loss; it does not depend on q
  std::size_t threads = 0;
};

// Computes W of every candidate, in scaled outcomes. It takes one pass over the rows for all candidates when they are
// many (a histogram on the common refinement, one or two features); otherwise one look-up pass per candidate.
std::vector<double> sum_within_candidates(const BinnedRows& rows, const OutcomeScale& scale, const GapOptions& options,
                                          Progress& progress);

// Computes W of every candidate from a table on a common refinement of their grids, which has one or two axes; the cuts
// of the refinement are given per axis, and the edges of each candidate are among them.
std::vector<double> sum_within_candidates(const CellTable& fine, const std::vector<std::vector<double>>& cuts,
                                          const std::function<Grid(std::size_t bins)>& grid_of,
                                          const GapOptions& options, Progress& progress);

// Makes the curve of the sums of all candidates; unit is the one of the scaled outcomes.
GapCurve gap_curve(const std::vector<double>& sums, double unit, const GapOptions& options);

// Returns the candidate with the smallest gap, i.e. the largest W; ties go to the smaller q. The curve must not be
// empty.
std::size_t choose_bins(const GapCurve& curve);

}  // namespace gaptv
