// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "bench/images.h"

#include <cstdint>
#include <utility>

#include "gaptv/base/random.h"

namespace gaptv::bench {
namespace {

// In the unit square.
double level_at(double x, double y) {
  const auto squared = [](double number) { return number * number; };
  double level = 0;
  if (x > 0.2 && x < 0.6 && y > 0.1 && y < 0.5) level += 3;
  if (x > 0.35 && x < 0.45 && y > 0.2 && y < 0.7) level -= 1;
  if (squared(x - 0.7) + squared(y - 0.6) < 0.05) level -= 2;
  if (x + y > 1.3) level += 1;
  if (y > 0.8) level += 2;
  return level;
}

// The middle of a pixel.
double middle(std::size_t pixel, std::size_t side) {
  return (static_cast<double>(pixel) + 0.5) / static_cast<double>(side);
}

}  // namespace

std::vector<double> noisy_image(std::size_t side) {
  Random random(7);
  std::vector<double> image;
  image.reserve(side * side);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      image.push_back(level_at(middle(row, side), middle(column, side)) + random.normal());
    }
  }
  return image;
}

TvProblem noisy_cube(std::size_t side) {
  Random random(7);
  TvProblem problem{{{side, side, side}}, std::vector<double>(side * side * side, 1.0), {}};
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    const auto middle_along = [&](std::size_t axis) { return middle(problem.shape.bin_of(cell, axis), side); };
    const bool is_shifted = middle_along(2) > 0.5;
    const double x = middle_along(0);
    problem.mean.push_back(level_at(is_shifted ? 1 - x : x, middle_along(1)) + random.normal());
  }
  return problem;
}

GraphProblem image_problem(std::size_t side, std::vector<double> image) {
  GraphProblem problem{{image.size(), {}}, std::vector<double>(image.size(), 1.0), std::move(image)};
  problem.graph.edges.reserve(2 * problem.graph.nodes);
  for (std::size_t pixel = 0; pixel < problem.graph.nodes; ++pixel) {
    const auto here = static_cast<std::uint32_t>(pixel);
    if ((pixel + 1) % side != 0) problem.graph.edges.push_back({here, here + 1, 1.0});
    if (pixel + side < problem.graph.nodes) {
      problem.graph.edges.push_back({here, static_cast<std::uint32_t>(pixel + side), 1.0});
    }
  }
  return problem;
}

}  // namespace gaptv::bench
