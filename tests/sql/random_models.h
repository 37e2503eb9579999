// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/model/model.h"
#include "tests/output/small_model.h"

namespace gaptv::testing {

// Draws edges: whole numbers, fractions that no decimal text of a few digits gives, zero, tiny and huge ones.
inline std::vector<double> random_edges(Random& random, std::size_t most) {
  std::vector<double> edges;
  const auto count = static_cast<std::size_t>(random.uniform() * static_cast<double>(most + 1));
  const double size = std::pow(10, std::floor(12 * random.uniform()) - 6);
  for (std::size_t i = 0; i < count; ++i) {
    const double edge = (2 * random.uniform() - 1) * size;
    edges.push_back(random.uniform() < 0.2 ? std::floor(edge) : edge);
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

inline std::vector<Axis> random_axes(Random& random, std::size_t axes, std::size_t most) {
  std::vector<Axis> result;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    result.push_back(axis_with("x" + std::to_string(axis + 1), random_edges(random, most)));
  }
  return result;
}

// A model of one to three features with random regions, or of three classes and more whose grids differ.
inline Model random_model(std::uint64_t seed) {
  Random random(seed);
  const auto below = [&random](double end) { return std::floor(random.uniform() * end); };
  const auto axes = static_cast<std::size_t>(1 + below(3));
  const std::size_t classes = random.uniform() < 0.4 ? 3 + static_cast<std::size_t>(below(3)) : 1;
  Model model;
  for (std::size_t k = 0; k < classes; ++k) {
    std::vector<Axis> grid = random_axes(random, axes, axes < 3 ? 14 : classes > 1 ? 3 : 6);
    std::size_t cells = 1;
    for (const Axis& axis : grid) cells *= axis.bins();
    const double kinds = 1 + below(8);
    std::vector<double> values(cells);
    std::vector<double> of_kind;
    for (double kind = 0; kind < kinds; ++kind)
      of_kind.push_back(classes > 1 ? 0.05 + 0.9 * random.uniform() : random.normal());
    for (double& value : values) value = of_kind[static_cast<std::size_t>(below(kinds))];
    Model one = small_model(std::move(grid), values);
    if (k == 0) model = one;
    if (k > 0) model.surfaces.push_back(std::move(one.surfaces.front()));
    if (classes > 1) {
      model.surfaces.back().label = "it's \"" + std::to_string(k);
      model.record.classes.push_back(model.surfaces.back().label);
    }
  }
  return model;
}

// Values on, just below and just above every edge of a feature, far from all of them, and between.
inline std::vector<double> telling_values(const Model& model, std::size_t axis) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> values = {0.0,      -0.0,      1e300, -1e300,
                                infinity, -infinity, 0.5,   std::numeric_limits<double>::denorm_min()};
  for (const Surface& surface : model.surfaces) {
    for (const double edge : surface.grid.axes[axis].edges) {
      for (const double value : {edge, std::nextafter(edge, infinity), std::nextafter(edge, -infinity)})
        values.push_back(value);
    }
  }
  return values;
}

}  // namespace gaptv::testing
