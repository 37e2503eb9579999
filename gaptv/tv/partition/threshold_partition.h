// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gaptv/base/interval.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/tv/flow/graph_network.h"

namespace gaptv::tv {

// Solves total variation of any convex loss by divide and conquer: a region is compared with a threshold, its best
// constant, and falls apart into the nodes whose optimal values lie above, below and at it (docs/theory/solver.md, "Any
// convex loss"). It knows a node only by the slopes of its loss.
//
// A slope may jump at the threshold, so a node may send anything between -f'(threshold+) and -f'(threshold-): its
// bounds. These are rounded outwards to whole units of flow, which makes every decision exact.
class ThresholdPartition {
 public:
  // samples: in the order of network.nodes(); range: all values lie in it.
  ThresholdPartition(GraphNetwork network, std::vector<Sample> samples, std::shared_ptr<const OutcomeLoss> loss,
                     Interval range);

  // Solves for lambda > 0, always from one region per component.
  void solve(double lambda);

  // The value of every node, in the order of network.nodes().
  const std::vector<double>& values() const { return value_; }
  const GraphNetwork& network() const { return network_; }

  // Serves lambda_max: returns the largest ratio pull / cut among the sets of nodes that, at this lambda, do not accept
  // the constant of their component; 0 if all do.
  double violated_ratio(double lambda, std::span<const double> constant_of_component);

 private:
  // The nodes order_[begin .. end), in one piece.
  struct Region {
    std::size_t begin;
    std::size_t end;
    Interval bounds;  // their values lie in it, as earlier thresholds say
  };
  // The sum of the bounds of some nodes; meaningless if one of them is clamped.
  struct BoundsSum {
    Amount units = 0;
    bool is_clamped = false;
  };
  enum class Side : std::uint8_t { at_threshold, above, below };

  static std::size_t index(Node v) { return static_cast<std::size_t>(v); }
  std::span<Node> members(const Region& region) {
    return std::span(order_).subspan(region.begin, region.end - region.begin);
  }

  void start(double lambda);
  void settle_or_split(const Region& region);
  double best_constant(std::span<const Node> nodes, const Interval& bounds);
  void set_bounds(std::span<const Node> nodes, double threshold);
  BoundsSum set_least(std::span<const Node> nodes, double t);
  BoundsSum set_most(std::span<const Node> nodes, double t);
  Slopes slopes_of(Node v, double t) const;
  double in_units(Node v, double sent, bool& is_clamped) const;
  void deal(std::span<const Node> nodes, double threshold, Amount units, std::vector<Amount>& bounds) const;
  bool separate(std::span<const Node> nodes);
  bool is_on_one_side(std::span<const Node> nodes) const;
  void widen_bounds(std::span<const Node> nodes, double threshold, int doublings);
  void mark(Node from, Side side);
  void give_own_region(std::span<const Node> nodes);
  void split(const Region& region, double threshold);

  GraphNetwork network_;
  std::vector<Sample> samples_;
  std::shared_ptr<const OutcomeLoss> loss_;
  Interval range_;
  double lambda_ = 0;
  std::vector<double> value_;
  std::vector<Node> order_;
  std::vector<Region> pending_;
  std::int32_t next_region_ = 0;

  // By node: it has to send at least so much, may send at most so much, and lies on this side of the threshold.
  std::vector<Amount> least_;
  std::vector<Amount> most_;
  std::vector<Side> side_;

  // Scratch space, kept to spare allocations.
  GraphNetwork::DrainSpace drain_space_;
  std::vector<const Sample*> cells_;
  std::vector<Node> stack_;
  std::vector<Node> rest_;
  std::vector<Node> listed_;
};

}  // namespace gaptv::tv
