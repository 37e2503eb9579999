// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv::testing {

// An axis from 0 to 10 with these edges.
inline Axis axis_with(std::string name, std::vector<double> edges) {
  return {.name = std::move(name), .edges = std::move(edges), .bins_requested = 9, .lowest = 0, .highest = 10};
}

// A model with these values, and so many rows of the same value in each cell.
inline Model small_model(std::vector<Axis> axes, const std::vector<double>& values, std::vector<double> weights = {}) {
  Model model;
  if (weights.empty()) weights.assign(values.size(), 1);
  Surface surface;
  surface.grid.axes = std::move(axes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    surface.cells.push_back(weights[i] > 0 ? CellStats{weights[i], values[i], 0} : CellStats{});
    model.record.total_weight += weights[i];
  }
  model.record.rows = static_cast<std::size_t>(model.record.total_weight);
  model.record.observations = model.record.total_weight;
  model.record.outcome = "price";
  surface.beta = values;
  find_regions(surface, model.record.loss);
  model.surfaces.push_back(std::move(surface));
  return model;
}

// Edges of so many bins.
inline std::vector<double> even_cuts(std::size_t bins) {
  std::vector<double> edges;
  for (std::size_t i = 1; i < bins; ++i) edges.push_back(10.0 * static_cast<double>(i) / static_cast<double>(bins));
  return edges;
}

}  // namespace gaptv::testing
