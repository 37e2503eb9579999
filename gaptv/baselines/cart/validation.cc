// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/validation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

// One price for each row of the table, inside its interval [alpha[i], alpha[i - 1]).
std::vector<double> typical_alphas(const PruningTable& table) {
  std::vector<double> typical = {infinity};
  for (std::size_t i = 1; i < table.alpha.size(); ++i) {
    // Two roots: the product of two small numbers may be no number at all.
    typical.push_back(std::sqrt(table.alpha[i - 1]) * std::sqrt(std::max(table.alpha[i], 0.0)));
  }
  return typical;
}

// Sums over rows, for each row of the table.
struct ErrorSums {
  std::vector<double> error;
  std::vector<double> squared_error;

  explicit ErrorSums(std::size_t size) : error(size, 0.0), squared_error(size, 0.0) {}
};

// The errors of the rows held out at every node that they pass: with the node as a leaf.
ErrorSums errors_at_nodes(const CartTree& tree, const DataView& data,
                          const std::function<double(std::uint32_t)>& weight_of, bool is_classes) {
  ErrorSums sums(tree.nodes.size());
  for (std::uint32_t row = 0; row < data.rows(); ++row) {
    const double weight = weight_of(row);
    if (weight <= 0) continue;
    for (std::size_t node = 0;;) {
      const CartNode& it = tree.nodes[node];
      double error = 0;
      if (is_classes) {
        error = data.outcome[row] == static_cast<double>(it.most_frequent) ? 0.0 : 1.0;
      } else {
        const double deviation = data.outcome[row] - tree.values[node];
        error = deviation * deviation;
      }
      sums.error[node] += weight * error;
      sums.squared_error[node] += weight * error * error;
      if (it.is_leaf()) break;
      node = data.features[it.feature][row] < it.split ? it.left : it.right;
    }
  }
  return sums;
}

// Adds up the nodes that are leaves of the tree pruned at each of the decreasing prices.
ErrorSums errors_of_prunings(const CartTree& tree, const ErrorSums& at_nodes, const std::vector<double>& prices) {
  const std::vector<double> points = collapse_points(tree);
  // The first price at which the node is divided.
  const auto first_divided = [&](std::size_t node) {
    return static_cast<std::size_t>(
        std::partition_point(prices.begin(), prices.end(), [&](double price) { return price >= points[node]; }) -
        prices.begin());
  };
  std::vector<std::size_t> first(tree.nodes.size(), 0);  // price at which the node is there at all
  ErrorSums change(prices.size() + 1);
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    const CartNode& it = tree.nodes[node];
    const std::size_t end = it.is_leaf() ? prices.size() : first_divided(node);
    change.error[first[node]] += at_nodes.error[node];
    change.error[end] -= at_nodes.error[node];
    change.squared_error[first[node]] += at_nodes.squared_error[node];
    change.squared_error[end] -= at_nodes.squared_error[node];
    if (!it.is_leaf()) first[it.left] = first[it.right] = end;
  }
  for (std::size_t i = 1; i < change.error.size(); ++i) {
    change.error[i] += change.error[i - 1];
    change.squared_error[i] += change.squared_error[i - 1];
  }
  return change;
}

double weight_of_entries(const CartRows& rows) {
  double weight = 0;
  for (const CartEntry& entry : rows.by_feature.front()) weight += rows.weight_of(entry.row);
  return weight;
}

}  // namespace

std::size_t CartErrors::best() const {
  return static_cast<std::size_t>(std::ranges::min_element(sum) - sum.begin());
}

std::size_t CartErrors::best_within_one_standard_error() const {
  const double limit = sum[best()] + standard_error[best()];
  return static_cast<std::size_t>(std::ranges::find_if(sum, [limit](double error) { return error <= limit; }) -
                                  sum.begin());
}

CartErrors cross_validate_tree(const DataView& data, const CartRows& rows, const FoldAssignment& folds,
                               const PruningTable& table, const CartLimits& limits, std::size_t threads,
                               Progress& progress) {
  const std::vector<double> typical = typical_alphas(table);
  const double total = weight_of_entries(rows);
  std::vector<ErrorSums> of_folds(folds.folds, ErrorSums(typical.size() + 1));
  std::mutex counting;
  std::size_t done = 0;
  parallel_for(folds.folds, threads, [&](std::size_t fold) {
    CartRows others = rows_without_fold(rows, folds, fold);
    if (others.count() > 0) {
      const double share = weight_of_entries(others) / total;
      std::vector<double> prices = typical;
      for (double& price : prices) price *= share;
      CartLimits fold_limits = limits;
      fold_limits.smallest_risk = prices.size() > 1 ? prices.back() : infinity;
      const CartTree tree = grow_tree(std::move(others), fold_limits, 1, progress);
      const ErrorSums at_nodes = errors_at_nodes(
          tree, data, [&](std::uint32_t row) { return folds.weight_in_fold(row, rows.weight_of(row), fold); },
          rows.classes > 0);
      of_folds[fold] = errors_of_prunings(tree, at_nodes, prices);
    }
    const std::lock_guard lock(counting);
    progress.advance(static_cast<double>(++done) / static_cast<double>(folds.folds));
  });
  CartErrors errors;
  for (std::size_t i = 0; i < typical.size(); ++i) {
    double sum = 0;
    double squares = 0;
    for (const ErrorSums& of_fold : of_folds) {
      sum += of_fold.error[i];
      squares += of_fold.squared_error[i];
    }
    sum = std::max(sum, 0.0);
    errors.sum.push_back(sum);
    errors.standard_error.push_back(std::sqrt(std::max(squares - sum * sum / total, 0.0)));
  }
  return errors;
}

}  // namespace gaptv
