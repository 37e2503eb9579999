// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/model.h"

#include <algorithm>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/base/parallel.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/model/model.h"

namespace gaptv {
namespace {

constexpr std::size_t most_edges = 65535;  // what BinLocator can look up
constexpr std::size_t rows_per_task = std::size_t{1} << 18U;
// Grids with more cells are filled by one thread: a table for each piece of work would cost more than it saves.
constexpr std::size_t most_cells_of_pieces = std::size_t{1} << 14U;

void check_size(const Grid& grid, std::size_t leaves) {
  double cells = 1;
  std::size_t edges = 0;
  for (const Axis& axis : grid.axes) {
    cells *= static_cast<double>(axis.bins());
    edges = std::max(edges, axis.edges.size());
  }
  if (cells <= most_cells && edges <= most_edges) return;
  throw InvalidInput(
      "the split points of a tree with " + std::to_string(leaves) + " leaves make a grid of " + number_text(cells) +
      " cells, more than the 20 million (and 65536 bins for a feature) that are allowed; ask for a smaller "
      "tree (`min_bucket`, `max_depth`; with the method cart also `cp`)");
}

// Bins first[j] to last[j] of each axis, both included.
struct BinBox {
  std::vector<std::size_t> first;
  std::vector<std::size_t> last;
};

// Calls visit(first cell, number of cells) for every run of cells of the box along the last axis.
template <typename Visit>
void for_runs(const BinBox& box, const Shape& shape, Visit&& visit) {
  const std::size_t last_axis = shape.dimensions() - 1;
  std::vector<std::size_t> bin = box.first;
  for (;;) {
    std::size_t cell = 0;
    for (std::size_t axis = 0; axis <= last_axis; ++axis) cell = cell * shape.bins[axis] + bin[axis];
    visit(cell, box.last[last_axis] - box.first[last_axis] + 1);
    std::size_t axis = last_axis;
    while (axis > 0 && bin[axis - 1] == box.last[axis - 1]) {
      bin[axis - 1] = box.first[axis - 1];
      --axis;
    }
    if (axis == 0) return;
    ++bin[axis - 1];
  }
}

void fill(const CartTree& tree, const Grid& grid, std::size_t node, const BinBox& box,
          std::vector<std::uint32_t>& leaf) {
  const CartNode& it = tree.nodes[node];
  if (it.is_leaf()) {
    for_runs(box, grid.shape(), [&](std::size_t cell, std::size_t count) {
      std::fill_n(leaf.begin() + static_cast<std::ptrdiff_t>(cell), count, static_cast<std::uint32_t>(node));
    });
    return;
  }
  const std::size_t first_right = grid.axes[it.feature].bin_of(it.split);
  BinBox left = box;
  left.last[it.feature] = first_right - 1;
  fill(tree, grid, it.left, left, leaf);
  BinBox right = box;
  right.first[it.feature] = first_right;
  fill(tree, grid, it.right, right, leaf);
}

}  // namespace

Grid grid_of_tree(const CartTree& tree, const DataView& data) {
  Grid grid;
  for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
    Axis axis;
    axis.name = data.feature_names[feature];
    for (const CartNode& node : tree.nodes) {
      if (!node.is_leaf() && node.feature == feature) axis.edges.push_back(node.split);
    }
    std::ranges::sort(axis.edges);
    axis.edges.erase(std::unique(axis.edges.begin(), axis.edges.end()), axis.edges.end());
    axis.bins_requested = axis.bins();
    axis.lowest = axis.highest = data.features[feature][0];
    for (std::size_t row = 0; row < data.rows(); ++row) {
      axis.lowest = std::min(axis.lowest, data.features[feature][row]);
      axis.highest = std::max(axis.highest, data.features[feature][row]);
    }
    grid.axes.push_back(std::move(axis));
  }
  check_size(grid, tree.leaves());
  return grid;
}

std::vector<std::uint32_t> leaf_of_cells(const CartTree& tree, const Grid& grid) {
  const Shape shape = grid.shape();
  std::vector<std::uint32_t> leaf(shape.cells());
  BinBox all;
  all.first.assign(shape.dimensions(), 0);
  for (const std::size_t bins : shape.bins) all.last.push_back(bins - 1);
  fill(tree, grid, 0, all, leaf);
  return leaf;
}

CellTable tabulate_rows(const Grid& grid, const DataView& data, const OutcomeScale& scale, std::size_t threads,
                        Progress& progress) {
  const Shape shape = grid.shape();
  std::vector<BinLocator> locators;
  for (const Axis& axis : grid.axes) locators.emplace_back(axis.edges);
  const std::size_t task_rows = shape.cells() <= most_cells_of_pieces ? rows_per_task : data.rows();
  const std::size_t tasks = (data.rows() + task_rows - 1) / task_rows;
  std::vector<CellTable> tables(tasks);
  parallel_for(tasks, threads, [&](std::size_t task) {
    progress.check();
    tables[task] = CellTable(shape);
    const std::size_t end = std::min(data.rows(), (task + 1) * task_rows);
    for (std::size_t row = task * task_rows; row < end; ++row) {
      std::size_t cell = 0;
      for (std::size_t axis = 0; axis < locators.size(); ++axis) {
        cell = cell * shape.bins[axis] + locators[axis].bin_of(data.features[axis][row]);
      }
      CellStats& stats = tables[task].cells[cell];
      const double outcome = scale.to_scaled(data.outcome[row]);
      if (data.weight.empty()) {
        stats.add(outcome);
      } else {
        stats.add(outcome, data.weight[row]);
      }
    }
  });
  CellTable table = std::move(tables.front());
  for (std::size_t task = 1; task < tasks; ++task) table = merge(std::move(table), tables[task]);
  return table;
}

}  // namespace gaptv
