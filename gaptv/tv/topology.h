// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "gaptv/grid/shape.h"
#include "gaptv/tv/graph.h"

namespace gaptv {

// Nodes in a row, each joined to the next one.
struct ChainTopology {
  std::vector<double> edge_weights;  // entry i weighs the edge between the nodes i and i + 1: one fewer than nodes
};

// The cells of a grid, each joined to its neighbours along every axis.
struct GridTopology {
  Shape shape;
  // edge_weights[axis][i] weighs the edges between the bins i and i + 1 of the axis. If it is empty, every edge
  // weighs 1.
  std::vector<std::vector<double>> edge_weights = {};
  // left_out[cell] says whether the cell is a hole: it has no edges and must have no data. If it is empty, no cell is
  // one. What holes cut off from the rest (an island) is a component of its own.
  std::vector<bool> left_out = {};
};

// Who is whose neighbour, and what a difference between two neighbours costs per unit of lambda. Every edge costs the
// same in both directions, as all solvers assume; costs that differ by direction would be a further field of
// Graph::Edge, beside its weight (gaptv/tv/README.md says what the solvers lack for that).
using TvTopology = std::variant<ChainTopology, GridTopology, Graph>;

std::size_t count_nodes(const TvTopology& topology);

// Throws InvalidInput if a grid has not a list of edge weights for each axis with one weight fewer than bins, or not
// one mark for each cell; for weights that are negative or not finite; and for graphs that check(Graph) refuses.
void check(const TvTopology& topology);

// Grids have no fixed order of edges. Rounding depends on it, so each solver keeps the one that it has always had.
enum class EdgeOrder { by_cell, by_axis };

// Makes a general graph with the same neighbours. Its edges go from the smaller to the larger number of a node.
Graph make_graph(const ChainTopology& chain);
Graph make_graph(const GridTopology& grid, EdgeOrder order);

// Turn the flow on a grid from the order of its graph's edges into that of PathFit, and back: there flow[axis * cells +
// cell] is what the cell sends to its next neighbour along the axis, 0 where there is none.
std::vector<double> arrange_flow_by_axis(const GridTopology& grid, EdgeOrder order, const std::vector<double>& by_edge);
std::vector<double> arrange_flow_by_edge(const GridTopology& grid, EdgeOrder order, const std::vector<double>& by_axis);

}  // namespace gaptv
