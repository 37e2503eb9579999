// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/base/parallel.h"
#include "gaptv/tv/flow/flow_network.h"
#include "gaptv/tv/flow/graph_network.h"
#include "gaptv/tv/flow/tasks.h"
#include "gaptv/tv/graph_problem.h"

namespace gaptv::tv {

// A partition of a network's nodes into regions, each with its best constant, over a flow that is full on every edge
// between two regions (from the higher to the lower one). It knows how to refine itself until every region's flow is
// feasible, and how to mend regions whose order a new lambda has overturned. Every connected component of the network
// must have data somewhere.
template <typename Network>
class RegionPartition {
 public:
  // The weights and means come in the order of network.nodes(). The network has no flow yet. A network that is drained
  // region by region uses up to "threads" threads (0 = every core); the result does not depend on their number.
  RegionPartition(Network network, const std::vector<double>& weight, const std::vector<double>& mean,
                  std::size_t threads = 1);

  // Starts with one region for each component and without flow, which is always right.
  void reset();

  // Makes every node with data a region of its own, to which the empty nodes near it belong: a good guess for small
  // lambdas.
  void start_from_nodes();

  // Solves each block of the network as if it were alone: a good guess for large networks, at the cost of many small
  // problems that fit into the cache. It must be followed by solve() with the same lambda.
  void start_from_blocks(double lambda);  // only for networks that drain region by region

  // The following steps are for networks that drain region by region and have data at every node. They lead from a flow
  // that was guessed to a partition near to the solution, from which solve() takes little time.
  // Takes over a flow given by edge; within every block, what edges with room connect is a region.
  void start_from_flow(const std::vector<double>& flow_by_edge);
  // Splits every region until its parts are optimal with the flow over their borders as it is. Returns false if it gave
  // up.
  bool refine_regions(double lambda);
  // Makes one region of those between which there is an edge with room.
  void join_over_loose_edges();
  std::size_t count_regions() const;
  // The problem in which every region has to keep one value: it has a node for each region, with the weight and the
  // mean of its nodes, and one edge of the weight of all edges between two regions.
  struct Contraction {
    // An arc from the first to the second region of an edge of the problem.
    struct Rim {
      std::uint32_t edge;
      Node from;
      std::uint32_t arc;
    };
    GraphProblem problem;
    std::vector<Rim> rims;  // edge by edge
  };
  Contraction contract() const;
  // Takes over the flow between the regions from the solution of that problem, and joins the regions that it gives the
  // same value.
  void take_over(const Contraction& contraction, const std::vector<double>& flow);

  // Solves for lambda > 0 from the current state. Returns false if merging and splitting did not settle within a
  // bounded number of rounds (only possible from a warm start): reset and try again.
  bool solve(double lambda);

  // Returns the value of every node, in the order of network.nodes(). It is summed anew in that order, so that it
  // depends on the partition alone and not on the way to it.
  std::vector<double> values() const;
  const Network& network() const { return network_; }

  // Serves lambda_max: sends the surplus over the mean of each component at this lambda and returns the ratio surplus /
  // cut of the set of nodes that keep some; 0 if all is carried.
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
  // Holds what one thread finds and needs while it splits regions; it is kept to spare allocations.
  struct Splits {
    std::vector<Node> stack;
    std::vector<Node> listed;
    std::vector<Component> components;
    std::vector<Group> unsettled;
    std::vector<EmptyComponent> empty_components;
    bool have_moved_borders = false;
  };

  std::span<Node> members(const Group& group) {
    return std::span(order_).subspan(group.begin, group.end - group.begin);
  }
  static std::size_t index(Node v) { return static_cast<std::size_t>(v); }
  Region& region_of(Node v) { return regions_[static_cast<std::size_t>(network_.region(v))]; }
  const Region& region_of(Node v) const { return regions_[static_cast<std::size_t>(network_.region(v))]; }
  // The units are capped, so that no product with them overflows: such a lambda is as good as 0.
  void set_lambda(double lambda) { units_per_lambda_ = std::min(network_.units_per_weight() / lambda, 1e280); }
  void set_constant(Region& region) const {
    region.constant = (region.weighted_sum - static_cast<double>(region.outflow) / units_per_lambda_) / region.weight;
  }

  // Lets look(v, found) add to the list what it finds at each node; in the order of the nodes, several at the same
  // time.
  template <typename Found, typename Look>
  void collect(std::vector<Found>& found, const Look& look) const {
    const std::span<const Node> nodes = network_.nodes();
    const std::size_t tasks = (nodes.size() + nodes_per_task - 1) / nodes_per_task;
    found.clear();
    std::vector<std::vector<Found>> found_by(tasks > 1 ? tasks : 0);
    parallel_for(tasks, threads_, [&](std::size_t task) {
      std::vector<Found>& here = tasks > 1 ? found_by[task] : found;
      const std::size_t begin = task * nodes_per_task;
      for (const Node v : nodes.subspan(begin, std::min(nodes_per_task, nodes.size() - begin))) look(v, here);
    });
    for (const std::vector<Found>& some : found_by) found.insert(found.end(), some.begin(), some.end());
  }

  void sum_regions(std::int32_t count);
  void sum_outflow();
  void fill_unused_borders();
  void unsettle_all();
  void find_borders();
  bool merge_overturned_regions();
  bool pool_overturned_regions();
  void pool(std::int32_t high, std::int32_t low);
  void renumber_regions();
  void group_unsettled();

  // region_contraction.cc
  void carry(std::span<const typename Contraction::Rim> rims, double share);

  // region_refine.cc
  void load(const Group& group);
  bool refine();
  void refine_once();
  std::vector<std::span<const Group>> tasks_of_groups() const;
  void refine_task(std::span<const Group> groups, Splits& splits);
  void close_gaps_in_order();

  // region_split.cc
  std::int32_t new_region(std::size_t begin);
  void settle_or_split(const Group& group, Splits& splits);
  void split(const Group& group, Splits& splits);
  void mark_above(Node v, std::vector<Node>& stack);
  void mark_below(Node v, std::vector<Node>& stack);
  void collect_components(const Group& group, std::span<Node> members, Splits& splits);
  void attach_empty_components();
  bool attach_empty_component(const EmptyComponent& component);

  Network network_;
  std::size_t threads_;
  std::vector<double> weight_;  // by node
  std::vector<double> mean_;    // by node
  bool has_empty_nodes_ = false;
  double units_per_lambda_ = 0;  // units of flow for a pull of 1
  std::vector<Region> regions_;
  std::size_t regions_in_use_ = 0;    // when they were last numbered
  std::size_t first_new_region_ = 0;  // while refining region by region
  std::vector<Border> borders_;
  bool are_borders_known_ = false;
  std::vector<Node> order_;
  std::vector<Group> groups_;
  bool needs_grouping_ = false;
  std::size_t attachments_ = 0;  // how often empty components were attached to other regions in this solve

  // Scratch space, kept to spare allocations.
  std::vector<std::uint8_t> side_;  // by node
  Splits splits_;
  std::vector<std::int32_t> parent_;  // union-find over regions
  std::vector<std::uint8_t> is_pooled_;
  std::vector<double> constant_;  // by region
  std::vector<std::int32_t> number_;
  std::vector<std::size_t> size_;
  std::vector<Region> numbered_;
};

extern template class RegionPartition<FlowNetwork<2>>;
extern template class RegionPartition<FlowNetwork<3>>;
extern template class RegionPartition<GraphNetwork>;

}  // namespace gaptv::tv
