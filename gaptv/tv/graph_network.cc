// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/graph_network.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaptv::tv {
namespace {

// The strongest edge carries at least 2 to this power of units, less than twice that: about the digits of a double.
constexpr int most_bits_per_edge = 51;
// All edges together carry less than 2 to this power, so that no sum of flows or loads overflows.
constexpr int bits_in_all = 60;

constexpr std::int32_t nowhere = -1;

}  // namespace

// A power of two, so that weights that are whole numbers (or fractions with a power of two below) are exact.
void GraphNetwork::choose_unit(const Graph& graph, double enough) {
  double largest = 0;
  for (const Graph::Edge& edge : graph.edges) largest = std::max(largest, std::min(edge.weight, enough));
  if (largest <= 0) return;
  double sum = 0;  // in units of the largest, which cannot overflow
  for (const Graph::Edge& edge : graph.edges) sum += std::min(edge.weight, enough) / largest;
  const int bits = std::min(most_bits_per_edge, bits_in_all - 2 - std::ilogb(sum));
  constexpr int largest_exponent = 1000;
  units_per_weight_ = std::ldexp(1.0, std::min(bits - std::ilogb(largest), largest_exponent));
}

GraphNetwork::GraphNetwork(const Graph& graph, const EdgesByNode& edges, const GraphLayout& layout, double enough)
    : component_(layout.component),
      block_(layout.block),
      component_count_(layout.components),
      block_count_(layout.blocks) {
  choose_unit(graph, enough);
  const std::size_t count = layout.node.size();
  std::vector<Node> position(graph.nodes, nowhere);
  for (std::size_t v = 0; v < count; ++v) position[layout.node[v]] = static_cast<Node>(v);
  nodes_.resize(count);
  first_.assign(count + 1, 0);
  most_load_.assign(count, 1);
  arc_of_edge_.resize(graph.edges.size());
  edge_weight_.reserve(graph.edges.size());
  for (const Graph::Edge& edge : graph.edges) edge_weight_.push_back(edge.weight);
  arcs_.reserve(edges.edge.size());
  edge_.reserve(edges.edge.size());
  for (std::size_t v = 0; v < count; ++v) {
    nodes_[v] = static_cast<Node>(v);
    const std::uint32_t node = layout.node[v];
    for (std::uint32_t i = edges.first[node]; i < edges.first[node + 1]; ++i) {
      const Graph::Edge& edge = graph.edges[edges.edge[i]];
      // At least one unit: an edge that carries next to nothing still joins its ends.
      const double units = std::round(std::min(edge.weight, enough) * units_per_weight_);
      const Amount capacity = std::max(static_cast<Amount>(units), Amount{1});
      if (edge.from == node) arc_of_edge_[edges.edge[i]] = static_cast<ArcNumber>(arcs_.size());
      arcs_.push_back({position[other_end(edge, node)], 0, capacity, capacity});
      edge_.push_back(edges.edge[i]);
      // Twice what the arcs can carry: rounding cannot make a node look cut off that is not.
      most_load_[v] += 2 * capacity;
    }
    first_[v + 1] = static_cast<ArcNumber>(arcs_.size());
  }
  std::vector<ArcNumber> first_seen(graph.edges.size(), std::numeric_limits<ArcNumber>::max());
  for (ArcNumber arc = 0; arc < arcs_.size(); ++arc) {
    ArcNumber& other = first_seen[edge_[arc]];
    if (other == std::numeric_limits<ArcNumber>::max()) {
      other = arc;
    } else {
      arcs_[arc].reverse = other;
      arcs_[other].reverse = arc;
    }
  }
  states_.resize(count);
  load_.resize(count);
  reset();
}

void GraphNetwork::reset() {
  for (Arc& arc : arcs_) arc.forward = arc.backward = (arc.forward + arc.backward) / 2;
  std::fill(load_.begin(), load_.end(), 0);
  for (std::size_t v = 0; v < states_.size(); ++v) states_[v] = {0, unreachable, component_[v]};
}

std::int32_t GraphNetwork::assign_blocks() {
  for (std::size_t v = 0; v < states_.size(); ++v) states_[v].region = block_[v];
  return block_count_;
}

void GraphNetwork::saturate(Node v, ArcNumber arc) {
  Arc& forth = arcs_[arc];
  Arc& back = arcs_[forth.reverse];
  const Amount amount = forth.forward;
  states_[index(v)].excess -= amount;
  states_[index(forth.head)].excess += amount;
  forth.backward += amount;
  forth.forward = 0;
  back.forward = forth.backward;
  back.backward = 0;
}

// What push_relabel.h sees of one region.
struct GraphNetwork::Arrays {
  const ArcNumber* first;
  Arc* arcs;
  State* states;
  std::int32_t region;

  Arrays(GraphNetwork& network, std::int32_t id)
      : first(network.first_.data()), arcs(network.arcs_.data()), states(network.states_.data()), region(id) {}

  Amount& excess(Node v) const { return states[v].excess; }
  std::int32_t& distance(Node v) const { return states[v].distance; }
  ArcNumber first_arc(Node v) const { return first[v]; }
  ArcNumber last_arc(Node v) const { return first[v + 1]; }
  Node head(Node /*v*/, ArcNumber arc) const { return arcs[arc].head; }
  bool is_here(Node u) const { return std::atomic_ref(states[u].region).load(std::memory_order_relaxed) == region; }
  bool is_open(Node /*v*/, ArcNumber arc) const { return arcs[arc].forward > 0 && is_here(arcs[arc].head); }
  bool label_if_new(Node /*v*/, ArcNumber arc, Node u, std::int32_t label) const {
    if (arcs[arc].backward <= 0 || !is_here(u) || states[u].distance != unreachable) return false;
    states[u].distance = label;
    return true;
  }
  Amount push(Node /*v*/, ArcNumber arc, Node u, Amount available) const {
    Arc& forth = arcs[arc];
    Arc& back = arcs[forth.reverse];
    const Amount amount = std::min(available, forth.forward);
    forth.forward -= amount;
    forth.backward += amount;
    back.forward += amount;
    back.backward -= amount;
    states[u].excess += amount;
    return available - amount;
  }
};

void GraphNetwork::drain(std::span<const Node> members, DrainSpace& space) {
  space.lacking.clear();
  space.queue.clear();
  std::size_t with_excess = 0;
  for (const Node v : members) {
    if (states_[index(v)].excess < 0) space.lacking.push_back(v);
    if (states_[index(v)].excess > 0) ++with_excess;
  }
  if (space.reached.size() <= members.size()) space.reached.resize(members.size() + 1);
  const Arrays at(*this, region(members.front()));
  while (!space.lacking.empty() && with_excess > 0) {
    const std::size_t count = find_distances(at, space.lacking, with_excess, space.reached.data());
    const auto reached = std::span(space.reached).first(count);
    sweep_inwards(at, reached, space.queue);
    discharge_in_turn(at, count, space.queue);
    for (const Node v : reached) at.distance(v) = unreachable;
    // What is still under way; the queue may name a node twice.
    constexpr std::int32_t counted = -1;
    with_excess = 0;
    for (const Node v : space.queue) {
      if (at.excess(v) <= 0 || at.distance(v) == counted) continue;
      at.distance(v) = counted;
      ++with_excess;
    }
    for (const Node v : space.queue) at.distance(v) = unreachable;
    std::erase_if(space.lacking, [&](Node v) { return at.excess(v) >= 0; });
  }
}

}  // namespace gaptv::tv
