// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The logistic loss of outcomes 0 and 1: means are probabilities, the penalty is on their logits.
#include <algorithm>
#include <cmath>
#include <limits>

#include "gaptv/base/infinity.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/divergence_terms.h"

namespace gaptv {
namespace {

// x log x, continued to 0.
double x_log_x(double x) {
  return x > 0 ? x * std::log(x) : 0.0;
}

// The logarithms of a probability and of its complement, computed anew only where the probability changes: neighbouring
// cells mostly lie on the same plateau.
class LogProbability {
 public:
  // -log of the probability of an outcome with this mean; infinite if it cannot be.
  double cross_entropy(double mean, double fitted) {
    if (fitted != fitted_) {
      fitted_ = fitted;
      log_ = std::log(fitted);
      log_complement_ = std::log1p(-fitted);
    }
    return -((mean > 0 ? mean * log_ : 0.0) + (mean < 1 ? (1 - mean) * log_complement_ : 0.0));
  }
  double logit(double fitted) {
    cross_entropy(0.5, fitted);
    return log_ - log_complement_;
  }

 private:
  double fitted_ = std::numeric_limits<double>::quiet_NaN();
  double log_ = 0;
  double log_complement_ = 0;
};

// The Kullback-Leibler divergence of two Bernoulli distributions that differ by more than rounding.
double divergence_of_different(double mean, double fitted) {
  if (!(fitted > 0 && fitted < 1)) {
    const auto term = [](double a, double b) { return a > 0 ? a * std::log(a / b) : 0.0; };
    return term(mean, fitted) + term(1 - mean, 1 - fitted);
  }
  const double difference = mean - fitted;
  return fitted * excess_of_x_log_x(difference / fitted) + (1 - fitted) * excess_of_x_log_x(-difference / (1 - fitted));
}

// The same where they may differ by rounding only, which is the usual case.
inline double divergence_of_bernoulli(double mean, double fitted) {
  const double difference = mean - fitted;
  const double room = std::min(fitted, 1 - fitted);
  if (std::abs(difference) < 1e-7 * room) return difference * difference / (2 * fitted * (1 - fitted));
  return divergence_of_different(mean, fitted);
}

// What a flow that implies a probability below 0 leaves open, if the minimiser's is at least "lowest": the fall of
// log(1 + exp(t)) - implied * t from the fitted probability's logit to that of the lowest.
double fall_to_lowest_probability(double implied, double fitted, double lowest) {
  if (!(lowest > 0)) return infinity;
  const double complements = std::log((1 - lowest) / (1 - fitted));
  return std::max(0.0, complements - implied * (std::log(fitted / lowest) + complements));
}

class BinomialLoss final : public CellLoss {
 public:
  std::string_view name() const override { return "binomial"; }
  AcceptedOutcomes accepts() const override {
    return {.are_two_classes = true,
            .refusal =
                "is neither 0 nor 1; the loss binomial takes 0 and 1, two labels, or numbers of successes with "
                "the trials as weights (`weight`)"};
  }
  std::string describe(const OutcomeNames& names) const override {
    return "Probability of " + names.outcome + " = " + names.class_predicted;
  }
  // After Agresti and Coull (1998): two of each kind are added, so that 0 of 50 is not called certain.
  MeanError mean_error(double weight, double mean, double /*scatter*/) const override {
    if (!(weight > 0)) return {};
    const double share = (weight * mean + 2) / (weight + 4);
    return {std::sqrt(share * (1 - share) / (weight + 4))};
  }
  std::string_view describe_mean_error() const override { return "a share in so many rows (after Agresti and Coull)"; }

  void to_link(std::span<double> means) const override {
    LogProbability logs;
    for (double& mean : means) mean = logs.logit(mean);
  }
  void to_mean(std::span<double> links) const override {
    for (double& link : links) link = 1 / (1 + std::exp(-link));
  }

  double divergence(std::span<const double> weight, std::span<const double> mean,
                    std::span<const double> fitted) const override {
    LogProbability logs;
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      const double negative_entropy = x_log_x(mean[i]) + x_log_x(1 - mean[i]);
      sum += weight[i] * std::max(0.0, logs.cross_entropy(mean[i], fitted[i]) + negative_entropy);
    }
    return sum;
  }

  double flow_gap(std::span<const double> weight, std::span<const double> mean, std::span<const double> sent,
                  std::span<const double> fitted, const Interval& bounds) const override {
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      const double implied = mean[i] - sent[i] / weight[i];
      sum += weight[i] * (implied < 0   ? fall_to_lowest_probability(implied, fitted[i], bounds.lowest)
                          : implied > 1 ? fall_to_lowest_probability(1 - implied, 1 - fitted[i], 1 - bounds.highest)
                                        : divergence_of_bernoulli(implied, fitted[i]));
    }
    return sum;
  }

  // Twice the entropy of the observations in each cell.
  double deviance_within(const CellTable& table) const override {
    double sum = 0;
    for (const CellStats& cell : table.cells) {
      if (cell.weight > 0) sum -= 2 * cell.weight * (x_log_x(cell.mean) + x_log_x(1 - cell.mean));
    }
    return sum;
  }

  Interval possible_means() const override { return {0, 1}; }
  double variance(double mean) const override { return mean * (1 - mean); }
  // Half an observation more among all of them.
  double lowest_mean(double total_weight) const override { return 0.5 / (total_weight + 1); }
  double highest_mean(double total_weight) const override { return 1 - lowest_mean(total_weight); }

  double information(double deviance, double) const override { return deviance; }

  // The Taylor expansion of the paper: of m pairs each differs with probability r.
  double gap_reference(const NullSample& sample) const override {
    const double pairs = (sample.observations * sample.observations - sample.observations) / 2;
    const double differing = 2 * sample.mean * (1 - sample.mean) * pairs;
    if (!(differing > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::log(differing) - (1 - differing / pairs) / (2 * differing);
  }
};

}  // namespace

const CellLoss& binomial_loss() {
  static const BinomialLoss loss;
  return loss;
}

}  // namespace gaptv
