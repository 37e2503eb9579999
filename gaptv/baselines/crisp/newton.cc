// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/newton.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "gaptv/base/infinity.h"

namespace gaptv {
namespace {

// Newton's equation is solved to this share of its right side, in the norm of M^-1. A looser solution costs more steps,
// each with a factorisation; a tighter one saves few.
constexpr double newton_accuracy = 0.01;
// Beyond that rounding prevails, or the step is a poor one whatever its accuracy.
constexpr std::size_t most_conjugate_steps = 60;
// Newton's step is halved so often before the step of relax() is taken instead.
constexpr double smallest_share = 0.125;
// Newton's matrix may be nearly singular where cells have no data: its steps are too long then. After a step that could
// not be taken whole, this share of M is put back in the directions in which they differ, and less after every full
// step.
constexpr double least_damping = 1e-3;
constexpr double most_damping = 0.5;
// Entries of dual vectors that nothing feeds shrink with each step. Below this they cannot matter any more, and would
// become denormal numbers, with which processors take ten times longer.
constexpr double negligible = 1e-40;

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add(std::vector<double>& target, double factor, std::span<const double> other) {
  for (std::size_t i = 0; i < target.size(); ++i) target[i] += factor * other[i];
}

// What projecting on the unit ball leaves of a vector of this norm.
double kept_of(double norm) {
  return norm > 1 ? 1 / norm : 1.0;
}

// Huber's function of the root of square + added minus that of the norm, whose square is square.
double huber_change(double norm, double added) {
  const double next = std::sqrt(std::max(norm * norm + added, 0.0));
  if (norm > 1 && next > 1) return added / (next + norm);
  if (norm <= 1 && next <= 1) return added / 2;
  return norm > 1 ? next * next / 2 - (norm - 0.5) : (next - 0.5) - norm * norm / 2;
}

}  // namespace

CrispNewton::CrispNewton(const SliceDifferences& slices, QuadraticTerm term)
    : slices_(slices),
      term_(std::move(term)),
      factorization_(slices.shape()),
      values_(slices.cells(), 0.0),
      dual_(slices.edges(), 0.0),
      learned_(slices.slices()) {}

void CrispNewton::start_from(std::vector<double> values, std::vector<double> dual) {
  values_ = std::move(values);
  dual_ = std::move(dual);
  const std::vector<double> square = slices_.products(dual_, dual_);
  slices_.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
    const double kept = kept_of(std::sqrt(square[slice]));
    for (std::size_t edge = first; edge < first + count; ++edge) {
      dual_[edge] = std::abs(dual_[edge]) < negligible ? 0.0 : kept * dual_[edge];
    }
  });
}

std::vector<double> CrispNewton::apply_term(std::span<const double> x) const {
  std::vector<double> result(x.size());
  for (std::size_t cell = 0; cell < x.size(); ++cell) result[cell] = term_.weight[cell] * x[cell];
  return result;
}

std::vector<double> CrispNewton::gradient_of_term() const {
  std::vector<double> gradient = apply_term(values_);
  add(gradient, -1, term_.target);
  return gradient;
}

// Fills in what follows from values and dual vectors.
void CrispNewton::measure(Balanced& point, std::span<const double> difference) const {
  const std::vector<double> square = slices_.products(point.dual, point.dual);
  const std::vector<double> along = slices_.products(point.dual, difference);
  const std::vector<double> length = slices_.products(difference, difference);
  for (std::size_t slice = 0; slice < square.size(); ++slice) {
    point.longest = std::max(point.longest, std::sqrt(square[slice]));
    const double pull = square[slice] + stiffness_ * (2 * along[slice] + stiffness_ * length[slice]);
    point.is_fused.push_back(pull <= 1);
  }
  const double scale = 1 / std::max(point.longest, 1.0);
  for (std::size_t slice = 0; slice < square.size(); ++slice) {
    if (!point.is_fused[slice]) point.slack += std::sqrt(length[slice]) - scale * along[slice];
  }
}

CrispNewton::Balanced CrispNewton::relax(double lambda, double stiffness) {
  lambda_ = lambda;
  stiffness_ = stiffness;
  pull_ = slices_.differences(values_);
  for (std::size_t edge = 0; edge < pull_.size(); ++edge) pull_[edge] = dual_[edge] + stiffness * pull_[edge];
  norm_ = slices_.products(pull_, pull_);
  slice_weights_.clear();
  for (double& norm : norm_) {
    norm = std::sqrt(norm);
    slice_weights_.push_back(lambda * stiffness * kept_of(norm));
  }
  factorization_.factorise(term_.weight, slice_weights_);

  std::vector<double> kept_dual = dual_;
  slices_.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
    const double kept = kept_of(norm_[slice]);
    for (std::size_t edge = first; edge < first + count; ++edge) kept_dual[edge] *= kept;
  });
  std::vector<double> right_side = term_.target;
  add(right_side, -lambda, slices_.adjoint(kept_dual));

  Balanced relaxed;
  relaxed.values = factorization_.solve(right_side);
  const std::vector<double> difference = slices_.differences(relaxed.values);
  relaxed.dual = std::move(kept_dual);
  slices_.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
    const double factor = stiffness * kept_of(norm_[slice]);
    for (std::size_t edge = first; edge < first + count; ++edge) relaxed.dual[edge] += factor * difference[edge];
  });
  measure(relaxed, difference);
  return relaxed;
}

// Newton's matrix is M - V V^T. The column of V for a slice that is not fused is a scale times D^T pull: beyond the
// ball only turning costs anything, but for the damping. Fused slices have the scale 0.
std::vector<double> CrispNewton::outward_scales() const {
  std::vector<double> scales(norm_.size(), 0.0);
  for (std::size_t slice = 0; slice < scales.size(); ++slice) {
    if (norm_[slice] > 1) scales[slice] = std::sqrt((1 - damping_) * slice_weights_[slice]) / norm_[slice];
  }
  return scales;
}

// V times lengths.
std::vector<double> CrispNewton::apply_outward(std::span<const double> scales, std::span<const double> lengths) const {
  std::vector<double> factors(scales.begin(), scales.end());
  for (std::size_t slice = 0; slice < factors.size(); ++slice) factors[slice] *= lengths[slice];
  return slices_.scaled_adjoint(pull_, factors);
}

// V^T times values.
std::vector<double> CrispNewton::outward_lengths(std::span<const double> scales, std::span<const double> values) const {
  std::vector<double> lengths = slices_.products_with_differences(pull_, values);
  for (std::size_t slice = 0; slice < lengths.size(); ++slice) lengths[slice] *= scales[slice];
  return lengths;
}

// Newton's equation (M - V V^T) x = r has the solution x = M^-1 (r + V y), where (I - V^T M^-1 V) y = V^T M^-1 r has
// one unknown for each slice only. Conjugate gradients solve that; from one step to the next its matrix changes little,
// so that what they learned about its inverse is kept. first is M^-1 r.
CrispNewton::Direction CrispNewton::newton_direction(const std::vector<double>& gradient, std::vector<double> first) {
  Direction result;
  result.scales = outward_scales();
  result.outward.assign(norm_.size(), 0.0);
  const double enough = -newton_accuracy * newton_accuracy * dot(gradient, first);
  result.values = std::move(first);
  std::vector<double> residual = outward_lengths(result.scales, result.values);
  std::vector<double> search(norm_.size(), 0.0);
  double last_size = infinity;
  std::vector<std::pair<std::vector<double>, std::vector<double>>> seen;  // directions and their products
  for (std::size_t i = 0; i < most_conjugate_steps && dot(residual, residual) > enough; ++i) {
    std::vector<double> image = learned_.apply(residual);
    for (std::size_t slice = 0; slice < image.size(); ++slice) {
      if (result.scales[slice] == 0) image[slice] = 0;
    }
    const double size = dot(residual, image);
    for (std::size_t slice = 0; slice < search.size(); ++slice) {
      search[slice] = image[slice] + size / last_size * search[slice];
    }
    last_size = size;
    const std::vector<double> values = factorization_.solve(apply_outward(result.scales, search));
    std::vector<double> product = search;
    add(product, -1, outward_lengths(result.scales, values));
    const double curvature = dot(search, product);
    if (!(curvature > 0 && size > 0)) break;  // nothing but rounding is left
    const double length = size / curvature;
    add(result.outward, length, search);
    add(result.values, length, values);
    add(residual, -length, product);
    seen.emplace_back(search, std::move(product));
  }
  if (dot(residual, residual) > enough) {
    learned_ = LearnedInverse(norm_.size());  // it was of no use
  } else {
    for (const auto& [direction, product] : seen) learned_.learn(direction, product);
  }
  return result;
}

// By how much the augmented Lagrangian changes along a share of the direction.
double CrispNewton::change(const std::vector<double>& term_gradient, const std::vector<double>& direction,
                           double share) const {
  const std::vector<double> difference = slices_.differences(direction);
  const std::vector<double> along = slices_.products(pull_, difference);
  const std::vector<double> square = slices_.products(difference, difference);
  const double length = share * stiffness_;
  double sum = share * dot(term_gradient, direction) + share * share / 2 * dot(direction, apply_term(direction));
  for (std::size_t slice = 0; slice < along.size(); ++slice) {
    const double added = length * (2 * along[slice] + length * square[slice]);
    sum += lambda_ / stiffness_ * huber_change(norm_[slice], added);
  }
  return sum;
}

// The dual vectors that Newton's equation implies. With a full share they balance the values, whatever the outward
// lengths are.
std::vector<double> CrispNewton::dual_after(const Direction& direction, double share) const {
  std::vector<double> dual = slices_.differences(direction.values);
  slices_.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
    const double kept = kept_of(norm_[slice]);
    const double length = share * stiffness_ * kept;
    const double rest = kept - share * direction.scales[slice] * direction.outward[slice] / lambda_;
    for (std::size_t edge = first; edge < first + count; ++edge) dual[edge] = length * dual[edge] + rest * pull_[edge];
  });
  return dual;
}

void CrispNewton::adapt_damping(bool was_full) {
  damping_ = was_full ? damping_ / 4 : std::clamp(8 * damping_, least_damping, most_damping);
  if (damping_ < least_damping) damping_ = 0;
}

std::optional<CrispNewton::Balanced> CrispNewton::step(const Balanced& relaxed) {
  const std::vector<double> term_gradient = gradient_of_term();
  std::vector<double> pressure;
  pressure.reserve(norm_.size());
  for (const double norm : norm_) pressure.push_back(lambda_ * kept_of(norm));
  std::vector<double> gradient = slices_.scaled_adjoint(pull_, pressure);
  add(gradient, 1, term_gradient);
  std::vector<double> to_relaxed = relaxed.values;
  add(to_relaxed, -1, values_);

  const Direction direction = newton_direction(gradient, to_relaxed);
  const double safe_change = change(term_gradient, to_relaxed, 1);
  double share = 1;
  while (share >= smallest_share && !(change(term_gradient, direction.values, share) <= safe_change)) share /= 2;
  if (share < smallest_share) {
    start_from(relaxed.values, relaxed.dual);
    adapt_damping(false);
    return std::nullopt;
  }
  Balanced point;
  point.values = values_;
  add(point.values, share, direction.values);
  point.dual = dual_after(direction, share);
  start_from(point.values, point.dual);
  adapt_damping(share == 1);
  if (share < 1) return std::nullopt;
  measure(point, slices_.differences(point.values));
  return point;
}

}  // namespace gaptv
