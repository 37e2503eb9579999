// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/topology.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

bool is_left_out(const GridTopology& grid, std::size_t cell) {
  return !grid.left_out.empty() && grid.left_out[cell];
}

// Visits the cell and the axis if the cell has a next neighbour along it.
template <typename Visit>
void visit_edge(const GridTopology& grid, std::size_t cell, std::size_t axis, const Visit& visit) {
  const std::size_t bin = grid.shape.bin_of(cell, axis);
  if (bin + 1 == grid.shape.bins[axis]) return;
  if (is_left_out(grid, cell) || is_left_out(grid, cell + grid.shape.stride(axis))) return;
  visit(cell, axis, grid.edge_weights.empty() ? 1.0 : grid.edge_weights[axis][bin]);
}

template <typename Visit>
void for_each_edge(const GridTopology& grid, EdgeOrder order, const Visit& visit) {
  const std::size_t cells = grid.shape.cells();
  const std::size_t axes = grid.shape.dimensions();
  if (order == EdgeOrder::by_cell) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (std::size_t axis = 0; axis < axes; ++axis) visit_edge(grid, cell, axis, visit);
    }
  } else {
    for (std::size_t axis = 0; axis < axes; ++axis) {
      for (std::size_t cell = 0; cell < cells; ++cell) visit_edge(grid, cell, axis, visit);
    }
  }
}

void check_weights(const std::vector<double>& along) {
  for (const double weight : along) {
    if (std::isfinite(weight) && weight >= 0) continue;
    throw InvalidInput("an edge weight is " + std::to_string(weight) + "; weights are finite numbers of 0 or more");
  }
}

void check_lists(const GridTopology& grid) {
  if (!grid.left_out.empty() && grid.left_out.size() != grid.shape.cells()) {
    throw InvalidInput(std::to_string(grid.left_out.size()) + " marks of cells that are left out for " +
                       std::to_string(grid.shape.cells()) + " cells; give one for each cell, or none at all");
  }
  if (grid.edge_weights.empty()) return;
  if (grid.edge_weights.size() != grid.shape.dimensions()) {
    throw InvalidInput("edge weights for " + std::to_string(grid.edge_weights.size()) + " axes of " +
                       std::to_string(grid.shape.dimensions()) + "; give a list for each axis, or none at all");
  }
  for (std::size_t axis = 0; axis < grid.edge_weights.size(); ++axis) {
    if (grid.edge_weights[axis].size() + 1 == grid.shape.bins[axis]) continue;
    throw InvalidInput("axis " + std::to_string(axis) + ": " + std::to_string(grid.edge_weights[axis].size()) +
                       " edge weights for " + std::to_string(grid.shape.bins[axis]) +
                       " bins; give one for each pair of neighbouring bins");
  }
}

}  // namespace

std::size_t count_nodes(const TvTopology& topology) {
  if (const auto* const chain = std::get_if<ChainTopology>(&topology)) return chain->edge_weights.size() + 1;
  if (const auto* const grid = std::get_if<GridTopology>(&topology)) return grid->shape.cells();
  return std::get<Graph>(topology).nodes;
}

void check(const TvTopology& topology) {
  if (const auto* const chain = std::get_if<ChainTopology>(&topology)) {
    check_weights(chain->edge_weights);
  } else if (const auto* const grid = std::get_if<GridTopology>(&topology)) {
    check_lists(*grid);
    for (const std::vector<double>& along : grid->edge_weights) check_weights(along);
  } else {
    check(std::get<Graph>(topology));
  }
}

Graph make_graph(const ChainTopology& chain) {
  Graph graph;
  graph.nodes = chain.edge_weights.size() + 1;
  graph.edges.reserve(chain.edge_weights.size());
  for (std::uint32_t node = 0; node + 1 < graph.nodes; ++node) {
    graph.edges.push_back({node, node + 1, chain.edge_weights[node]});
  }
  return graph;
}

Graph make_graph(const GridTopology& grid, EdgeOrder order) {
  Graph graph;
  graph.nodes = grid.shape.cells();
  for_each_edge(grid, order, [&](std::size_t cell, std::size_t axis, double weight) {
    graph.edges.push_back(
        {static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(cell + grid.shape.stride(axis)), weight});
  });
  return graph;
}

std::vector<double> arrange_flow_by_axis(const GridTopology& grid, EdgeOrder order,
                                         const std::vector<double>& by_edge) {
  const std::size_t cells = grid.shape.cells();
  std::vector<double> by_axis(cells * grid.shape.dimensions(), 0.0);
  std::size_t edge = 0;
  for_each_edge(grid, order,
                [&](std::size_t cell, std::size_t axis, double) { by_axis[axis * cells + cell] = by_edge[edge++]; });
  return by_axis;
}

std::vector<double> arrange_flow_by_edge(const GridTopology& grid, EdgeOrder order,
                                         const std::vector<double>& by_axis) {
  const std::size_t cells = grid.shape.cells();
  std::vector<double> by_edge;
  for_each_edge(grid, order,
                [&](std::size_t cell, std::size_t axis, double) { by_edge.push_back(by_axis[axis * cells + cell]); });
  return by_edge;
}

}  // namespace gaptv
