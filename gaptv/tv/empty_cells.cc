// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/empty_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "gaptv/grid/connected_cells.h"

namespace gaptv {
namespace {

// What remains to be done with the empty cells: bounds by search along arcs that are not full.
class EmptyCellBounds {
 public:
  EmptyCellBounds(const TvProblem& problem, const Solution& solution) : problem_(problem), solution_(solution) {
    for (std::size_t axis = 0; axis < problem.shape.dimensions(); ++axis) {
      stride_.push_back(problem.shape.stride(axis));
    }
  }

  // bound[cell] = the extreme value that reaches each empty cell; direction +1: the largest value among the data cells
  // that can send to it, -1: the smallest among those that it can send to (negated inside, so that both are a maximum).
  std::vector<double> search(const std::vector<std::size_t>& empty, double direction) const {
    const double none = -std::numeric_limits<double>::infinity();
    std::vector<double> bound(problem_.shape.cells(), none);
    struct Seed {
      double value;
      std::size_t cell;
    };
    std::vector<Seed> seeds;
    for (const std::size_t cell : empty) {
      double best = none;
      for_each_sender(cell, direction, [&](std::size_t sender) {
        if (problem_.weight[sender] > 0) best = std::max(best, direction * solution_.beta[sender]);
      });
      if (best > none) seeds.push_back({best, cell});
    }
    std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.value > b.value; });
    std::vector<std::size_t> stack;
    for (const Seed& seed : seeds) {
      if (bound[seed.cell] > none) continue;
      bound[seed.cell] = seed.value;
      stack.push_back(seed.cell);
      while (!stack.empty()) {
        const std::size_t cell = stack.back();
        stack.pop_back();
        for_each_sender(cell, -direction, [&](std::size_t receiver) {
          if (problem_.weight[receiver] > 0 || bound[receiver] > none) return;
          bound[receiver] = seed.value;
          stack.push_back(receiver);
        });
      }
    }
    return bound;
  }

 private:
  // The neighbours with an arc to the cell that is not full (direction +1), or to which the cell has one (-1).
  template <typename Visit>
  void for_each_sender(std::size_t cell, double direction, Visit&& visit) const {
    const std::size_t cells = problem_.shape.cells();
    for (std::size_t axis = 0; axis < stride_.size(); ++axis) {
      const std::size_t stride = stride_[axis];
      const std::size_t bins = problem_.shape.bins[axis];
      const std::size_t bin = cell / stride % bins;
      const double* flow = solution_.flow.data() + axis * cells;
      if (bin > 0 && direction * flow[cell - stride] < 1) visit(cell - stride);
      if (bin + 1 < bins && -direction * flow[cell] < 1) visit(cell + stride);
    }
  }

  const TvProblem& problem_;
  const Solution& solution_;
  std::vector<std::size_t> stride_;
};

// The constants of two regions that are equal in exact arithmetic differ by a few units in the last place of the
// largest value: this is far above that, and far below anything that could matter.
constexpr double rounding_tolerance = 1e-12;

bool has_almost_equal_neighbours(const Shape& shape, const std::vector<double>& values, double tolerance) {
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    const std::size_t stride = shape.stride(axis);
    const std::size_t slab = stride * shape.bins[axis];
    for (std::size_t start = 0; start < values.size(); start += slab) {
      // Counted without branches, so that the compiler can take several cells at a time.
      std::size_t found = 0;
      for (std::size_t cell = start; cell < start + slab - stride; ++cell) {
        const double difference = std::abs(values[cell] - values[cell + stride]);
        found += static_cast<std::size_t>((difference > 0) & (difference <= tolerance));
      }
      if (found > 0) return true;
    }
  }
  return false;
}

}  // namespace

void settle_empty_cells(const TvProblem& problem, Solution& solution) {
  double weight = 0;
  double weighted_sum = 0;
  std::vector<std::size_t> empty;
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    if (problem.weight[cell] > 0) {
      weight += problem.weight[cell];
      weighted_sum += problem.weight[cell] * problem.mean[cell];
    } else {
      empty.push_back(cell);
    }
  }
  if (!empty.empty()) {
    const double mean = weighted_sum / weight;
    const EmptyCellBounds bounds(problem, solution);
    const std::vector<double> lowest = bounds.search(empty, 1.0);
    const std::vector<double> negated_highest = bounds.search(empty, -1.0);
    for (const std::size_t cell : empty) {
      // Written so that rounding cannot make the bounds cross.
      solution.beta[cell] = std::min(std::max(mean, lowest[cell]), std::max(-negated_highest[cell], lowest[cell]));
    }
  }
}

void unite_values_equal_up_to_rounding(const TvProblem& problem, Solution& solution) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    if (problem.weight[cell] <= 0) continue;
    lowest = std::min(lowest, problem.mean[cell]);
    highest = std::max(highest, problem.mean[cell]);
  }
  double scale = highest - lowest;
  for (const double value : solution.beta) {
    scale = std::min({scale, value - problem.lowest_mean, problem.highest_mean - value});
  }
  const double tolerance = rounding_tolerance * scale;
  if (!has_almost_equal_neighbours(problem.shape, solution.beta, tolerance)) return;
  const ConnectedCells sets = connect_equal_cells(problem.shape, solution.beta, tolerance);
  std::vector<double> value(sets.count);
  for (std::size_t cell = solution.beta.size(); cell-- > 0;) value[sets.label[cell]] = solution.beta[cell];
  for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) solution.beta[cell] = value[sets.label[cell]];
}

}  // namespace gaptv
