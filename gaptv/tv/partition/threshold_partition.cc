// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/partition/threshold_partition.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/base/infinity.h"

namespace gaptv::tv {
namespace {

// How often the distance from a threshold is doubled in search of one that balances its region. A larger distance could
// reach beyond a kink on the other side of a flat piece.
constexpr int most_doublings = 6;

double distance_to_next(double t) {
  return std::nextafter(std::abs(t), infinity) - std::abs(t);
}

}  // namespace

ThresholdPartition::ThresholdPartition(GraphNetwork network, std::vector<Sample> samples,
                                       std::shared_ptr<const OutcomeLoss> loss, Interval range)
    : network_(std::move(network)), samples_(std::move(samples)), loss_(std::move(loss)), range_(range) {
  const auto count = static_cast<std::size_t>(network_.node_count());
  value_.resize(count);
  least_.resize(count);
  most_.resize(count);
  side_.assign(count, Side::at_threshold);
}

// One region for each component, whose nodes stand side by side.
void ThresholdPartition::start(double lambda) {
  lambda_ = lambda;
  network_.reset();
  next_region_ = network_.component_count();
  order_.assign(network_.nodes().begin(), network_.nodes().end());
  pending_.clear();
  for (std::size_t begin = 0; begin < order_.size();) {
    std::size_t end = begin + 1;
    while (end < order_.size() && network_.region(order_[end]) == network_.region(order_[begin])) ++end;
    pending_.push_back({begin, end, range_});
    begin = end;
  }
}

void ThresholdPartition::solve(double lambda) {
  start(lambda);
  while (!pending_.empty()) {
    const Region next = pending_.back();
    pending_.pop_back();
    settle_or_split(next);
  }
}

void ThresholdPartition::settle_or_split(const Region& region) {
  const std::span<const Node> nodes = members(region);
  const double constant = best_constant(nodes, region.bounds);
  for (const Node v : nodes) value_[index(v)] = constant;
  if (nodes.size() == 1) return;
  set_bounds(nodes, constant);
  bool is_apart = separate(nodes);
  for (int i = 0; i < most_doublings && is_apart && is_on_one_side(nodes); ++i) {
    widen_bounds(nodes, constant, i);
    is_apart = separate(nodes);
  }
  if (is_apart) split(region, constant);
}

bool ThresholdPartition::is_on_one_side(std::span<const Node> nodes) const {
  const Side side = side_[index(nodes.front())];
  return std::all_of(nodes.begin(), nodes.end(), [&](Node v) { return side_[index(v)] == side; });
}

// All nodes lie on one side of their own best constant: it is off by its rounding, which times a large weight is more
// than the edges can carry. The bounds on that side become those of a number a little farther on.
void ThresholdPartition::widen_bounds(std::span<const Node> nodes, double threshold, int doublings) {
  const double away = std::ldexp(distance_to_next(threshold), doublings);
  if (side_[index(nodes.front())] == Side::above) {
    set_least(nodes, threshold + away);
  } else {
    set_most(nodes, threshold - away);
  }
  for (const Node v : nodes) side_[index(v)] = Side::at_threshold;
}

// The best value for all nodes together, given the flow over the region's border.
double ThresholdPartition::best_constant(std::span<const Node> nodes, const Interval& bounds) {
  cells_.clear();
  Amount outflow = 0;
  for (const Node v : nodes) {
    outflow += network_.outflow(v);
    if (!samples_[index(v)].is_empty()) cells_.push_back(&samples_[index(v)]);
  }
  if (cells_.empty()) return middle_of(bounds);
  const double pull = static_cast<double>(outflow) / network_.units_per_weight() * lambda_;
  // Where the slope at a bound is nothing but rounding, the threshold that the bound comes from is the value of these
  // nodes too: they were cut off by rounding only, and must not become a plateau of their own.
  for (const double bound : {bounds.lowest, bounds.highest}) {
    if (bound == range_.lowest || bound == range_.highest) continue;
    const Slopes slopes = sum_slopes(*loss_, cells_, pull, bound);
    if (std::min(std::abs(slopes.left), std::abs(slopes.right)) <= slopes.rounding()) return bound;
  }
  return middle_of(loss_->minimisers(cells_, pull, bounds));
}

// Computes what every node must and may send at the threshold, give or take the rounding of its slopes. The threshold
// is a rounded number too, so that the sums over the region may not quite enclose the flow over its border. Then the
// bounds are those of a neighbouring number, and what is still missing is dealt to the nodes; both are of the size of
// rounding.
void ThresholdPartition::set_bounds(std::span<const Node> nodes, double threshold) {
  const double neighbour = distance_to_next(threshold);
  Amount outflow = 0;
  for (const Node v : nodes) outflow += network_.outflow(v);
  BoundsSum least = set_least(nodes, threshold);
  for (int i = 0; i < most_doublings && least.units > outflow && !least.is_clamped; ++i) {
    least = set_least(nodes, threshold + std::ldexp(neighbour, i));
  }
  BoundsSum most = set_most(nodes, threshold);
  for (int i = 0; i < most_doublings && most.units < outflow && !most.is_clamped; ++i) {
    most = set_most(nodes, threshold - std::ldexp(neighbour, i));
  }
  // With clamped nodes sums mean nothing, nor do they have to: a clamped node is cut off.
  if (least.units > outflow && !least.is_clamped) deal(nodes, threshold, outflow - least.units, least_);
  if (most.units < outflow && !most.is_clamped) deal(nodes, threshold, outflow - most.units, most_);
}

ThresholdPartition::BoundsSum ThresholdPartition::set_least(std::span<const Node> nodes, double t) {
  BoundsSum sum;
  for (const Node v : nodes) {
    const Slopes slopes = slopes_of(v, t);
    const double sent = -slopes.right - slopes.rounding();
    least_[index(v)] = static_cast<Amount>(std::floor(in_units(v, sent, sum.is_clamped)));
    sum.units += least_[index(v)];
  }
  return sum;
}

ThresholdPartition::BoundsSum ThresholdPartition::set_most(std::span<const Node> nodes, double t) {
  BoundsSum sum;
  for (const Node v : nodes) {
    const Slopes slopes = slopes_of(v, t);
    const double sent = -slopes.left + slopes.rounding();
    most_[index(v)] = static_cast<Amount>(std::ceil(in_units(v, sent, sum.is_clamped)));
    sum.units += most_[index(v)];
  }
  return sum;
}

Slopes ThresholdPartition::slopes_of(Node v, double t) const {
  return samples_[index(v)].is_empty() ? Slopes{} : loss_->slopes(samples_[index(v)], t);
}

// No more than its arcs can carry needs to be told apart: beyond that a node is cut off anyway.
double ThresholdPartition::in_units(Node v, double sent, bool& is_clamped) const {
  const double units = sent / lambda_ * network_.units_per_weight();
  const auto most = static_cast<double>(network_.most_load(v));
  if (std::abs(units) < most) return units;
  is_clamped = true;
  return std::copysign(most, units);
}

// Deals so many units to the nodes by the size of their slopes, which is what rounding is relative to; the node with
// the largest gets what is left.
void ThresholdPartition::deal(std::span<const Node> nodes, double threshold, Amount units,
                              std::vector<Amount>& bounds) const {
  const auto size_of = [&](Node v) { return slopes_of(v, threshold).rounding(); };
  double all = 0;
  Node largest = nodes.front();
  for (const Node v : nodes) {
    all += size_of(v);
    if (size_of(v) > size_of(largest)) largest = v;
  }
  Amount left_over = units;
  for (const Node v : nodes) {
    const auto share = all > 0 ? static_cast<Amount>(static_cast<double>(units) * (size_of(v) / all)) : Amount{0};
    bounds[index(v)] += share;
    left_over -= share;
  }
  bounds[index(largest)] += left_over;
}

// Marks v and all that it can reach (above) or that can reach it (below), within its region.
void ThresholdPartition::mark(Node from, Side side) {
  const auto visit = [&](Node u) {
    if (side_[index(u)] == side) return;
    side_[index(u)] = side;
    stack_.push_back(u);
  };
  visit(from);
  while (!stack_.empty()) {
    const Node v = stack_.back();
    stack_.pop_back();
    if (side == Side::above) {
      network_.for_each_open_arc(v, visit);
    } else {
      network_.for_each_open_arc_into(v, visit);
    }
  }
}

void ThresholdPartition::give_own_region(std::span<const Node> nodes) {
  for (const Node v : nodes) network_.set_region(v, next_region_);
  ++next_region_;
}

// Sends what must be sent and finds out which nodes lie above and below the threshold; returns whether any do. The rest
// is left with a flow within its bounds.
bool ThresholdPartition::separate(std::span<const Node> nodes) {
  // Above: what the surplus can reach that remains if every node sends as little as it may.
  for (const Node v : nodes) network_.set_load(v, least_[index(v)]);
  network_.drain(nodes, drain_space_);
  for (const Node v : nodes) {
    if (network_.excess(v) > 0 && side_[index(v)] != Side::above) mark(v, Side::above);
  }
  listed_.clear();
  rest_.clear();
  for (const Node v : nodes) (side_[index(v)] == Side::above ? listed_ : rest_).push_back(v);
  const bool has_above = !listed_.empty();
  if (has_above) give_own_region(listed_);
  if (rest_.empty()) return has_above;
  // Below: what can reach a lack that remains if every other node sends as much as it may.
  for (const Node v : rest_) network_.set_load(v, most_[index(v)]);
  network_.drain(rest_, drain_space_);
  for (const Node v : rest_) {
    if (network_.excess(v) < 0 && side_[index(v)] != Side::below) mark(v, Side::below);
  }
  listed_.clear();
  for (const Node v : rest_) {
    if (side_[index(v)] == Side::below) listed_.push_back(v);
  }
  const bool has_below = !listed_.empty();
  if (has_below) give_own_region(listed_);
  std::erase_if(rest_, [this](Node v) { return side_[index(v)] == Side::below; });
  // What others could not pass on may have stopped at nodes that may not keep it: back with it. There is a flow within
  // all bounds, so nothing remains.
  for (const Node v : rest_) network_.set_load(v, least_[index(v)]);
  if (!rest_.empty()) network_.drain(rest_, drain_space_);
  return has_above || has_below;
}

// Every connected piece above or below the threshold becomes a region to be looked at; the rest is settled.
void ThresholdPartition::split(const Region& region, double threshold) {
  const std::span<Node> nodes = members(region);
  listed_.clear();
  for (const Node seed : nodes) {
    const Side side = side_[index(seed)];
    if (side == Side::at_threshold) continue;
    const std::size_t begin = listed_.size();
    const std::int32_t parent = network_.region(seed);
    const auto visit = [&](Node u) {
      if (network_.region(u) != parent) return;
      network_.set_region(u, next_region_);
      side_[index(u)] = Side::at_threshold;
      listed_.push_back(u);
    };
    visit(seed);
    for (std::size_t head = begin; head < listed_.size(); ++head) {
      network_.for_each_arc(listed_[head], [&](auto, Node u) { visit(u); });
    }
    ++next_region_;
    // One piece after all: what is left over is rounding, and no cut can do better.
    if (listed_.size() - begin == nodes.size()) return;
    pending_.push_back(
        {region.begin + begin, region.begin + listed_.size(),
         side == Side::above ? Interval{threshold, region.bounds.highest} : Interval{region.bounds.lowest, threshold}});
  }
  std::copy(listed_.begin(), listed_.end(), nodes.begin());
}

double ThresholdPartition::violated_ratio(double lambda, std::span<const double> constant_of_component) {
  start(lambda);
  double largest = 0;
  for (const Region& region : pending_) {
    const std::span<const Node> nodes = members(region);
    const auto component = static_cast<std::size_t>(network_.region(nodes.front()));
    const double constant = constant_of_component[component];
    set_bounds(nodes, constant);
    if (!separate(nodes)) continue;
    for (const Side side : {Side::above, Side::below}) {
      double pull = 0;
      double cut = 0;
      for (const Node v : nodes) {
        if (side_[index(v)] != side) continue;
        const Slopes slopes = slopes_of(v, constant);
        pull += side == Side::above ? -slopes.right : slopes.left;
        network_.for_each_arc(v, [&](auto arc, Node u) {
          if (side_[index(u)] != side) cut += network_.weight(arc);
        });
      }
      if (cut > 0) largest = std::max(largest, pull / cut);
    }
    for (const Node v : nodes) side_[index(v)] = Side::at_threshold;
  }
  return largest;
}

}  // namespace gaptv::tv
