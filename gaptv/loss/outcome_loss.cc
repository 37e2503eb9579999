// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/outcome_loss.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "gaptv/base/infinity.h"
#include "gaptv/loss/simulated_null.h"

namespace gaptv {
namespace {

// Doubles in their order as whole numbers, so that halving takes at most 64 steps between any two.
std::int64_t rank_of(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value + 0.0);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

double of_rank(std::int64_t rank) {
  return std::bit_cast<double>(rank >= 0 ? rank : std::numeric_limits<std::int64_t>::min() - rank);
}

bool are_adjacent(const Interval& bracket) {
  return !(std::nextafter(bracket.lowest, infinity) < bracket.highest);
}

// A number strictly inside. Halving the values is quick where the ends are of one size, halving the ranks where an
// outlier lies orders of magnitude away; in turn they are never slow.
double inside(const Interval& bracket, bool halves_ranks) {
  const double middle =
      halves_ranks ? of_rank(rank_of(bracket.lowest) / 2 + rank_of(bracket.highest) / 2) : middle_of(bracket);
  if (middle > bracket.lowest && middle < bracket.highest) return middle;
  return std::nextafter(bracket.lowest, infinity);
}

// The neighbouring numbers between which a condition changes from false to true; twice the same end of the bracket if
// it does not change inside.
template <typename Condition>
Interval where_it_becomes_true(Interval bracket, Condition&& is_true) {
  if (is_true(bracket.lowest)) return {bracket.lowest, bracket.lowest};
  if (!is_true(bracket.highest)) return {bracket.highest, bracket.highest};
  for (bool halves_ranks = false; !are_adjacent(bracket); halves_ranks = !halves_ranks) {
    const double t = inside(bracket, halves_ranks);
    (is_true(t) ? bracket.highest : bracket.lowest) = t;
  }
  return bracket;
}

// An outcome from the middle of the cells: a search that starts there is not misled by outliers.
double typical_outcome(std::span<const Sample* const> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Sample& cell = *cells[(cells.size() / 2 + i) % cells.size()];
    if (!cell.is_empty()) return cell.outcome[cell.outcome.size() / 2];
  }
  return 0;
}

// Where Newton's step leads, at least one number away from t; infinite if the curvature is not known.
double newton_step(double t, double slope, double curvature) {
  if (!(curvature > 0)) return infinity;
  const double target = t - slope / curvature;
  return target != t ? target : std::nextafter(t, slope < 0 ? infinity : -infinity);
}

// How far from a minimiser the slopes are no longer rounding, if the curvature is what it seems to be.
double distance_to_tell_apart(double t, const Slopes& slopes) {
  const double neighbour = std::nextafter(std::abs(t), infinity) - std::abs(t);
  return 4 * (neighbour + (slopes.curvature > 0 ? slopes.rounding() / slopes.curvature : 0.0));
}

}  // namespace

double Slopes::rounding() const {
  // A few units in the last place of the terms.
  constexpr double relative_rounding = 1e-15;
  return relative_rounding * std::max({size, std::abs(left), std::abs(right)});
}

Slopes sum_slopes(const OutcomeLoss& loss, std::span<const Sample* const> cells, double pull, double t) {
  Slopes sum{pull, pull, 0, std::abs(pull)};
  for (const Sample* const cell : cells) {
    if (cell->is_empty()) continue;
    const Slopes own = loss.slopes(*cell, t);
    sum.left += own.left;
    sum.right += own.right;
    sum.curvature += own.curvature;
    sum.size += std::max({own.size, std::abs(own.left), std::abs(own.right)});
  }
  return sum;
}

double deviance(const OutcomeLoss& loss, const CellSamples& samples, std::span<const double> values) {
  double sum = 0;
  for (std::size_t cell = 0; cell < samples.cells(); ++cell) {
    const Sample sample = samples[cell];
    if (!sample.is_empty()) sum += loss.value(sample, values[cell]);
  }
  return 2 * sum;
}

double middle_of(const Interval& minimisers) {
  const double middle = minimisers.lowest + (minimisers.highest - minimisers.lowest) / 2;
  // The other way round gives the same but for rounding, which must not depend on the sign.
  const double other = minimisers.highest - (minimisers.highest - minimisers.lowest) / 2;
  return middle == other ? middle : (middle + other) / 2;
}

Interval OutcomeLoss::minimisers(std::span<const Sample* const> cells, double pull, Interval within) const {
  const auto falls_at = [&](double t) {
    const Slopes slopes = sum_slopes(*this, cells, pull, t);
    return slopes.right < -slopes.rounding();
  };
  const auto rises_at = [&](double t) {
    const Slopes slopes = sum_slopes(*this, cells, pull, t);
    return slopes.left > slopes.rounding();
  };
  Interval bracket = within;
  double t = std::clamp(typical_outcome(cells), within.lowest, within.highest);
  for (int step = 0; !are_adjacent(bracket); ++step) {
    const Slopes slopes = sum_slopes(*this, cells, pull, t);
    const bool falls = slopes.right < -slopes.rounding();
    const bool rises = slopes.left > slopes.rounding();
    if (!falls && !rises) {
      if (slopes.left < -slopes.rounding() && slopes.right > slopes.rounding()) return {t, t};
      const double away = distance_to_tell_apart(t, slopes);
      if (falls_at(t - away) && rises_at(t + away)) return {t, t};
      // Level on one side at least: look for both ends.
      return {where_it_becomes_true({bracket.lowest, t}, [&](double u) { return !falls_at(u); }).highest,
              where_it_becomes_true({t, bracket.highest}, rises_at).lowest};
    }
    (falls ? bracket.lowest : bracket.highest) = t;
    t = newton_step(t, falls ? slopes.right : slopes.left, slopes.curvature);
    // Every third step halves, so that no sequence of Newton steps takes long.
    if (step % 3 == 2 || !(t > bracket.lowest && t < bracket.highest)) t = inside(bracket, step % 2 == 1);
  }
  return bracket;
}

double OutcomeLoss::information(double deviance, double observations) const {
  // A perfect fit would have the logarithm of nothing; rounding is what is left of its deviance.
  const double rounding = std::numeric_limits<double>::epsilon() * observations;
  return observations * std::log(std::max(deviance, rounding) / observations);
}

void OutcomeLoss::draw_null(const Sample& all, double /*constant*/, Random& random, std::span<double> drawn) const {
  const std::span<const double> up_to = all.weight_up_to.subspan(1);
  for (double& outcome : drawn) {
    const auto place = std::upper_bound(up_to.begin(), up_to.end(), random.uniform() * all.total_weight());
    outcome = all.outcome[std::min(static_cast<std::size_t>(place - up_to.begin()), all.outcome.size() - 1)];
  }
}

OutcomeLoss::InUnit OutcomeLoss::in_unit(double /*unit*/) const {
  return {};
}

double gap_reference(const OutcomeLoss& loss, const Sample& all, std::uint64_t seed) {
  const Sample* const cells[] = {&all};
  const double constant = middle_of(loss.minimisers(cells, 0, {all.outcome.front(), all.outcome.back()}));
  return simulated_gap_reference(all.total_weight(), seed, [&](Random& random, std::span<double> drawn) {
    loss.draw_null(all, constant, random, drawn);
  });
}

}  // namespace gaptv
