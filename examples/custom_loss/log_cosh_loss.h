// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// A loss of one's own, all in this file: rho = scale^2 * log cosh(residual / scale). Quadratic for small residuals,
// linear for large ones, and smooth everywhere. docs/custom-loss.md walks through it.
#pragma once

#include <cmath>
#include <numbers>

#include "gaptv/gaptv.h"

class LogCoshLoss : public gaptv::OutcomeLoss {
 public:
  explicit LogCoshLoss(double scale) : scale_(scale) {}

  std::string_view name() const override { return "log-cosh"; }
  std::optional<double> parameter() const override { return scale_; }

  // The value: written so that no exponential overflows.
  double value(const gaptv::Sample& cell, double t) const override {
    double sum = 0;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) {
      const double r = std::abs(cell.outcome[i] - t) / scale_;
      sum += cell.weight[i] * (r + std::log1p(std::exp(-2 * r)) - std::numbers::ln2);
    }
    return scale_ * scale_ * sum;
  }

  // The derivative, the same from both sides; the curvature makes the search for minimisers quick.
  gaptv::Slopes slopes(const gaptv::Sample& cell, double t) const override {
    gaptv::Slopes sum;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) {
      const double tanh = std::tanh((t - cell.outcome[i]) / scale_);
      sum.left += scale_ * cell.weight[i] * tanh;
      sum.curvature += cell.weight[i] * (1 - tanh * tanh);
    }
    sum.right = sum.left;
    sum.size = scale_ * cell.total_weight();
    return sum;
  }

  // The minimiser of a cell or a region: the search on the slopes that every loss inherits will do.

  // The null model: exp(-log cosh) is the hyperbolic secant distribution, drawn by inverting its distribution function.
  void draw_null(const gaptv::Sample& /*all*/, double constant, gaptv::Random& random,
                 std::span<double> drawn) const override {
    for (double& outcome : drawn) {
      const double level = (random.uniform() + 0x1p-54) * std::numbers::pi / 2;  // never 0
      outcome = constant + scale_ * std::log(std::tan(level));
    }
  }

 private:
  double scale_;
};
