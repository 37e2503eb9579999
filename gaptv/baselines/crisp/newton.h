// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gaptv/baselines/crisp/grid_factorization.h"
#include "gaptv/baselines/crisp/learned_inverse.h"
#include "gaptv/baselines/crisp/slice_differences.h"

namespace gaptv {

// Holds what CRISP's penalty is added to:
//   sum_s weight_s / 2 * b_s^2  -  target . b
// The data term has target = weight * mean.
struct QuadraticTerm {
  std::vector<double> weight;  // >= 0, at least one > 0
  std::vector<double> target;
};

// Takes semismooth Newton steps on the augmented Lagrangian of a QuadraticTerm + lambda * sum over slices of |D b|
// (docs/theory/crisp.md). With pull = dual + stiffness * D b of every slice, the penalty of a slice is lambda /
// stiffness times Huber's function of |pull|: a slice with |pull| <= 1 is fused, others feel lambda * |D b| nearly as
// it is. After each step the dual vectors follow, so that D b goes to 0 in fused slices without a huge stiffness.
//
// The matrix M = weight + lambda D^T (stiffness / max(1, |pull|)) D is factorised. Newton's matrix is smaller by a
// rank of one for each slice that is not fused; its equation is reduced to one unknown per slice and solved by
// conjugate gradients.
class CrispNewton {
 public:
  // Holds values and dual vectors that balance: gradient of the quadratic term at the values + lambda D^T dual = 0, up
  // to rounding and also in cells without data. The norms of the dual vectors may exceed 1.
  struct Balanced {
    std::vector<double> values;
    std::vector<double> dual;    // an edge vector, see SliceDifferences
    std::vector<bool> is_fused;  // by slice
    double longest = 0;          // the largest norm of a dual vector
    double slack = 0;            // sum of |D b| - u . D b over slices not fused, u being the dual vectors over longest
  };

  // slices must outlive the object.
  CrispNewton(const SliceDifferences& slices, QuadraticTerm term);

  // Says where the next step starts; the norms of the dual vectors are cut to 1.
  void start_from(std::vector<double> values, std::vector<double> dual);
  const std::vector<double>& values() const { return values_; }
  const std::vector<double>& dual() const { return dual_; }
  // Returns the weights of the edges in M, lambda * stiffness / max(1, |pull|), by slice.
  const std::vector<double>& slice_weights() const { return slice_weights_; }

  // Factorises M at the present point. M belongs to a quadratic function that touches the augmented Lagrangian there
  // and lies above it elsewhere; returns its minimiser, a step that is always downwards.
  Balanced relax(double lambda, double stiffness);

  // Takes Newton's step from the point of relax(), or a part of it, or the step of relax() if that goes further down.
  // Returns the new point if it is that of the full step.
  std::optional<Balanced> step(const Balanced& relaxed);

 private:
  struct Direction {
    std::vector<double> values;   // nearly the solution of Newton's equation
    std::vector<double> scales;   // of the columns of V, by slice
    std::vector<double> outward;  // y, by slice
  };

  std::vector<double> apply_term(std::span<const double> x) const;
  std::vector<double> outward_scales() const;
  std::vector<double> apply_outward(std::span<const double> scales, std::span<const double> lengths) const;
  std::vector<double> outward_lengths(std::span<const double> scales, std::span<const double> values) const;
  std::vector<double> gradient_of_term() const;
  Direction newton_direction(const std::vector<double>& gradient, std::vector<double> first);
  double change(const std::vector<double>& term_gradient, const std::vector<double>& direction, double share) const;
  std::vector<double> dual_after(const Direction& direction, double share) const;
  void adapt_damping(bool was_full);
  void measure(Balanced& point, std::span<const double> difference) const;

  const SliceDifferences& slices_;
  QuadraticTerm term_;
  GridFactorization factorization_;
  std::vector<double> values_;
  std::vector<double> dual_;
  double damping_ = 0;
  LearnedInverse learned_;
  // These are from the last relax().
  double lambda_ = 0;
  double stiffness_ = 0;
  std::vector<double> pull_;  // an edge vector
  std::vector<double> norm_;  // of the pull of each slice
  std::vector<double> slice_weights_;
};

}  // namespace gaptv
