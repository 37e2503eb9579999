// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/flow/graph_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gaptv/base/parallel.h"
#include "gaptv/tv/flow/tasks.h"

namespace gaptv::tv {
namespace {

// The strongest edge carries at least 2 to this power of units, less than twice that: about the digits of a double.
constexpr int most_bits_per_edge = 51;
// All edges together carry less than 2 to this power, so that no sum of flows or loads overflows.
constexpr int bits_in_all = 60;

constexpr std::int32_t nowhere = -1;

// The numbers of arcs have 31 bits, see check(Graph).
constexpr std::uint32_t most_arcs = 0x7fffffff;

}  // namespace

// A power of two, so that weights that are whole numbers (or fractions with a power of two below) are exact.
void GraphNetwork::choose_unit(const Graph& graph) {
  double largest = 0;
  for (const Graph::Edge& edge : graph.edges) largest = std::max(largest, std::min(edge.weight, enough_));
  if (largest <= 0) return;
  double sum = 0;  // in units of the largest, which cannot overflow
  for (const Graph::Edge& edge : graph.edges) sum += std::min(edge.weight, enough_) / largest;
  const int bits = std::min(most_bits_per_edge, bits_in_all - 2 - std::ilogb(sum));
  constexpr int largest_exponent = 1000;
  units_per_weight_ = std::ldexp(1.0, std::min(bits - std::ilogb(largest), largest_exponent));
}

template <typename Visit>
void GraphNetwork::for_each_node_in_parallel(std::size_t threads, const Visit& visit) const {
  const std::size_t tasks = (nodes_.size() + nodes_per_task - 1) / nodes_per_task;
  parallel_for(tasks, threads, [&](std::size_t task) {
    const std::size_t begin = task * nodes_per_task;
    for (const Node v : nodes().subspan(begin, std::min(nodes_per_task, nodes_.size() - begin))) visit(v);
  });
}

GraphNetwork::GraphNetwork(const Graph& graph, const EdgesByNode& edges, const GraphLayout& layout, double enough,
                           std::size_t threads)
    : component_(layout.component),
      block_(layout.block),
      component_count_(layout.components),
      block_count_(layout.blocks),
      enough_(enough) {
  choose_unit(graph);
  const std::size_t count = layout.node.size();
  nodes_.resize(count);
  std::iota(nodes_.begin(), nodes_.end(), 0);
  first_.resize(count + 1);
  for (std::size_t v = 0; v < count; ++v) {
    const std::uint32_t node = layout.node[v];
    first_[v + 1] = first_[v] + edges.first[node + 1] - edges.first[node];
  }
  edge_weight_.reserve(graph.edges.size());
  for (const Graph::Edge& edge : graph.edges) edge_weight_.push_back(edge.weight);
  most_load_.resize(count);
  states_.resize(count);
  load_.resize(count);
  add_arcs(graph, edges, layout, threads);
  forget_load();
}

Amount GraphNetwork::capacity_of(double edge_weight) const {
  // At least one unit: an edge that carries next to nothing still joins its ends.
  return std::max(static_cast<Amount>(std::round(std::min(edge_weight, enough_) * units_per_weight_)), Amount{1});
}

void GraphNetwork::add_arcs(const Graph& graph, const EdgesByNode& edges, const GraphLayout& layout,
                            std::size_t threads) {
  std::vector<Node> position(graph.nodes, nowhere);
  for (const Node v : nodes_) position[layout.node[index(v)]] = v;
  arcs_.resize(first_.back());
  edge_.resize(first_.back());
  // The arcs of every edge, away from its first end and back.
  std::vector<std::array<ArcNumber, 2>> arcs_of_edge(graph.edges.size());
  for_each_node_in_parallel(threads, [&](Node v) {
    const std::uint32_t node = layout.node[index(v)];
    ArcNumber arc = first_[index(v)];
    Amount most_load = 1;
    for (std::uint32_t i = edges.first[node]; i < edges.first[node + 1]; ++i, ++arc) {
      const Graph::Edge& edge = graph.edges[edges.edge[i]];
      const Amount capacity = capacity_of(edge.weight);
      arcs_[arc] = {position[other_end(edge, node)], 0, 1, capacity};
      edge_[arc] = edges.edge[i];
      arcs_of_edge[edges.edge[i]][edge.from == node ? 0 : 1] = arc;
      // Twice what the arcs can carry: rounding cannot make a node look cut off that is not.
      most_load += 2 * capacity;
    }
    most_load_[index(v)] = most_load;
  });
  for_each_node_in_parallel(threads, [&](Node v) {
    for (ArcNumber arc = first_[index(v)]; arc < first_[index(v) + 1]; ++arc) {
      const std::array<ArcNumber, 2>& both = arcs_of_edge[edge_[arc]];
      arcs_[arc].reverse = (both[0] == arc ? both[1] : both[0]) & most_arcs;
    }
  });
  arc_of_edge_.reserve(graph.edges.size());
  for (const std::array<ArcNumber, 2>& both : arcs_of_edge) arc_of_edge_.push_back(both[0]);
}

void GraphNetwork::reset() {
  for (Arc& arc : arcs_) {
    Arc& back = arcs_[arc.reverse];
    arc.forward = back.forward = (arc.forward + back.forward) / 2;
    arc.has_room_back = back.has_room_back = 1;
  }
  forget_load();
}

void GraphNetwork::forget_load() {
  std::fill(load_.begin(), load_.end(), 0);
  for (std::size_t v = 0; v < states_.size(); ++v) states_[v] = {0, unreachable, component_[v]};
}

std::int32_t GraphNetwork::assign_blocks() {
  for (std::size_t v = 0; v < states_.size(); ++v) states_[v].region = block_[v];
  return block_count_;
}

// The first node of every run of nodes of the same block, and the number of nodes.
std::vector<Node> GraphNetwork::beginnings_of_blocks() const {
  std::vector<Node> beginnings;
  for (std::size_t v = 0; v < block_.size(); ++v) {
    if (v == 0 || block_[v] != block_[v - 1]) beginnings.push_back(static_cast<Node>(v));
  }
  beginnings.push_back(node_count());
  return beginnings;
}

// Numbers the pieces among the nodes begin .. end - 1 from 0 on.
std::int32_t GraphNetwork::number_loose_pieces(Node begin, Node end) {
  for (Node v = begin; v < end; ++v) set_region(v, nowhere);
  std::int32_t pieces = 0;
  std::vector<Node> stack;
  for (Node seed = begin; seed < end; ++seed) {
    if (region(seed) != nowhere) continue;
    set_region(seed, pieces);
    stack.assign(1, seed);
    while (!stack.empty()) {
      const Node v = stack.back();
      stack.pop_back();
      for_each_arc(v, [&](ArcNumber arc, Node u) {
        if (u < begin || u >= end || !is_loose(arc) || region(u) != nowhere) return;
        set_region(u, pieces);
        stack.push_back(u);
      });
    }
    ++pieces;
  }
  return pieces;
}

std::int32_t GraphNetwork::assign_loose_pieces(std::size_t threads) {
  const std::vector<Node> beginnings = beginnings_of_blocks();
  const std::size_t blocks = beginnings.size() - 1;
  std::vector<std::int32_t> pieces(blocks);
  parallel_for(blocks, threads, [&](std::size_t block) {
    pieces[block] = number_loose_pieces(beginnings[block], beginnings[block + 1]);
  });
  std::int32_t count = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (Node v = beginnings[block]; v < beginnings[block + 1]; ++v) set_region(v, region(v) + count);
    count += pieces[block];
  }
  return count;
}

void GraphNetwork::set_flow(const std::vector<double>& flow_by_edge, std::size_t threads) {
  for_each_node_in_parallel(threads, [&](Node v) {
    Amount sent = 0;
    for (ArcNumber arc = first_[index(v)]; arc < first_[index(v) + 1]; ++arc) {
      const std::uint32_t e = edge_[arc];
      const double flow = arc == arc_of_edge_[e] ? flow_by_edge[e] : -flow_by_edge[e];
      const Amount capacity = capacity_of(edge_weight_[e]);
      // Rounded towards 0, so that both ends agree.
      const double units = std::min(std::abs(flow) * units_per_weight_, static_cast<double>(capacity));
      const Amount size = std::abs(flow) >= edge_weight_[e] ? capacity : static_cast<Amount>(units);
      const Amount amount = flow < 0 ? -size : size;
      arcs_[arc].forward = capacity - amount;
      arcs_[arc].has_room_back = capacity + amount > 0 ? 1 : 0;
      sent += amount;
    }
    load_[index(v)] = 0;
    states_[index(v)].excess = -sent;
  });
}

void GraphNetwork::send(Node v, ArcNumber arc, Amount amount) {
  Arc& forth = arcs_[arc];
  Arc& back = arcs_[forth.reverse];
  states_[index(v)].excess -= amount;
  states_[index(forth.head)].excess += amount;
  move(forth, back, amount);
}

void GraphNetwork::write_flow(double scale, std::vector<double>& flow_by_edge, std::size_t threads) const {
  for_each_node_in_parallel(threads, [&](Node v) {
    for_each_arc(v, [&](ArcNumber arc, Node u) {
      const std::uint32_t e = edge(arc);
      if (arc != arc_of_edge(e)) return;
      const double capacity = weight(arc);
      const double carried = static_cast<double>(flow(v, arc)) / units_per_weight_;
      const bool is_border = region(u) != region(v);
      flow_by_edge[e] =
          scale * (is_border ? std::copysign(capacity, carried) : std::clamp(carried, -capacity, capacity));
    });
  });
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
    if (arcs[arc].has_room_back == 0 || !is_here(u) || states[u].distance != unreachable) return false;
    states[u].distance = label;
    return true;
  }
  Amount push(Node /*v*/, ArcNumber arc, Node u, Amount available) const {
    Arc& forth = arcs[arc];
    Arc& back = arcs[forth.reverse];
    const Amount amount = std::min(available, forth.forward);
    move(forth, back, amount);
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
