// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/empty_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/tv/solve/data_pull.h"
#include "gaptv/tv/solve/optimal_range.h"

namespace gaptv {
namespace {

// What optimal_range.h sees of a grid and the flow on it.
class GridSenders {
 public:
  GridSenders(const Shape& shape, const std::vector<std::uint8_t>& has_neighbour, const std::vector<double>& flow)
      : has_neighbour_(has_neighbour), cells_(shape.cells()), dimensions_(shape.dimensions()), flow_(flow) {
    for (std::size_t axis = 0; axis < dimensions_; ++axis) stride_[axis] = shape.stride(axis);
  }

  template <typename Visit>
  void for_each_sender(std::size_t cell, double direction, Visit&& visit) const {
    const std::uint8_t has_neighbour = has_neighbour_[cell];
    for (std::size_t axis = 0; axis < dimensions_; ++axis) {
      const std::size_t stride = stride_[axis];
      const double* flow = flow_.data() + axis * cells_;
      const unsigned sides = has_neighbour >> (2 * axis);
      if ((sides & 1U) != 0 && direction * flow[cell - stride] < 1) visit(cell - stride);
      if ((sides & 2U) != 0 && -direction * flow[cell] < 1) visit(cell + stride);
    }
  }

 private:
  const std::vector<std::uint8_t>& has_neighbour_;
  std::size_t cells_;
  std::size_t dimensions_;
  const std::vector<double>& flow_;
  std::array<std::size_t, 3> stride_{};
};

bool has_almost_equal_neighbours(const Shape& shape, const std::vector<double>& values, double tolerance) {
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    const std::size_t stride = shape.stride(axis);
    const std::size_t slab = stride * shape.bins[axis];
    for (std::size_t start = 0; start < values.size(); start += slab) {
      // Counted without branches, so that the compiler can take several cells at a time.
      const double* const value = values.data() + start;
      std::uint64_t found = 0;
      for (std::size_t i = 0; i < slab - stride; ++i) {
        const double difference = std::abs(value[i] - value[i + stride]);
        found += difference <= tolerance ? (difference > 0 ? 1U : 0U) : 0U;
      }
      if (found > 0) return true;
    }
  }
  return false;
}

}  // namespace

EmptyCells::EmptyCells(const TvProblem& problem)
    : centre_(tv::mean_of_data(problem.weight, problem.mean)),
      empty_(tv::nodes_without_data(problem.weight)),
      has_neighbour_(problem.weight.size(), 0) {
  const Shape& shape = problem.shape;
  for (const std::size_t cell : empty_) {
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t bin = shape.bin_of(cell, axis);
      const unsigned sides = (bin > 0 ? 1U : 0U) | (bin + 1 < shape.bins[axis] ? 2U : 0U);
      has_neighbour_[cell] = static_cast<std::uint8_t>(has_neighbour_[cell] | (sides << (2 * axis)));
    }
  }
}

void EmptyCells::settle(const TvProblem& problem, Solution& solution) const {
  const GridSenders senders(problem.shape, has_neighbour_, solution.flow);
  tv::settle_without_data(empty_, problem.weight, centre_, senders, problem.empty_cells, solution.beta);
}

void unite_values_equal_up_to_rounding(const TvProblem& problem, Solution& solution) {
  const double tolerance = tv::rounding_near_ends(tv::rounding_of_values(problem.weight, problem.mean),
                                                  {problem.lowest_mean, problem.highest_mean}, solution.beta);
  if (!has_almost_equal_neighbours(problem.shape, solution.beta, tolerance)) return;
  give_first_value(connect_equal_cells(problem.shape, solution.beta, tolerance), solution.beta);
}

}  // namespace gaptv
