// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/tv/flow/graph_layout.h"
#include "gaptv/tv/flow/push_relabel.h"
#include "gaptv/tv/graph.h"

namespace gaptv::tv {

// A flow on any weighted graph, with the same face as FlowNetwork. A node is its position in the layout; an arc is a
// number, those of node v one after the other. Different regions may be drained and split by different threads at the
// same time.
class GraphNetwork {
 public:
  using ArcNumber = std::uint32_t;
  // Regions are drained one at a time: one fits into the cache sooner than all of them.
  static constexpr bool drains_region_by_region = true;

  // Holds what a thread needs for draining; it is kept to spare allocations.
  struct DrainSpace {
    std::vector<Node> lacking;
    std::vector<Node> reached;
    std::vector<Node> queue;
  };

  // An edge carries up to its weight, or up to "enough" if that is less.
  GraphNetwork(const Graph& graph, const EdgesByNode& edges, const GraphLayout& layout, double enough,
               std::size_t threads);

  Node node_count() const { return static_cast<Node>(nodes_.size()); }
  std::span<const Node> nodes() const { return nodes_; }
  std::int32_t component_count() const { return component_count_; }
  // Makes every block a region; returns their number.
  std::int32_t assign_blocks();
  // Within every block, makes the nodes that edges with room in both directions connect a region; returns the number of
  // regions.
  std::int32_t assign_loose_pieces(std::size_t threads);

  // An edge of weight 1 carries so many units of flow; it is a power of two.
  double units_per_weight() const { return units_per_weight_; }
  std::uint32_t edge(ArcNumber arc) const { return edge_[arc]; }
  double weight(ArcNumber arc) const { return edge_weight_[edge_[arc]]; }
  // The arcs of a node cannot carry away as much as this.
  Amount most_load(Node v) const { return most_load_[index(v)]; }

  template <typename Visit>
  void for_each_arc(Node v, Visit&& visit) const {
    for (ArcNumber arc = first_[index(v)]; arc < first_[index(v) + 1]; ++arc) visit(arc, arcs_[arc].head);
  }
  template <typename Visit>
  void for_each_edge(Node v, Visit&& visit) const {
    for_each_arc(v, [&](ArcNumber arc, Node u) {
      if (v < u) visit(arc, u);
    });
  }
  template <typename Visit>
  void for_each_open_arc(Node v, Visit&& visit) const {
    const std::int32_t region_of_v = region(v);
    for_each_arc(v, [&](ArcNumber arc, Node u) {
      if (arcs_[arc].forward > 0 && region(u) == region_of_v) visit(u);
    });
  }
  template <typename Visit>
  void for_each_open_arc_into(Node v, Visit&& visit) const {
    const std::int32_t region_of_v = region(v);
    for_each_arc(v, [&](ArcNumber arc, Node u) {
      if (has_room_backwards(arc) && region(u) == region_of_v) visit(u);
    });
  }
  // Tells whether the arc could carry more away from v (or, backwards, towards it), be it within the region or not.
  bool has_room(ArcNumber arc) const { return arcs_[arc].forward > 0; }
  bool has_room_backwards(ArcNumber arc) const { return arcs_[arc].has_room_back != 0; }

  Amount capacity(ArcNumber arc) const { return (arcs_[arc].forward + backward(arc)) / 2; }
  Amount flow(Node /*v*/, ArcNumber arc) const { return (backward(arc) - arcs_[arc].forward) / 2; }
  ArcNumber arc_of_edge(std::size_t edge) const { return arc_of_edge_[edge]; }
  bool is_loose(ArcNumber arc) const { return has_room(arc) && has_room_backwards(arc); }
  // Writes the flow of every edge in the caller's weights, times "scale". A border between regions carries all that its
  // edge can, to the last digit.
  void write_flow(double scale, std::vector<double>& flow_by_edge, std::size_t threads) const;
  Amount outflow(Node v) const { return load_[index(v)] - states_[index(v)].excess; }
  void saturate(Node v, ArcNumber arc) { send(v, arc, arcs_[arc].forward); }
  // Sends more along the arc (negative: back), within what it can still take.
  void send(Node v, ArcNumber arc, Amount amount);
  // Replaces flow and load by a flow given by edge, in units of the weights. An edge that carries exactly its weight is
  // full.
  void set_flow(const std::vector<double>& flow_by_edge, std::size_t threads);

  // Other threads may look at the region of a node at the rim of theirs: that it is not theirs is all they learn.
  std::int32_t region(Node v) const {
    return std::atomic_ref(states_[index(v)].region).load(std::memory_order_relaxed);
  }
  void set_region(Node v, std::int32_t region) {
    std::atomic_ref(states_[index(v)].region).store(region, std::memory_order_relaxed);
  }
  // There is nothing to do: whether an arc is open is read from the regions of its ends.
  void update_open_arcs(Node /*v*/) const {}

  Amount excess(Node v) const { return states_[index(v)].excess; }
  void set_load(Node v, Amount load) { change_load(v, load - load_[index(v)]); }
  void change_load(Node v, Amount change) {
    load_[index(v)] += change;
    states_[index(v)].excess += change;
  }
  // Takes away all flow and load and makes every component a region.
  void reset();

  // Does what FlowNetwork::drain() does, for the nodes of one region.
  void drain(std::span<const Node> members, DrainSpace& space);

 private:
  struct Arrays;
  // It is small, so that the four arcs of a pixel fill one line of the cache.
  struct Arc {
    Node head;
    ArcNumber reverse : 31;
    // Says whether the arc back has room. It is kept here too, so that a search against the arcs need not visit their
    // other ends.
    ArcNumber has_room_back : 1;
    Amount forward;  // what can still be sent along the arc
  };
  struct State {
    Amount excess;
    std::int32_t distance;
    mutable std::int32_t region;
  };

  static std::size_t index(Node v) { return static_cast<std::size_t>(v); }
  Amount backward(ArcNumber arc) const { return arcs_[arcs_[arc].reverse].forward; }
  static void move(Arc& forth, Arc& back, Amount amount) {
    forth.forward -= amount;
    back.forward += amount;
    forth.has_room_back = back.forward > 0 ? 1 : 0;
    back.has_room_back = forth.forward > 0 ? 1 : 0;
  }
  void add_arcs(const Graph& graph, const EdgesByNode& edges, const GraphLayout& layout, std::size_t threads);
  std::vector<Node> beginnings_of_blocks() const;
  template <typename Visit>
  void for_each_node_in_parallel(std::size_t threads, const Visit& visit) const;
  std::int32_t number_loose_pieces(Node begin, Node end);
  void forget_load();
  void choose_unit(const Graph& graph);
  Amount capacity_of(double edge_weight) const;

  std::vector<Node> nodes_;
  std::vector<std::int32_t> component_;
  std::vector<std::int32_t> block_;
  std::int32_t component_count_;
  std::int32_t block_count_;
  double enough_;
  double units_per_weight_ = 1;
  std::vector<ArcNumber> first_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> edge_;     // by arc
  std::vector<ArcNumber> arc_of_edge_;  // away from the edge's first end; meaningless for edges that are not here
  std::vector<double> edge_weight_;
  std::vector<State> states_;
  std::vector<Amount> load_;
  std::vector<Amount> most_load_;
};

}  // namespace gaptv::tv
