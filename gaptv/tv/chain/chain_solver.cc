// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/chain_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/solve/data_pull.h"

namespace gaptv {
namespace {

// A piece of a piecewise linear function: slope * b + offset.
struct Line {
  double slope = 0;
  double offset = 0;

  double at(double b) const { return slope * b + offset; }
  void add(const Line& other) {
    slope += other.slope;
    offset += other.offset;
  }
  void subtract(const Line& other) {
    slope -= other.slope;
    offset -= other.offset;
  }
  // Where it takes a value; "none" where it is flat.
  double where(double value, double none) const { return slope > 0 ? (value - offset) / slope : none; }
};

// A double-ended queue in one piece of memory, which grows to as many knots as there ever are at a time.
template <typename T>
class Ring {
 public:
  bool is_empty() const { return size_ == 0; }
  T& front() { return items_[first_]; }
  T& back() { return items_[(first_ + size_ - 1) & (items_.size() - 1)]; }
  void pop_front() {
    first_ = (first_ + 1) & (items_.size() - 1);
    --size_;
  }
  void pop_back() { --size_; }
  void push_front(const T& item) {
    make_room();
    first_ = (first_ + items_.size() - 1) & (items_.size() - 1);
    items_[first_] = item;
    ++size_;
  }
  void push_back(const T& item) {
    make_room();
    ++size_;
    back() = item;
  }

 private:
  void make_room() {
    if (size_ < items_.size()) return;
    std::vector<T> larger(2 * items_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = items_[(first_ + i) & (items_.size() - 1)];
    items_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> items_ = std::vector<T>(64);  // a power of two
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

// The derivative, as a function of the last node's value b, of the least that the nodes so far can cost: increasing and
// piecewise linear.
class Derivative {
 public:
  void add_node(double weight, double mean) {
    const Line pull = {weight, -weight * mean};
    left_.add(pull);
    right_.add(pull);
  }

  // An edge can pass on no more than its capacity: cuts the values off below and above, and says from where to where
  // they stay; outside, the node no longer follows the next one.
  std::pair<double, double> clip(double capacity) {
    const double low = cut_left(-capacity);
    const double high = cut_right(capacity);
    if (low > -infinity) {
      knots_.push_front({low, {left_.slope, left_.offset + capacity}});
      left_ = {0, -capacity};
    }
    if (high < infinity) {
      knots_.push_back({high, {-right_.slope, capacity - right_.offset}});
      right_ = {0, capacity};
    }
    return {low, high};
  }

  // Where the derivative is 0; 0, the mean of all data, where it is so everywhere: behind an edge without capacity
  // there may be no data.
  double root() {
    const double found = cut_left(0);
    return found > -infinity ? found : 0.0;
  }

 private:
  // Where the line left of it gives way to the next one, and the change.
  struct Knot {
    double position;
    Line change;
  };

  // Drops the knots below which the derivative is at most "value" and returns where it takes that value.
  double cut_left(double value) {
    while (!knots_.is_empty() && left_.at(knots_.front().position) <= value) {
      left_.add(knots_.front().change);
      knots_.pop_front();
      if (knots_.is_empty()) right_ = left_;
    }
    return left_.where(value, -infinity);
  }
  double cut_right(double value) {
    while (!knots_.is_empty() && right_.at(knots_.back().position) >= value) {
      right_.subtract(knots_.back().change);
      knots_.pop_back();
      if (knots_.is_empty()) left_ = right_;
    }
    return right_.where(value, infinity);
  }

  Line left_;   // before the first knot
  Line right_;  // behind the last
  Ring<Knot> knots_;
};

}  // namespace

ChainSolution solve_chain(std::span<const double> weight, std::span<const double> mean,
                          std::span<const double> capacity, std::optional<double> given_center) {
  const std::size_t nodes = weight.size();
  // The overall mean is taken off the means first: sums then round the differences that matter.
  const double center = given_center ? *given_center : tv::mean_of_data(weight, mean);
  const auto centered = [&](std::size_t i) { return weight[i] > 0 ? mean[i] - center : 0.0; };
  Derivative derivative;
  std::vector<std::pair<double, double>> follows(nodes - 1);  // the values of the next node that a node shares
  for (std::size_t i = 0; i + 1 < nodes; ++i) {
    derivative.add_node(weight[i], centered(i));
    follows[i] = derivative.clip(capacity[i]);
  }
  derivative.add_node(weight[nodes - 1], centered(nodes - 1));

  ChainSolution solution;
  solution.beta.resize(nodes);
  solution.flow.resize(nodes - 1);
  solution.beta[nodes - 1] = derivative.root();
  for (std::size_t i = nodes - 1; i-- > 0;) {
    const auto [low, high] = follows[i];
    solution.beta[i] = std::min(std::max(solution.beta[i + 1], low), high);
    solution.flow[i] = solution.beta[i] > solution.beta[i + 1]   ? capacity[i]
                       : solution.beta[i] < solution.beta[i + 1] ? -capacity[i]
                                                                 : 0.0;
  }

  // The plateaus are known; their values are summed anew from their own nodes, and the flow inside them follows.
  for (std::size_t begin = 0; begin < nodes;) {
    std::size_t end = begin + 1;
    while (end < nodes && solution.beta[end] == solution.beta[begin]) ++end;
    const double received = begin > 0 ? solution.flow[begin - 1] : 0.0;
    const double sent = end < nodes ? solution.flow[end - 1] : 0.0;
    double total = 0;
    double sum = received - sent;
    std::size_t last_with_data = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (weight[i] > 0) last_with_data = i;
      total += weight[i];
      sum += weight[i] * centered(i);
    }
    const double value = total > 0 ? sum / total : solution.beta[begin];
    double flow = received;
    for (std::size_t i = begin; i < end; ++i) {
      solution.beta[i] = center + value;
      // From the last node with data on it is known without rounding, and nodes without data keep none of it.
      flow = i < last_with_data ? flow + weight[i] * (centered(i) - value) : sent;
      if (i + 1 < end) solution.flow[i] = flow = std::clamp(flow, -capacity[i], capacity[i]);
    }
    begin = end;
  }
  return solution;
}

double find_chain_lambda_max(std::span<const double> weight, std::span<const double> mean,
                             std::span<const double> capacity) {
  const double center = tv::mean_of_data(weight, mean);
  double surplus = 0;
  double ratio = 0;
  for (std::size_t i = 0; i + 1 < weight.size(); ++i) {
    if (weight[i] > 0) surplus += weight[i] * (mean[i] - center);
    if (surplus != 0) ratio = std::max(ratio, std::abs(surplus) / capacity[i]);
  }
  return ratio;
}

}  // namespace gaptv
