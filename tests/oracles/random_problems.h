// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/tv/problem.h"

namespace gaptv::testing {

// The kinds of problems on which a solver is likely to go wrong.
enum class Kind { plain, with_empty_cells, mostly_empty, tied, tied_with_empty_cells, extreme_weights };

inline constexpr Kind all_kinds[] = {Kind::plain, Kind::with_empty_cells,      Kind::mostly_empty,
                                     Kind::tied,  Kind::tied_with_empty_cells, Kind::extreme_weights};

inline std::string name_of(Kind kind) {
  constexpr const char* names[] = {"Plain", "WithEmptyCells",     "MostlyEmpty",
                                   "Tied",  "TiedWithEmptyCells", "ExtremeWeights"};
  return names[static_cast<std::size_t>(kind)];
}
inline void PrintTo(Kind kind, std::ostream* out) {
  *out << name_of(kind);
}

// At least one cell has data. Tied problems have whole weights and whole means from 0 to 3.
inline TvProblem random_problem(const Shape& shape, Kind kind, Random& random) {
  const bool is_tied = kind == Kind::tied || kind == Kind::tied_with_empty_cells;
  const double share_empty = kind == Kind::mostly_empty                                              ? 0.8
                             : kind == Kind::with_empty_cells || kind == Kind::tied_with_empty_cells ? 0.35
                                                                                                     : 0.0;
  TvProblem problem{shape, {}, {}};
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    double weight = is_tied ? 1.0 + static_cast<double>(random.below(3)) : 0.1 + 4 * random.uniform();
    if (kind == Kind::extreme_weights) weight = std::pow(10.0, 12 * random.uniform() - 6);
    problem.weight.push_back(random.uniform() < share_empty ? 0.0 : weight);
    problem.mean.push_back(is_tied ? static_cast<double>(random.below(4)) : random.normal());
  }
  const std::size_t sure = random.below(shape.cells());
  problem.weight[sure] = std::max(problem.weight[sure], 1.0);
  return problem;
}

// 1 to 3 dimensions, each axis with 1 to longest bins, at most most_cells in all.
inline Shape random_shape(std::size_t dimensions, std::size_t longest, std::size_t most_cells, Random& random) {
  Shape shape;
  do {
    shape.bins.clear();
    for (std::size_t axis = 0; axis < dimensions; ++axis) shape.bins.push_back(1 + random.below(longest));
  } while (shape.cells() > most_cells);
  return shape;
}

inline double range_of_means(const TvProblem& problem) {
  double lowest = INFINITY;
  double highest = -INFINITY;
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    if (problem.weight[cell] <= 0) continue;
    lowest = std::min(lowest, problem.mean[cell]);
    highest = std::max(highest, problem.mean[cell]);
  }
  return highest - lowest;
}

inline double mean_of_data(const TvProblem& problem) {
  double weight = 0;
  double sum = 0;
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    weight += problem.weight[cell];
    sum += problem.weight[cell] * problem.mean[cell];
  }
  return sum / weight;
}

inline TvProblem negated(TvProblem problem) {
  for (double& mean : problem.mean) mean = -mean;
  return problem;
}

}  // namespace gaptv::testing
