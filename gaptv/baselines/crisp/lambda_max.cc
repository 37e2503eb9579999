// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/lambda_max.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/baselines/crisp/fusion.h"
#include "gaptv/baselines/crisp/grid_factorization.h"
#include "gaptv/baselines/crisp/newton.h"
#include "gaptv/baselines/crisp/stiffness.h"

namespace gaptv {
namespace {

// 20 to 60 are needed. Bounds that are still farther apart after so many are used as they are: they are proven.
constexpr std::size_t most_ascent_steps = 200;

// weight * (mean - mean of all); zeros if that is nothing but rounding.
std::vector<double> surplus_of(const TvProblem& problem) {
  const std::size_t cells = problem.weight.size();
  double weight = 0;
  double sum = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (problem.weight[cell] <= 0) continue;
    weight += problem.weight[cell];
    sum += problem.weight[cell] * problem.mean[cell];
  }
  const double mean = sum / weight;
  constexpr double rounding = 1e-14;
  std::vector<double> surplus(cells, 0.0);
  bool is_rounding = true;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (problem.weight[cell] <= 0) continue;
    surplus[cell] = problem.weight[cell] * (problem.mean[cell] - mean);
    is_rounding &= std::abs(problem.mean[cell] - mean) <= rounding * std::abs(mean);
  }
  if (is_rounding) std::fill(surplus.begin(), surplus.end(), 0.0);
  return surplus;
}

double best_cut(const SliceDifferences& slices, const std::vector<double>& surplus) {
  const Shape& shape = slices.shape();
  double best = 0;
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    std::vector<double> of_bin(shape.bins[axis], 0.0);
    for (std::size_t cell = 0; cell < surplus.size(); ++cell) of_bin[shape.bin_of(cell, axis)] += surplus[cell];
    const std::size_t cells_of_slice = slices.cells() / shape.bins[axis];
    const double length = std::sqrt(static_cast<double>(cells_of_slice));
    double sum = 0;
    for (std::size_t bin = 0; bin + 1 < of_bin.size(); ++bin) {
      sum += of_bin[bin];
      best = std::max(best, std::abs(sum) / length);
    }
  }
  return best;
}

double total_length(const SliceDifferences& slices, const std::vector<double>& values) {
  const std::vector<double> difference = slices.differences(values);
  double sum = 0;
  for (const double square : slices.products(difference, difference)) sum += std::sqrt(square);
  return sum;
}

// Narrows the bounds by Newton steps on CRISP's own problem, at the largest lambda that is known to be too small.
class Search {
 public:
  Search(const TvProblem& problem, const SliceDifferences& slices, const std::vector<double>& surplus, double lowest)
      : problem_(problem), slices_(slices), surplus_(surplus), laplacian_(slices.shape()) {
    bounds_.lowest = lowest;
    bounds_.highest = infinity;
    QuadraticTerm term{problem.weight, surplus};
    CrispNewton newton(slices_, std::move(term));
    CrispStiffness stiffness;
    // A slice's length if the whole objective at the constant were penalty.
    double spread = 0;
    for (std::size_t cell = 0; cell < surplus.size(); ++cell) {
      if (problem.weight[cell] > 0) spread += surplus[cell] * surplus[cell] / problem.weight[cell] / 2;
    }
    for (std::size_t step = 0; step < most_ascent_steps && !is_done(); ++step) {
      const double lambda = bounds_.lowest;
      const double typical = spread / (lambda * static_cast<double>(slices_.slices()));
      const CrispNewton::Balanced relaxed = newton.relax(lambda, stiffness.value() / typical);
      raise_lowest(relaxed);
      const std::optional<CrispNewton::Balanced> point = newton.step(relaxed);
      stiffness.after_step(point.has_value());
      if (point) raise_lowest(*point);
      // Both bounds close in together; the upper one costs a factorisation.
      if (bounds_.lowest <= lambda * (1 + lambda_max_accuracy)) {
        lower_highest(point ? *point : relaxed, lambda, newton.slice_weights());
      }
    }
  }

  const CrispLambdaMax& bounds() const { return bounds_; }
  bool is_done() const { return bounds_.highest <= bounds_.lowest * (1 + lambda_max_accuracy); }

 private:
  void raise_lowest(const CrispNewton::Balanced& point) {
    const std::vector<double> fused = fuse_slices(slices_, point.is_fused, problem_.weight, point.values);
    const double length = total_length(slices_, fused);
    const double gain = std::inner_product(fused.begin(), fused.end(), surplus_.begin(), 0.0);
    if (length > 0) bounds_.lowest = std::max(bounds_.lowest, gain / length);
  }

  // The dual vectors of the point balance surplus - weight * values. The rest is sent along the edges as well.
  void lower_highest(const CrispNewton::Balanced& point, double lambda, const std::vector<double>& slice_weights) {
    // Its sum is 0, so that a weight on one cell makes the matrix regular and changes nothing else.
    std::vector<double> rest(surplus_.size());
    double sum = 0;
    double weight = 0;
    for (std::size_t cell = 0; cell < rest.size(); ++cell) {
      rest[cell] = problem_.weight[cell] * point.values[cell];
      sum += rest[cell];
      weight += problem_.weight[cell];
    }
    for (std::size_t cell = 0; cell < rest.size(); ++cell) rest[cell] -= problem_.weight[cell] * (sum / weight);
    std::vector<double> anchor(rest.size(), 0.0);
    anchor.front() = slice_weights.front();
    laplacian_.factorise(anchor, slice_weights);
    const std::vector<double> added = slices_.differences(laplacian_.solve(rest));
    std::vector<double> dual = point.dual;
    slices_.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
      const double factor = slice_weights[slice] / lambda;
      for (std::size_t edge = first; edge < first + count; ++edge) dual[edge] += factor * added[edge];
    });
    double longest = 0;
    for (const double square : slices_.products(dual, dual)) longest = std::max(longest, std::sqrt(square));
    if (!(lambda * longest < bounds_.highest)) return;
    bounds_.highest = lambda * longest;
    constexpr double within = 1 - 1e-14;  // rounding must not make a norm exceed 1
    for (double& entry : dual) entry *= within / longest;
    bounds_.dual = std::move(dual);
  }

  const TvProblem& problem_;
  const SliceDifferences& slices_;
  const std::vector<double>& surplus_;
  GridFactorization laplacian_;
  CrispLambdaMax bounds_;
};

}  // namespace

double crisp_lambda_of_best_cut(const TvProblem& problem, const SliceDifferences& slices) {
  return best_cut(slices, surplus_of(problem));
}

CrispLambdaMax crisp_lambda_max(const TvProblem& problem, const SliceDifferences& slices) {
  const std::vector<double> surplus = surplus_of(problem);
  double lowest = best_cut(slices, surplus);
  if (lowest <= 0) {
    // Sums of slices may all vanish where cells do not. A single cell touches at most as many slices as there are
    // cells.
    for (const double entry : surplus) lowest = std::max(lowest, std::abs(entry) / static_cast<double>(surplus.size()));
  }
  if (lowest <= 0) return {0, 0, std::vector<double>(slices.edges(), 0.0)};
  CrispLambdaMax bounds = Search(problem, slices, surplus, lowest).bounds();
  bounds.highest = std::max(bounds.highest, bounds.lowest);  // they may meet, up to rounding
  return bounds;
}

}  // namespace gaptv
