// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The squared loss: weight / 2 * (mean - beta)^2. Its deviance, the sum of squared errors of all observations, needs no
// more than the cells know: scatter + weight * (mean - beta)^2.
#include <cmath>
#include <limits>
#include <numbers>

#include "gaptv/base/infinity.h"
#include "gaptv/base/numeric.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {
namespace {

class SquaredLoss final : public CellLoss {
 public:
  std::string_view name() const override { return "gaussian"; }
  bool is_squared() const override { return true; }
  bool has_identity_link() const override { return true; }
  void to_link(std::span<double>) const override {}
  void to_mean(std::span<double>) const override {}

  double divergence(std::span<const double> weight, std::span<const double> mean,
                    std::span<const double> fitted) const override {
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const double residual = mean[i] - fitted[i];
      if (weight[i] > 0) sum += weight[i] / 2 * residual * residual;
    }
    return sum;
  }

  double flow_gap(std::span<const double> weight, std::span<const double> mean, std::span<const double> sent,
                  std::span<const double> fitted, const Interval&) const override {
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      // The difference of two large numbers is taken before the division: it keeps more digits than the implied mean.
      const double imbalance = weight[i] * (mean[i] - fitted[i]) - sent[i];
      sum += imbalance / weight[i] * imbalance / 2;
    }
    return sum;
  }

  double deviance_within(const CellTable& table) const override {
    double sum = 0;
    for (const CellStats& cell : table.cells) sum += cell.scatter;
    return sum;
  }

  Interval possible_means() const override { return {-infinity, infinity}; }
  double variance(double /*mean*/) const override { return 1; }
  bool has_known_dispersion() const override { return false; }
  double lowest_mean(double) const override { return -infinity; }
  double highest_mean(double) const override { return infinity; }

  // A normal model with unknown variance.
  double information(double deviance, double observations) const override {
    // A perfect fit would have the logarithm of nothing; rounding is what is left of its deviance.
    const double rounding = std::numeric_limits<double>::epsilon() * observations;
    return observations * std::log(std::max(deviance, rounding) / observations);
  }

  // log 2 + digamma(nu / 2), nu = n^2/2 - n (equation 8 of the paper); NaN for n <= 2.
  double gap_reference(const NullSample& sample) const override {
    const double nu = sample.observations * sample.observations / 2 - sample.observations;
    if (!(nu > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::numbers::ln2 + digamma(nu / 2);
  }
};

}  // namespace

const CellLoss& squared_loss() {
  static const SquaredLoss loss;
  return loss;
}

}  // namespace gaptv
