// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "gaptv/base/export.h"
#include "gaptv/base/interval.h"
#include "gaptv/base/random.h"
#include "gaptv/grid/cell_samples.h"
#include "gaptv/loss/loss.h"

namespace gaptv {

// Holds the derivative of a convex function at a point, from the left and from the right; they differ at a kink.
struct GAPTV_API Slopes {
  double left = 0;
  double right = 0;
  // This is the second derivative on either side, the smaller one; it is 0 if that is 0 or not known. It only speeds up
  // searches.
  double curvature = 0;
  // This is the sum of the absolute values of the terms that the slopes are sums of; what is small beside it is
  // rounding. At least the slopes' own size is taken.
  double size = 0;

  // Slopes within this distance of 0 count as 0.
  double rounding() const;
};

// An OutcomeLoss is a convex loss of single outcomes, for which a cell's weight and mean are not enough: the outcomes
// of every cell are kept (grid/cell_samples.h). docs/custom-loss.md shows how to write one.
//
// The loss of a cell, f(t) = sum of weight * rho(outcome, t), must be convex and finite in t, falling (or level) below
// the smallest outcome and rising (or level) above the largest. A call covers a cell or a whole region, never a single
// outcome. Objects do not change once made, and may be used by several threads at once.
class GAPTV_API OutcomeLoss : public Loss {
 public:
  // Returns f(t) >= 0 of one cell. Twice the sum over all cells is the deviance.
  virtual double value(const Sample& cell, double t) const = 0;
  // Returns f'(t) of one cell.
  virtual Slopes slopes(const Sample& cell, double t) const = 0;

  // Returns all t in "within" that minimise the sum of f(t) over the cells plus pull * t (up to the rounding of the
  // slopes). By default it searches on the slopes, by Newton steps where the curvature is known, else by up to about
  // 130 halvings. At least one cell has outcomes.
  virtual Interval minimisers(std::span<const Sample* const> cells, double pull, Interval within) const;

  // Returns -2 log likelihood up to a constant, for the information criteria. By default it is that of a density
  // proportional to exp(-rho / scale^2) / scale with unknown scale: n log(deviance / n).
  virtual double information(double deviance, double observations) const;

  // Fills "drawn" with outcomes as they would be if all had the same distribution around the fitted constant: the null
  // model of the gap statistic. By default these are outcomes of the data, drawn with replacement.
  virtual void draw_null(const Sample& all, double constant, Random& random, std::span<double> drawn) const;

  // Holds this loss for outcomes divided by "unit", a power of two; f and lambda there are 1 / (pull * unit) and
  // 1 / pull of what they are here. Without one (the default), outcomes are used as they are.
  struct InUnit {
    std::shared_ptr<const OutcomeLoss> loss;
    double pull = 1;
    // Tells whether only differences of outcomes and fitted values count, and fitted values need not be outcomes to the
    // last digit: then outcomes are centred first, so that no offset costs accuracy.
    bool may_be_centred = false;
  };
  virtual InUnit in_unit(double unit) const;
};

// Returns the loss that is quadratic up to delta > 0 and linear beyond it: rho = r^2 / 2 for |r| <= delta,
// delta * (|r| - delta / 2) otherwise, with r = outcome - t. Outliers pull no harder than an error of delta.
GAPTV_API std::shared_ptr<const OutcomeLoss> huber_loss(double delta);

// Returns the pinball loss of the quantile 0 < tau < 1: rho = tau * r for r >= 0, (tau - 1) * r otherwise. The fit is
// the tau-quantile; 1/2 is the median.
GAPTV_API std::shared_ptr<const OutcomeLoss> quantile_loss(double tau);

// Returns the slopes of the sum of f(t) over the cells plus pull * t.
Slopes sum_slopes(const OutcomeLoss& loss, std::span<const Sample* const> cells, double pull, double t);

// Returns twice the sum of f(value) over the cells, one value for each.
GAPTV_API double deviance(const OutcomeLoss& loss, const CellSamples& samples, std::span<const double> values);

// Returns the number in the middle of the minimisers: among equally good constants the one that negated outcomes
// negate.
double middle_of(const Interval& minimisers);

// Returns what the gap statistic compares with: log W of one cell whose outcomes are drawn from the null model.
double gap_reference(const OutcomeLoss& loss, const Sample& all, std::uint64_t seed);

}  // namespace gaptv
