// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/tv/graph.h"

namespace gaptv::tv {

// The nodes that a solver has to look at (those in a connected component with data), in an order in which neighbours
// are near to each other whatever numbers the caller gave them, and cut into blocks: compact pieces of some
// thousand nodes that have data each.
struct GraphLayout {
  std::vector<std::uint32_t> node;      // by position
  std::vector<std::int32_t> component;  // by position; numbered 0, 1, ...
  std::vector<std::int32_t> block;      // by position; numbered 0, 1, ...
  std::int32_t components = 0;
  std::int32_t blocks = 0;
};

// The arcs and nodes of a block fit into the cache, and its rim is short beside it. Measured on images of a million
// pixels: half or a quarter of this is slower at strong penalties, more leaves too few blocks at a time in the cache.
inline constexpr std::size_t nodes_per_block = 16384;

// Puts the nodes in order. O(nodes + edges).
GraphLayout lay_out(const Graph& graph, const EdgesByNode& edges, const std::vector<double>& weight);

}  // namespace gaptv::tv
