// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Huber's loss. The slope of a cell at t is the sum of weight * (t - outcome), each difference cut off at delta: with
// the sums that a Sample keeps it takes two searches in the outcomes.
#include <algorithm>
#include <cmath>

#include "gaptv/loss/outcome_loss.h"

namespace gaptv {
namespace {

class HuberLoss final : public OutcomeLoss {
 public:
  explicit HuberLoss(double delta) : delta_(delta) {}

  std::string_view name() const override { return "huber"; }
  std::optional<double> parameter() const override { return delta_; }

  double value(const Sample& cell, double t) const override {
    const std::size_t first = cell.count_below(t - delta_);
    const std::size_t last = cell.count_up_to(t + delta_);
    const std::size_t end = cell.outcome.size();
    double squares = 0;
    for (std::size_t i = first; i < last; ++i) {
      const double residual = cell.outcome[i] - t;
      squares += cell.weight[i] * residual * residual;
    }
    // Distances from where the line begins, and from there down to half the square of delta.
    const double beyond = cell.moment_about(t + delta_, last, end) - cell.moment_about(t - delta_, 0, first);
    const double weight_beyond = cell.weight_of(0, first) + cell.weight_of(last, end);
    return squares / 2 + delta_ * (std::max(beyond, 0.0) + weight_beyond * delta_ / 2);
  }

  Slopes slopes(const Sample& cell, double t) const override {
    const std::size_t first = cell.count_up_to(t - delta_);
    const std::size_t last = cell.count_below(t + delta_);
    const double all = cell.total_weight();
    if (first >= last) {  // none strictly inside; more than none at t itself only if t + delta rounds to t
      return {delta_ * (2 * cell.weight_up_to[last] - all), delta_ * (2 * cell.weight_up_to[first] - all), 0,
              delta_ * all};
    }
    const double slope = delta_ * (cell.weight_of(0, first) - cell.weight_of(last, cell.outcome.size())) -
                         cell.moment_about(t, first, last);
    return {slope, slope, cell.weight_of(first, last), delta_ * all};
  }

  InUnit in_unit(double unit) const override { return {huber_loss(delta_ / unit), unit, true}; }

 private:
  double delta_;
};

}  // namespace

std::shared_ptr<const OutcomeLoss> huber_loss(double delta) {
  return std::make_shared<HuberLoss>(delta);
}

}  // namespace gaptv
