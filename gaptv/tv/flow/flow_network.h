// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gaptv/grid/shape.h"
#include "gaptv/tv/flow/push_relabel.h"

namespace gaptv::tv {

using Word = std::uint64_t;  // 64 nodes

// Flow is counted in whole units; an edge carries up to lambda, which is this many units. Integers make every cut
// decision exact: no tolerance is needed to say whether an arc is full or a cell is balanced.
inline constexpr Amount edge_capacity = Amount{1} << 40U;

// A flow on the grid graph, cut into regions that no flow may cross, with the excess that each node still has to get
// rid of (or, negative, to receive). Nodes are the cells of a grid padded by at least one layer on every side, so that
// every node has all its neighbours; rows (along the last axis) are padded to whole words of 64, so that a set of nodes
// is an array of words and a step to a neighbour a shift of that array. The arcs of node v are v * slots + k,
// k = 0 .. slots - 1; slot k ^ 1 of the neighbour is the arc back.
template <int Dimensions>
class FlowNetwork {
 public:
  static constexpr int slots = 2 * Dimensions;
  // All regions are drained at once, 64 nodes at a time.
  static constexpr bool drains_region_by_region = false;

  explicit FlowNetwork(const Shape& shape);

  Node node_count() const { return node_count_; }
  std::span<const Node> nodes() const { return nodes_; }  // the padded index of every cell, in the order of the cells
  Node neighbour(Node v, int slot) const { return v + offset_[static_cast<std::size_t>(slot)]; }
  static constexpr std::int32_t component_count() { return 1; }

  // Calls visit(slot, neighbour) for every arc of v.
  template <typename Visit>
  void for_each_arc(Node v, Visit&& visit) const {
    for (int k = 0; k < slots; ++k) visit(k, neighbour(v, k));
  }
  // Calls visit for half of the arcs of v, such that every edge is visited at one of its ends.
  template <typename Visit>
  void for_each_edge(Node v, Visit&& visit) const {
    for (int k = 0; k < slots; k += 2) visit(k, neighbour(v, k));
  }

  // Every edge has the weight 1.
  static constexpr double units_per_weight() { return static_cast<double>(edge_capacity); }
  static constexpr double weight(int /*slot*/) { return 1.0; }
  // The arcs of a node cannot carry away as much as this.
  static constexpr Amount most_load(Node /*v*/) { return edge_capacity * (slots + 1); }

  // Returns what the arc carries away from v (negative: towards v).
  Amount flow(Node v, int slot) const { return edge_capacity - residual_[arc(v, slot)]; }
  // Returns what all arcs of v together carry away, derived from what v was loaded with and what is left of it.
  Amount outflow(Node v) const { return load_[index(v)] - excess_[index(v)]; }

  // Makes the arc carry as much as it can from v on; both ends must be balanced afterwards.
  void saturate(Node v, int slot) {
    const Node u = neighbour(v, slot);
    const Amount amount = residual_[arc(v, slot)];
    residual_[arc(v, slot)] = 0;
    residual_[arc(u, slot ^ 1)] += amount;
    excess_[index(v)] -= amount;
    excess_[index(u)] += amount;
  }

  std::int32_t region(Node v) const { return region_[index(v)]; }
  void set_region(Node v, std::int32_t region) { region_[index(v)] = region; }
  Amount excess(Node v) const { return excess_[index(v)]; }
  // Sets what the arcs of v have to carry away in all; the excess is what they do not carry yet.
  void set_load(Node v, Amount load) { change_load(v, load - load_[index(v)]); }
  void change_load(Node v, Amount change) {
    load_[index(v)] += change;
    excess_[index(v)] += change;
  }
  // Takes away all flow and load and makes all nodes one region.
  void reset();

  // Finds out which arcs lead on within the region. Call it for both ends when one of them changed its region.
  void update_open_arcs(Node v) {
    if (region_[index(v)] < 0) return;  // padding
    for (int k = 0; k < slots; ++k) {
      const bool is_open = region_[index(neighbour(v, k))] == region_[index(v)] && residual_[arc(v, k)] > 0;
      Word& word = open_[open_word(v, k)];
      word = (word & ~bit_of(v)) | (is_open ? bit_of(v) : 0);
    }
  }

  template <typename Visit>
  void for_each_open_arc(Node v, Visit&& visit) const {
    for (int k = 0; k < slots; ++k) {
      if (open_[open_word(v, k)] & bit_of(v)) visit(neighbour(v, k));
    }
  }
  // Visits the neighbours that have an open arc to v.
  template <typename Visit>
  void for_each_open_arc_into(Node v, Visit&& visit) const {
    for (int k = 0; k < slots; ++k) {
      const Node u = neighbour(v, k);
      if (open_[open_word(u, k ^ 1)] & bit_of(u)) visit(u);
    }
  }

  // Moves excess along open arcs to nodes that lack it, until no node with excess can reach one that lacks (a maximum
  // flow). This is push-relabel without source and sink: exact distances to the lacking nodes by breadth-first search,
  // one sweep from the farthest node inwards, a round of first-in first-out discharge with local relabelling, and over
  // again. On small grids search and sweep handle 64 nodes at a time. "nodes" are those of the regions in question.
  void drain(std::span<const Node> nodes);

 private:
  struct Arrays;

  static std::size_t index(Node v) { return static_cast<std::size_t>(v); }
  static std::size_t arc(Node v, int slot) {
    return static_cast<std::size_t>(v) * static_cast<std::size_t>(slots) + static_cast<std::size_t>(slot);
  }
  static Word bit_of(Node v) { return Word{1} << (static_cast<unsigned>(v) % 64U); }
  static std::size_t word_of(Node v) { return static_cast<std::size_t>(v) / 64; }
  std::size_t open_word(Node v, int slot) const { return static_cast<std::size_t>(slot) * words_ + word_of(v); }

  void drop_finished_regions();
  // Sets of nodes as words (flow_by_levels.cc).
  Word step_towards(const Word* target, std::size_t word, int slot) const;
  void find_levels();
  void sweep_levels();
  void label_levels();
  std::array<Node, static_cast<std::size_t>(slots)> offset_{};
  Node node_count_ = 0;
  std::vector<Node> nodes_;
  std::vector<Amount> residual_;
  std::vector<Amount> load_;
  std::vector<Amount> excess_;        // load - outflow
  std::vector<std::int32_t> region_;  // -1 on the padding
  std::size_t words_ = 0;             // in a set of nodes
  std::size_t first_word_ = 0;        // those with cells are first_word_ .. last_word_
  std::size_t last_word_ = 0;
  std::vector<Word> open_;     // for each slot the set of nodes whose arc is open
  std::vector<Word> surplus_;  // the set of nodes with excess
  std::vector<Word> visited_;
  std::vector<Word> levels_;  // sets of nodes at distance 0, 1, 2, ...
  std::size_t level_count_ = 0;
  std::vector<std::int32_t> distance_;
  std::vector<Node> lacking_;
  std::vector<Node> reached_;  // in the order of their distance, the first reached_count_ of them
  std::size_t reached_count_ = 0;
  std::vector<std::uint32_t> is_active_;  // by region: the stamp of the last search that it takes part in
  std::uint32_t stamp_ = 0;
  std::vector<Node> queue_;  // nodes with excess under way
};

extern template class FlowNetwork<2>;
extern template class FlowNetwork<3>;

}  // namespace gaptv::tv
