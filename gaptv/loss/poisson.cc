// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The loss of counts with exposure: a cell's weight is its exposure, its mean the rate count / exposure; the penalty is
// on the logarithm of the rate.
#include <algorithm>
#include <cmath>
#include <limits>

#include "gaptv/base/infinity.h"
#include "gaptv/base/random.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/divergence_terms.h"
#include "gaptv/loss/simulated_null.h"

namespace gaptv {
namespace {

// Half the unit deviance, mean log(mean / fitted) - mean + fitted, given the logarithm of the fitted rate.
double half_deviance(double mean, double fitted, double log_fitted) {
  return mean > 0 ? std::max(0.0, mean * (std::log(mean) - log_fitted) - mean + fitted) : fitted;
}

// The same where the two may differ by rounding only.
double divergence_of_poisson(double mean, double fitted) {
  const double difference = mean - fitted;
  if (std::abs(difference) < 1e-7 * fitted) return difference * difference / (2 * fitted);
  if (std::abs(difference) < fitted / 2) return fitted * excess_of_x_log_x(difference / fitted);
  return half_deviance(mean, fitted, std::log(fitted));
}

// What a flow that implies a rate below 0 leaves open, if the minimiser's rate is at least "lowest": the fall of
// exp(t) - implied * t from the fitted rate's logarithm to that of the lowest.
double fall_to_lowest_rate(double implied, double fitted, double lowest) {
  if (!(lowest > 0)) return infinity;
  return std::max(0.0, fitted - lowest - implied * std::log(fitted / lowest));
}

// The logarithm of a rate, computed anew only where it changes: neighbouring cells mostly lie on the same plateau.
class LogRate {
 public:
  double operator()(double rate) {
    if (rate != rate_) {
      rate_ = rate;
      log_ = std::log(rate);
    }
    return log_;
  }

 private:
  double rate_ = std::numeric_limits<double>::quiet_NaN();
  double log_ = 0;
};

// By inversion for small means; for large ones the rounded normal number is close enough for a null model.
double poisson_count(Random& random, double mean) {
  constexpr double most_for_inversion = 30;
  if (mean > most_for_inversion) return std::max(0.0, std::round(mean + std::sqrt(mean) * random.normal()));
  double probability = std::exp(-mean);
  double cumulated = probability;
  const double level = random.uniform();
  double count = 0;
  while (level >= cumulated && probability > 0) {
    ++count;
    probability *= mean / count;
    cumulated += probability;
  }
  return count;
}

class PoissonLoss final : public CellLoss {
 public:
  std::string_view name() const override { return "poisson"; }
  AcceptedOutcomes accepts() const override {
    return {.are_counts = true,
            .lowest = 0,
            .refusal =
                "is not a count; the loss poisson takes 0, 1, 2, ... (and the time, area or population they were "
                "counted over as exposure: `exposure`)"};
  }
  std::string describe(const OutcomeNames& names) const override {
    return "Rate of " + names.outcome + (names.exposure.empty() ? "" : " per unit of " + names.exposure);
  }
  // One event is added, so that no events are not called certain.
  MeanError mean_error(double weight, double mean, double /*scatter*/) const override {
    if (!(weight > 0)) return {};
    return {std::sqrt(weight * mean + 1) / weight};
  }
  std::string_view describe_mean_error() const override { return "a rate from so many events and one more"; }

  void to_link(std::span<double> means) const override {
    LogRate log;
    for (double& mean : means) mean = log(mean);
  }
  void to_mean(std::span<double> links) const override {
    for (double& link : links) link = std::exp(link);
  }

  double divergence(std::span<const double> weight, std::span<const double> mean,
                    std::span<const double> fitted) const override {
    LogRate log;
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] > 0) sum += weight[i] * half_deviance(mean[i], fitted[i], log(fitted[i]));
    }
    return sum;
  }

  double flow_gap(std::span<const double> weight, std::span<const double> mean, std::span<const double> sent,
                  std::span<const double> fitted, const Interval& bounds) const override {
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      const double implied = mean[i] - sent[i] / weight[i];
      sum += weight[i] * (implied < 0 ? fall_to_lowest_rate(implied, fitted[i], bounds.lowest)
                                      : divergence_of_poisson(implied, fitted[i]));
    }
    return sum;
  }

  bool is_known_by_cells() const override { return false; }
  RowTerm row_term() const override { return RowTerm::x_log_x; }
  double deviance_of_sums(const RowTermSums& sums, double reference) const override {
    return 2 * reference * (sums.term - sums.x + sums.weight);
  }
  double deviance_within(const CellTable& table) const override { return deviance_of_rows_within(*this, table); }

  Interval possible_means() const override { return {0, infinity}; }
  double variance(double mean) const override { return mean; }
  bool is_often_overdispersed() const override { return true; }
  // Half an event in all the exposure.
  double lowest_mean(double total_weight) const override { return 0.5 / total_weight; }
  double highest_mean(double) const override { return infinity; }

  double information(double deviance, double) const override { return deviance; }

  // Simulated: counts with the overall rate.
  double gap_reference(const NullSample& sample) const override {
    if (!(sample.mean > 0)) return std::numeric_limits<double>::quiet_NaN();
    return simulated_gap_reference(sample.observations, sample.seed, [&](Random& random, std::span<double> rates) {
      for (std::size_t row = 0; row < rates.size(); ++row) {
        const double exposure = sample.exposure.empty() ? 1.0 : sample.exposure[row % sample.exposure.size()];
        rates[row] = poisson_count(random, sample.mean * exposure) / exposure;
      }
    });
  }
};

}  // namespace

const CellLoss& poisson_loss() {
  static const PoissonLoss loss;
  return loss;
}

}  // namespace gaptv
