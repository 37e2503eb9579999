// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/graph.h"

#include <cmath>
#include <limits>
#include <string>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

std::string message(std::size_t edge, const std::string& what, const std::string& remedy) {
  return "edge " + std::to_string(edge + 1) + ": " + what + "; " + remedy;
}

// Without a branch at every edge: valid graphs, the usual case, are looked at several times faster.
bool has_only_valid_edges(const Graph& graph) {
  constexpr double largest = std::numeric_limits<double>::max();
  unsigned invalid = 0;
  for (const auto& [from, to, weight] : graph.edges) {
    invalid |= static_cast<unsigned>(from >= graph.nodes) | static_cast<unsigned>(to >= graph.nodes) |
               static_cast<unsigned>(from == to) | static_cast<unsigned>(!(weight >= 0)) |
               static_cast<unsigned>(!(weight <= largest));
  }
  return invalid == 0;
}

}  // namespace

void check(const Graph& graph) {
  // Both arcs of every edge need a number of 32 bits, and so does every node, with room for a sign.
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
  if (graph.nodes > most || graph.edges.size() > most) {
    throw InvalidInput("a graph of " + std::to_string(graph.nodes) + " nodes and " +
                       std::to_string(graph.edges.size()) + " edges is too large; the limit is " +
                       std::to_string(most) + " of each");
  }
  if (has_only_valid_edges(graph)) return;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto& [from, to, weight] = graph.edges[e];
    for (const std::uint32_t end : {from, to}) {
      if (end < graph.nodes) continue;
      throw InvalidInput(message(
          e, "there is no node " + std::to_string(end),
          graph.nodes > 0 ? "nodes are numbered 0 to " + std::to_string(graph.nodes - 1) : "the graph has no nodes"));
    }
    if (from == to) {
      throw InvalidInput(message(e, "it joins node " + std::to_string(from) + " to itself", "leave such edges out"));
    }
    if (std::isnan(weight) || std::isinf(weight) || weight < 0) {
      throw InvalidInput(message(e, "its weight is " + std::to_string(weight),
                                 "weights are finite numbers of 0 or more (0: as if there were no edge)"));
    }
  }
}

EdgesByNode edges_by_node(const Graph& graph) {
  EdgesByNode by_node;
  by_node.first.assign(graph.nodes + 1, 0);
  for (const Graph::Edge& edge : graph.edges) {
    if (edge.weight <= 0) continue;
    ++by_node.first[edge.from + 1];
    ++by_node.first[edge.to + 1];
  }
  for (std::size_t v = 0; v < graph.nodes; ++v) by_node.first[v + 1] += by_node.first[v];
  by_node.edge.resize(by_node.first.back());
  std::vector<std::uint32_t> place(by_node.first.begin(), by_node.first.end() - 1);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (graph.edges[e].weight <= 0) continue;
    by_node.edge[place[graph.edges[e].from]++] = static_cast<std::uint32_t>(e);
    by_node.edge[place[graph.edges[e].to]++] = static_cast<std::uint32_t>(e);
  }
  return by_node;
}

}  // namespace gaptv
