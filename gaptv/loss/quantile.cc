// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The pinball loss. The slope of a cell at t is the weight up to t minus tau times all its weight, so that the
// minimiser over several cells is found by selection among their outcomes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/base/number_text.h"
#include "gaptv/loss/outcome_loss.h"

namespace gaptv {
namespace {

struct Weighted {
  double outcome;
  double weight;
};

// The smallest outcome up to which (itself included) more than the given weight lies; the largest double if there is
// none. Linear time on average: only the half with the answer is looked at again.
double select_outcome(std::vector<Weighted>& all, double weight) {
  const auto by_outcome = [](const Weighted& a, const Weighted& b) { return a.outcome < b.outcome; };
  auto begin = all.begin();
  auto end = all.end();
  double before = 0;
  while (end - begin > 1) {
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, by_outcome);
    double below = before;
    for (auto it = begin; it != middle; ++it) below += it->weight;
    if (below > weight) {
      end = middle;
    } else {
      begin = middle;
      before = below;
    }
  }
  return begin == end || before + begin->weight <= weight ? std::numeric_limits<double>::max() : begin->outcome;
}

class QuantileLoss final : public OutcomeLoss {
 public:
  explicit QuantileLoss(double tau) : tau_(tau) {}

  std::string_view name() const override { return "quantile"; }
  std::optional<double> parameter() const override { return tau_; }
  std::string describe(const OutcomeNames& names) const override {
    return (tau_ == 0.5 ? "Median" : "Quantile " + number_text(tau_)) + " of " + names.outcome;
  }

  double value(const Sample& cell, double t) const override {
    const std::size_t up_to = cell.count_up_to(t);
    const double below = -cell.moment_about(t, 0, up_to);
    const double above = cell.moment_about(t, up_to, cell.outcome.size());
    return (1 - tau_) * std::max(below, 0.0) + tau_ * std::max(above, 0.0);
  }

  Slopes slopes(const Sample& cell, double t) const override {
    const std::size_t below = cell.count_below(t);
    const bool is_outcome = below < cell.outcome.size() && cell.outcome[below] == t;
    const double base = -tau_ * cell.total_weight();
    return {base + cell.weight_up_to[below], base + cell.weight_up_to[below + (is_outcome ? 1 : 0)], 0,
            cell.total_weight()};
  }

  Interval minimisers(std::span<const Sample* const> cells, double pull, Interval within) const override {
    std::vector<Weighted> all;  // outcomes within the bounds; of those below only the weight matters
    double weight = 0;
    double weight_below = 0;
    for (const Sample* const cell : cells) {
      const std::size_t first = cell->count_below(within.lowest);
      const std::size_t last = cell->count_up_to(within.highest);
      weight += cell->total_weight();
      weight_below += cell->weight_up_to[first];
      for (std::size_t i = first; i < last; ++i) all.push_back({cell->outcome[i], cell->weight[i]});
    }
    // This much of the weight within the bounds lies up to a minimiser; what differs by rounding counts as equal.
    const double wanted = tau_ * weight - pull - weight_below;
    const double rounding = 1e-15 * (weight + std::abs(pull));
    if (wanted < -rounding) return {within.lowest, within.lowest};
    const double selected = select_outcome(all, wanted - rounding);
    double up_to_selected = 0;
    double next = std::numeric_limits<double>::max();
    for (const auto& [outcome, own_weight] : all) {
      if (outcome <= selected) {
        up_to_selected += own_weight;
      } else {
        next = std::min(next, outcome);
      }
    }
    // Level from the lower bound on, or from the selected one up to the next.
    const Interval found{wanted <= rounding ? within.lowest : selected,
                         up_to_selected <= wanted + rounding ? next : selected};
    return {std::clamp(found.lowest, within.lowest, within.highest),
            std::clamp(found.highest, within.lowest, within.highest)};
  }

  // An asymmetric Laplace distribution with unknown scale.
  double information(double deviance, double observations) const override {
    return 2 * OutcomeLoss::information(deviance, observations);
  }

  InUnit in_unit(double /*unit*/) const override { return {quantile_loss(tau_), 1}; }

 private:
  double tau_;
};

}  // namespace

std::shared_ptr<const OutcomeLoss> quantile_loss(double tau) {
  return std::make_shared<QuantileLoss>(tau);
}

}  // namespace gaptv
