// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/export.h"

namespace gaptv {

// An undirected graph with a weight on every edge. Nodes are 0 .. nodes - 1. Parallel edges count as one edge with the
// sum of their weights; an edge of weight 0 as none. The graph need not be connected.
struct Graph {
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    double weight;
  };

  std::size_t nodes = 0;
  std::vector<Edge> edges;
};

// Throws InvalidInput if an edge names no node, joins a node to itself, or has a weight that is negative or not finite.
// The message counts edges from 1. O(edges).
GAPTV_API void check(const Graph& graph);

// The edges at every node: those of node v are edge[first[v]] .. edge[first[v + 1] - 1], in the order of their numbers.
// Edges of weight 0 are left out. O(nodes + edges).
struct EdgesByNode {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> edge;
};
EdgesByNode edges_by_node(const Graph& graph);

// Returns the end of an edge that is not this one.
inline std::uint32_t other_end(const Graph::Edge& edge, std::uint32_t node) {
  return edge.from ^ edge.to ^ node;
}

}  // namespace gaptv
