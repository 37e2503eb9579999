// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The loss of positive outcomes whose spread grows with their mean, such as costs and durations: the gamma deviance,
// with the penalty on the logarithm of the mean.
//
// That link is not the canonical one. But a cell costs weight * (mean * exp(-b) + b) at the logarithm b, and with
// c = -b that is W * (exp(c) - M * c) for W = weight * mean and M = 1 / mean: a Poisson cell with the exposure W and
// the rate M. The penalty does not see the sign of b, so the problem is solved and proven as one of the Poisson loss,
// whose rates are the reciprocals of the means.
#include <algorithm>
#include <cmath>
#include <limits>

#include "gaptv/base/infinity.h"
#include "gaptv/base/random.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/simulated_null.h"

namespace gaptv {
namespace {

// The reciprocal of a smaller number would be infinite.
constexpr double smallest_outcome = std::numeric_limits<double>::min();

// Half the unit deviance, mean / fitted - 1 - log(mean / fitted).
double half_gamma_deviance(double mean, double fitted) {
  const double x = (mean - fitted) / fitted;
  // The series x^2/2 - x^3/3 + x^4/4 - x^5/5 + x^6/6: what is left out is below 1e-15 of it.
  if (std::abs(x) < 1e-3) return x * x * (1.0 / 2 - x * (1.0 / 3 - x * (1.0 / 4 - x * (1.0 / 5 - x / 6))));
  if (std::abs(x) < 0.5) return std::max(0.0, x - std::log1p(x));
  const double ratio = mean / fitted;  // keeps its digits where x is near -1
  return ratio - 1 - std::log(ratio);
}

// A power of two near the mean of all cells: in this unit no cell is far from 1 because of how outcomes are measured.
double unit_of_means(std::span<const double> weight, std::span<const double> mean) {
  CellStats all;
  for (std::size_t i = 0; i < weight.size(); ++i) all.add({weight[i], mean[i]});
  int exponent = 0;
  std::frexp(all.mean, &exponent);
  return std::ldexp(1.0, exponent - 1);
}

class GammaLoss final : public CellLoss {
 public:
  std::string_view name() const override { return "gamma"; }
  AcceptedOutcomes accepts() const override {
    return {.lowest = smallest_outcome,
            .refusal = "is not above 0; the loss gamma takes positive numbers, such as costs and durations"};
  }

  void to_link(std::span<double> means) const override {
    for (double& mean : means) mean = std::log(mean);
  }
  void to_mean(std::span<double> links) const override {
    for (double& link : links) link = std::exp(link);
  }

  const CellLoss& solved_as() const override { return poisson_loss(); }
  double to_solved(std::span<double> weight, std::span<double> mean) const override {
    const double unit = unit_of_means(weight, mean);
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      weight[i] *= mean[i] / unit;
      mean[i] = unit / mean[i];
    }
    return unit;
  }
  void from_solved(std::span<double> means, double unit) const override {
    for (double& mean : means) mean = unit / mean;
  }

  double divergence(std::span<const double> weight, std::span<const double> mean,
                    std::span<const double> fitted) const override {
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] > 0) sum += weight[i] * half_gamma_deviance(mean[i], fitted[i]);
    }
    return sum;
  }

  // A flow proves nothing of this loss itself, only of the one that it is solved as.
  double flow_gap(std::span<const double>, std::span<const double>, std::span<const double>, std::span<const double>,
                  const Interval&) const override {
    return infinity;
  }

  bool is_known_by_cells() const override { return false; }
  RowTerm row_term() const override { return RowTerm::log_x; }
  double deviance_of_sums(const RowTermSums& sums, double /*reference*/) const override {
    return 2 * (sums.x - sums.weight - sums.term);
  }
  double deviance_within(const CellTable& table) const override { return deviance_of_rows_within(*this, table); }

  Interval possible_means() const override { return {smallest_outcome, infinity}; }
  double variance(double mean) const override { return mean * mean; }
  bool has_known_dispersion() const override { return false; }
  double information_on_link(double /*mean*/) const override { return 1; }
  double lowest_mean(double) const override { return smallest_outcome; }
  double highest_mean(double) const override { return infinity; }

  // A gamma distribution with unknown dispersion, about: exactly that of the saddlepoint approximation of its density.
  double information(double deviance, double observations) const override {
    const double rounding = std::numeric_limits<double>::epsilon() * observations;
    return observations * std::log(std::max(deviance, rounding) / observations);
  }

  // Simulated: exponential outcomes with the overall mean.
  double gap_reference(const NullSample& sample) const override {
    if (!(sample.mean > 0)) return std::numeric_limits<double>::quiet_NaN();
    return simulated_gap_reference(sample.observations, sample.seed, [&](Random& random, std::span<double> outcomes) {
      for (double& outcome : outcomes) outcome = -sample.mean * std::log1p(-random.uniform());
    });
  }
};

}  // namespace

const CellLoss& gamma_loss() {
  static const GammaLoss loss;
  return loss;
}

}  // namespace gaptv
