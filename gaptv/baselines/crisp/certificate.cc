// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/certificate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "gaptv/base/infinity.h"
#include "gaptv/base/interval.h"
#include "gaptv/baselines/crisp/slice_differences.h"

namespace gaptv {
namespace {

Interval range_of_means(const TvProblem& problem) {
  Interval range{infinity, -infinity};
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    if (problem.weight[cell] <= 0) continue;
    range.lowest = std::min(range.lowest, problem.mean[cell]);
    range.highest = std::max(range.highest, problem.mean[cell]);
  }
  return range;
}

// How much weight / 2 * (b - mean)^2 - pull * b can fall below its value at beta for b in the range; slope is its
// derivative there.
double fall_within(const Interval& range, double weight, double beta, double slope) {
  const double room = std::max(slope > 0 ? beta - range.lowest : range.highest - beta, 0.0);
  const double descent = std::abs(slope);
  if (descent <= weight * room) return weight > 0 ? descent / weight * descent / 2 : 0.0;
  return room * (descent - weight * room / 2);
}

struct SliceSums {
  double penalty = 0;
  double slack = 0;
  double largest_norm = 0;
};

SliceSums sum_slices(const SliceDifferences& slices, const CrispSolution& solution) {
  const std::vector<double> difference = slices.differences(solution.beta);
  const std::vector<double> length = slices.products(difference, difference);
  const std::vector<double> aligned = slices.products(solution.dual, difference);
  const std::vector<double> norm = slices.products(solution.dual, solution.dual);
  SliceSums sums;
  for (std::size_t slice = 0; slice < slices.slices(); ++slice) {
    sums.penalty += std::sqrt(length[slice]);
    sums.slack += std::max(std::sqrt(length[slice]) - aligned[slice], 0.0);
    const double size = std::sqrt(norm[slice]);
    sums.largest_norm = std::isnan(size) ? infinity : std::max(sums.largest_norm, size);
  }
  return sums;
}

// Edges that lead out of the grid carry nothing.
bool has_entries_at_the_rim(const SliceDifferences& slices, std::span<const double> dual) {
  const Shape& shape = slices.shape();
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    const std::span<const double> of_axis = dual.subspan(axis * slices.cells(), slices.cells());
    const std::size_t stride = shape.stride(axis);
    const std::size_t slab = stride * shape.bins[axis];
    for (std::size_t end = slab; end <= slices.cells(); end += slab) {
      const std::span<const double> rim = of_axis.subspan(end - stride, stride);
      if (std::any_of(rim.begin(), rim.end(), [](double entry) { return entry != 0; })) return true;
    }
  }
  return false;
}

}  // namespace

Certificate certify_crisp(const TvProblem& problem, const CrispSolution& solution) {
  const SliceDifferences slices(problem.shape);
  const double lambda = solution.lambda;
  const SliceSums sums = sum_slices(slices, solution);
  const Interval range = range_of_means(problem);
  const std::vector<double> pull = slices.adjoint(solution.dual);
  // Bounds are those of the means, up to the rounding of a mean of means.
  const double rounding = 1e-12 * std::max(std::abs(range.lowest), std::abs(range.highest));
  CertificateTerms terms{};
  terms.is_dual_feasible = sums.largest_norm <= 1 && !has_entries_at_the_rim(slices, solution.dual);
  terms.max_violation = std::max(sums.largest_norm - 1, 0.0);
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    const double weight = problem.weight[cell];
    const double beta = solution.beta[cell];
    const double mean = weight > 0 ? problem.mean[cell] : 0.0;
    if (!(beta >= range.lowest - rounding && beta <= range.highest + rounding)) terms.is_dual_feasible = false;
    const double slope = weight * (beta - mean) + lambda * pull[cell];
    // Without a penalty the natural unit of a slope is the cell's own.
    const double unit = lambda > 0 ? lambda : std::max(weight * std::abs(mean), 1.0);
    terms.objective += weight / 2 * (mean - beta) * (mean - beta);
    terms.gap += fall_within(range, weight, beta, slope);
    terms.size += weight * mean * mean;
    terms.max_violation = worse_of(terms.max_violation, std::abs(slope) / unit);
  }
  terms.objective += lambda * sums.penalty;
  terms.gap += lambda * sums.slack;
  return assemble_certificate(terms);
}

}  // namespace gaptv
