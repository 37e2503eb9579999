// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/empty_cells.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/tv/data_pull.h"
#include "gaptv/tv/optimal_range.h"

namespace gaptv {
namespace {

// What optimal_range.h sees of a grid and the flow on it.
class GridSenders {
 public:
  GridSenders(const Shape& shape, const std::vector<double>& flow) : shape_(shape), flow_(flow) {
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) stride_.push_back(shape.stride(axis));
  }

  template <typename Visit>
  void for_each_sender(std::size_t cell, double direction, Visit&& visit) const {
    const std::size_t cells = shape_.cells();
    for (std::size_t axis = 0; axis < stride_.size(); ++axis) {
      const std::size_t stride = stride_[axis];
      const std::size_t bins = shape_.bins[axis];
      const std::size_t bin = cell / stride % bins;
      const double* flow = flow_.data() + axis * cells;
      if (bin > 0 && direction * flow[cell - stride] < 1) visit(cell - stride);
      if (bin + 1 < bins && -direction * flow[cell] < 1) visit(cell + stride);
    }
  }

 private:
  const Shape& shape_;
  const std::vector<double>& flow_;
  std::vector<std::size_t> stride_;
};

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
  const double mean = tv::mean_of_data(problem.weight, problem.mean);
  tv::settle_without_data(problem.weight, mean, GridSenders(problem.shape, solution.flow), solution.beta);
}

void unite_values_equal_up_to_rounding(const TvProblem& problem, Solution& solution) {
  double tolerance = tv::rounding_of_values(problem.weight, problem.mean);
  for (const double value : solution.beta) {
    const double room = std::min(value - problem.lowest_mean, problem.highest_mean - value);
    tolerance = std::min(tolerance, tv::rounding_tolerance * room);
  }
  if (!has_almost_equal_neighbours(problem.shape, solution.beta, tolerance)) return;
  give_first_value(connect_equal_cells(problem.shape, solution.beta, tolerance), solution.beta);
}

}  // namespace gaptv
