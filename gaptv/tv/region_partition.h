// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/tv/flow_network.h"
#include "gaptv/tv/problem.h"

namespace gaptv::tv {

// A partition of the grid into connected regions, each with its best constant, over a flow that is full on every edge
// between two regions (from the higher to the lower one). It knows how to refine itself until every region's flow is
// feasible, and how to mend regions whose order a new lambda has overturned.
template <int Dimensions>
class RegionPartition {
 public:
  explicit RegionPartition(const TvProblem& problem);

  // One region, no flow: the start that is always right.
  void reset();

  // Every cell with data a region of its own, empty cells with the nearest of them: a good guess for small lambdas.
  void start_from_cells();

  // Solves for lambda > 0 from the current state. Returns false if merging and splitting did not settle within a
  // bounded number of rounds (only possible from a warm start): reset and try again.
  bool solve(double lambda);

  // The value of every cell. Summed anew in the order of the cells, so that it depends on the partition alone and not
  // on the way to it.
  std::vector<double> values() const;
  const FlowNetwork<Dimensions>& network() const { return network_; }

  // For lambda_max: sends the surplus over the overall mean at this lambda and returns the ratio surplus / cut of the
  // set of cells that keep some; 0 if all is carried.
  double violated_ratio(double lambda);

 private:
  struct Region {
    double weight = 0;
    double weighted_sum = 0;
    Amount outflow = 0;  // over the border, net
    double constant = 0;
    bool is_settled = false;
  };
  // The nodes order_[begin .. end) form one region that still has to be looked at.
  struct Group {
    std::int32_t region;
    std::size_t begin;
    std::size_t end;
  };
  // An edge between two regions; the flow on it is full, from high to low.
  struct Border {
    Node high;
    Node low;
    std::int32_t high_region;
    std::int32_t low_region;
  };
  // A connected piece of one side of a cut.
  struct Component {
    std::size_t begin;
    std::size_t end;
    std::uint8_t side;
    Region region;
  };
  struct EmptyComponent {
    std::span<const Node> members;
    Amount outflow;
    bool belongs_below;
    bool is_balanced;
  };

  static std::size_t index(Node v) { return static_cast<std::size_t>(v); }
  Region& region_of(Node v) { return regions_[static_cast<std::size_t>(network_.region(v))]; }
  const Region& region_of(Node v) const { return regions_[static_cast<std::size_t>(network_.region(v))]; }
  // Capped, so that no product with it overflows: such a lambda is as good as 0.
  void set_lambda(double lambda) { units_per_lambda_ = std::min(static_cast<double>(edge_capacity) / lambda, 1e280); }
  void set_constant(Region& region) const {
    region.constant = (region.weighted_sum - static_cast<double>(region.outflow) / units_per_lambda_) / region.weight;
  }

  void find_borders();
  bool merge_overturned_regions();
  void group_unsettled();
  void load(const Group& group);
  bool refine();

  // region_split.cc
  void split(const Group& group, std::vector<Group>& next);
  void mark_above(Node v);
  void mark_below(Node v);
  void collect_components(const Group& group, std::span<Node> members);
  void attach_empty_components();
  bool attach_empty_component(const EmptyComponent& component);

  FlowNetwork<Dimensions> network_;
  std::vector<double> weight_;   // by node
  std::vector<double> mean_;     // by node
  double units_per_lambda_ = 0;  // edge_capacity / lambda
  std::vector<Region> regions_;
  std::vector<Border> borders_;
  bool are_borders_known_ = false;
  std::vector<Node> order_;
  std::vector<Group> groups_;
  bool needs_grouping_ = false;
  std::size_t attachments_ = 0;  // of empty components to other regions, in this solve

  // Scratch space, kept to spare allocations.
  std::vector<std::uint8_t> side_;  // by node
  std::vector<Node> stack_;
  std::vector<Node> listed_;
  std::vector<Component> components_;
  std::vector<EmptyComponent> empty_components_;
  std::vector<std::int32_t> parent_;  // union-find over regions
  std::vector<double> constant_;      // by region
  std::vector<std::int32_t> number_;
  std::vector<std::size_t> size_;
  std::vector<Region> numbered_;
};

extern template class RegionPartition<1>;
extern template class RegionPartition<2>;
extern template class RegionPartition<3>;

}  // namespace gaptv::tv
