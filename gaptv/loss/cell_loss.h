// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/interval.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/loss.h"

namespace gaptv {

// Holds what is known of the outcomes as a whole, for the null model of the gap statistic.
struct NullSample {
  double observations = 0;       // counting copies
  double mean = 0;               // of all outcomes (a rate, if there are exposures)
  std::vector<double> exposure;  // of some typical rows; empty: 1 each
  std::uint64_t seed = 0;
};

// A function of x = outcome / reference which is added up over rows where their cells do not tell the deviance: whoever
// holds the rows (a database) adds it up, and need not know the loss.
enum class RowTerm { none, x_log_x, log_x };

// Holds sums over rows, each times its weight.
struct RowTermSums {
  double weight = 0;
  double x = 0;
  double term = 0;
};

// A CellLoss needs no more of a cell than its weight and its mean. If its link is canonical, its total-variation fit is
// that of the squared loss with every region's mean put through the link (docs/theory/losses.md). So the solver always
// works on means, and a loss says what they stand for; one with another link also says how its cells become those of a
// canonical loss. Every call covers an array.
class GAPTV_API CellLoss : public Loss {
 public:
  // Tells whether means and links are the same numbers, of any size and unit: true of the squared loss alone.
  virtual bool has_identity_link() const { return false; }
  // Convert between means (probability, rate) and the scale of the penalty (logit, logarithm), in place.
  virtual void to_link(std::span<double> means) const = 0;
  virtual void to_mean(std::span<double> links) const = 0;

  // Returns the canonical loss as which a problem of this one is solved and certified: itself, if its link is
  // canonical.
  virtual const CellLoss& solved_as() const { return *this; }
  // Turns cells into those of solved_as(), and the means found for them back into means of this loss, in place. The
  // objective is the same number in both, so a proof of one is a proof of the other. Cells without weight stay so. What
  // to_solved() returns, a unit that it chooses for all cells together, is what from_solved() has to be given.
  virtual double to_solved(std::span<double> /*weight*/, std::span<double> /*mean*/) const { return 1; }
  virtual void from_solved(std::span<double> /*means*/, double /*unit*/) const {}

  // Returns the sum of weight * D(mean, fitted), where D >= 0 is half the deviance of one observation and 0 for equal
  // arguments. Entries with weight 0 count nothing.
  virtual double divergence(std::span<const double> weight, std::span<const double> mean,
                            std::span<const double> fitted) const = 0;
  // Returns that sum for the means that a flow implies, the sum of weight * D(mean - sent / weight, fitted): how far
  // the flow is from proving that the fitted values are optimal. A flow that implies a mean that cannot be proves
  // nothing by itself, but then the minimiser's means lie within "bounds", which the caller knows from the problem: the
  // term is what the loss can fall by within them, infinity where they reach as far as means can.
  virtual double flow_gap(std::span<const double> weight, std::span<const double> mean, std::span<const double> sent,
                          std::span<const double> fitted, const Interval& bounds) const = 0;
  double flow_gap(std::span<const double> weight, std::span<const double> mean, std::span<const double> sent,
                  std::span<const double> fitted) const {
    return flow_gap(weight, mean, sent, fitted, possible_means());
  }

  // Tells whether the statistics of cells say how far their rows are from any fit. If not, tables need CellTable::rows.
  virtual bool is_known_by_cells() const { return true; }
  // Says what has to be added up over rows where that is so, and what deviance from the reference the sums mean.
  virtual RowTerm row_term() const { return RowTerm::none; }
  virtual double deviance_of_sums(const RowTermSums& /*sums*/, double /*reference*/) const { return 0; }
  // Returns the part of the deviance of all observations that no choice of one value per cell can remove.
  virtual double deviance_within(const CellTable& table) const = 0;

  // Returns the interval in which means can be at all.
  virtual Interval possible_means() const = 0;
  // Return the smallest mean that is published, so that no logarithm of it is infinite, and the largest.
  virtual double lowest_mean(double total_weight) const = 0;
  virtual double highest_mean(double total_weight) const = 0;

  // Returns the variance of one observation with this mean; 1 where it does not depend on the mean.
  virtual double variance(double mean) const = 0;
  // Tells whether the variance is that number, and not a multiple of it that only the outcomes tell.
  virtual bool has_known_dispersion() const { return true; }
  // Tells whether outcomes often vary by more than that all the same, as counts do: what the loss says is then the
  // least.
  virtual bool is_often_overdispersed() const { return false; }
  // Returns what one observation with this mean tells of the link: the variance, if the link is canonical.
  virtual double information_on_link(double mean) const { return variance(mean); }

  // Returns -2 log likelihood up to a constant, for the information criteria.
  virtual double information(double deviance, double observations) const = 0;

  // Returns the expected log W of one cell in the gap statistic if all observations had the same mean; it is seeded
  // where it is simulated.
  virtual double gap_reference(const NullSample& sample) const = 0;
};

// Moves fitted means to the nearest one that is published.
void keep_inside(const CellLoss& loss, double total_weight, std::span<double> fitted);

// Returns the deviance of the observations in the cells for the fitted means, one per cell.
GAPTV_API double deviance(const CellLoss& loss, const CellTable& table, std::span<const double> fitted);

// Computes deviance_within() for a loss that is not known by cells: the deviance of the rows from one value for all,
// less that of the cells from it. It is 0 where the rows are not known.
double deviance_of_rows_within(const CellLoss& loss, const CellTable& table);

GAPTV_API const CellLoss& squared_loss();
GAPTV_API const CellLoss& binomial_loss();
GAPTV_API const CellLoss& poisson_loss();
GAPTV_API const CellLoss& gamma_loss();

// Returns every loss above; a new one is a line in cell_loss.cc.
std::span<const CellLoss* const> all_cell_losses();
// Returns the loss of that name; null if there is none.
const CellLoss* find_cell_loss(std::string_view name);
// Returns the loss of that name; for any other name (losses of single outcomes) the squared loss, whose link is the
// identity.
const CellLoss& loss_with_link_of(std::string_view name);

}  // namespace gaptv
