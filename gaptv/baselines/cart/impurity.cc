// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/impurity.h"

#include <algorithm>

namespace gaptv {
namespace {

// Both say how good it is to divide the list behind the entries that were moved left, and how good not to divide it at
// all; only differences of these count. In both a right weight of 0 means that the weights differ so much that their
// sum forgot the lighter ones: no split.

// The impurity of numbers is the sum of squared deviations from their mean. Dividing them lowers it by
//   L^2 / left weight + R^2 / right weight,
// where L and R = -L are the sums of weight * (outcome - mean of the node) on either side: no difference of large sums.
class SquaredDeviations {
 public:
  SquaredDeviations(const CartRows& rows, const CartSummary& node)
      : rows_(rows), mean_(node.values.front()), right_weight_(node.weight) {}

  void move_left(const CartEntry& entry) {
    const double weight = rows_.weight_of(entry.row);
    left_weight_ += weight;
    right_weight_ -= weight;
    left_sum_ += weight * (entry.outcome - mean_);
  }
  static double undivided() { return 0; }
  double divided() const {
    const double square = left_sum_ * left_sum_;
    if (!(right_weight_ > 0)) return undivided();
    return square / left_weight_ + square / right_weight_;
  }

 private:
  const CartRows& rows_;
  double mean_;
  double left_weight_ = 0;
  double right_weight_;
  double left_sum_ = 0;
};

// The impurity of classes is weight * sum of p (1 - p) over the shares p of the classes (Gini).
class GiniImpurity {
 public:
  GiniImpurity(const CartRows& rows, const CartSummary& node)
      : rows_(rows), right_weight_(node.weight), left_(rows.classes, 0.0), right_(node.class_weights) {
    for (const double weight : right_) undivided_ += impurity(weight, right_weight_);
  }

  void move_left(const CartEntry& entry) {
    const double weight = rows_.weight_of(entry.row);
    const auto k = static_cast<std::size_t>(entry.outcome);
    left_weight_ += weight;
    right_weight_ -= weight;
    left_[k] += weight;
    right_[k] -= weight;
  }
  double undivided() const { return -undivided_; }
  double divided() const {
    if (!(right_weight_ > 0)) return undivided();
    double sum = 0;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      sum += impurity(left_[k], left_weight_);
      sum += impurity(right_[k], right_weight_);
    }
    return -sum;
  }

 private:
  static double impurity(double of_class, double of_all) {
    const double share = of_class / of_all;
    return share * (1 - share) * of_all;
  }

  const CartRows& rows_;
  double undivided_ = 0;
  double left_weight_ = 0;
  double right_weight_;
  std::vector<double> left_;
  std::vector<double> right_;
};

template <typename Impurity>
CartSplit scan(Impurity impurity, const CartRows& rows, const CartSummary& node, std::span<const CartEntry> entries,
               std::size_t min_bucket) {
  const double undivided = impurity.undivided();
  const auto fewest = static_cast<double>(min_bucket);
  double best = undivided;
  double on_the_left = 0;
  std::size_t left_count = 0;
  for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
    impurity.move_left(entries[i]);
    on_the_left += rows.count_of(entries[i].row);
    if (on_the_left + fewest > node.count) break;
    if (on_the_left < fewest || entries[i].rank == entries[i + 1].rank) continue;
    const double divided = impurity.divided();
    if (divided > best) {
      best = divided;
      left_count = i + 1;
    }
  }
  return {best - undivided, left_count};
}

CartSummary summarise_numbers(const CartRows& rows, std::span<const CartEntry> entries) {
  CartSummary node;
  double sum = 0;
  node.is_pure = true;
  for (const CartEntry& entry : entries) {
    const double weight = rows.weight_of(entry.row);
    node.weight += weight;
    node.count += rows.count_of(entry.row);
    sum += weight * entry.outcome;
    node.is_pure = node.is_pure && entry.outcome == entries.front().outcome;
  }
  const double mean = node.is_pure ? entries.front().outcome : sum / node.weight;
  for (const CartEntry& entry : entries) {
    const double deviation = entry.outcome - mean;
    node.risk += rows.weight_of(entry.row) * (deviation * deviation);
  }
  node.values = {mean};
  return node;
}

CartSummary summarise_classes(const CartRows& rows, std::span<const CartEntry> entries) {
  CartSummary node;
  std::vector<double>& weights = node.class_weights;
  weights.assign(rows.classes, 0.0);
  for (const CartEntry& entry : entries) {
    weights[static_cast<std::size_t>(entry.outcome)] += rows.weight_of(entry.row);
    node.count += rows.count_of(entry.row);
  }
  for (const double weight : weights) node.weight += weight;
  node.most_frequent = static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (k != node.most_frequent) node.risk += weights[k];
    node.values.push_back(weights[k] / node.weight);
  }
  node.is_pure = node.risk == 0;
  return node;
}

}  // namespace

CartSummary summarise(const CartRows& rows, std::span<const CartEntry> entries) {
  return rows.classes > 0 ? summarise_classes(rows, entries) : summarise_numbers(rows, entries);
}

CartSplit best_split(const CartRows& rows, const CartSummary& node, std::span<const CartEntry> entries,
                     std::size_t min_bucket) {
  return rows.classes > 0 ? scan(GiniImpurity(rows, node), rows, node, entries, min_bucket)
                          : scan(SquaredDeviations(rows, node), rows, node, entries, min_bucket);
}

}  // namespace gaptv
