// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/released_model.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "gaptv/base/version.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {
namespace {

// A smallest share or rate as if there were so many observations.
constexpr double observations_of_nearly_none = 1e7;

// The borders of a direction at which an area ends anywhere: the first cell of each run of equal cells.
std::vector<std::size_t> find_run_starts(std::size_t count, const auto& are_equal) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 1; i < count; ++i) {
    if (!are_equal(i - 1, i)) starts.push_back(i);
  }
  return starts;
}

Axis make_axis(const std::string& name, const std::vector<double>& borders, const std::vector<std::size_t>& starts) {
  Axis axis;
  axis.name = name;
  axis.lowest = borders.front();
  axis.highest = borders.back();
  for (std::size_t i = 1; i < starts.size(); ++i) axis.edges.push_back(borders[starts[i]]);
  axis.bins_requested = axis.bins();
  return axis;
}

double link_of(const CellLoss& loss, double value) {
  value =
      std::clamp(value, loss.lowest_mean(observations_of_nearly_none), loss.highest_mean(observations_of_nearly_none));
  loss.to_link({&value, 1});
  return value;
}

}  // namespace

Model make_released_model(const Model& model, const NumberedCells& cells, const MapAxes& axes,
                          const std::vector<double>& values) {
  const std::size_t wide = cells.x_borders.size() - 1;
  const std::size_t high = cells.y_borders.size() - 1;
  const auto area_at = [&](std::size_t x, std::size_t y) { return cells.area_of_cell[x * high + y]; };
  const std::vector<std::size_t> x_starts = find_run_starts(wide, [&](std::size_t a, std::size_t b) {
    for (std::size_t y = 0; y < high; ++y) {
      if (area_at(a, y) != area_at(b, y)) return false;
    }
    return true;
  });
  const std::vector<std::size_t> y_starts = find_run_starts(high, [&](std::size_t a, std::size_t b) {
    for (std::size_t x = 0; x < wide; ++x) {
      if (area_at(x, a) != area_at(x, b)) return false;
    }
    return true;
  });
  const CellLoss& loss = loss_with_link_of(model.record.loss);
  Surface surface;
  surface.grid.axes.resize(2);
  const Grid& grid = model.surfaces.front().grid;
  surface.grid.axes[axes.horizontal] = make_axis(grid.axes[axes.horizontal].name, cells.x_borders, x_starts);
  surface.grid.axes[axes.vertical] = make_axis(grid.axes[axes.vertical].name, cells.y_borders, y_starts);
  const Shape shape = surface.grid.shape();
  surface.beta.resize(shape.cells());
  surface.grid.left_out.resize(shape.cells());
  for (std::size_t x = 0; x < x_starts.size(); ++x) {
    for (std::size_t y = 0; y < y_starts.size(); ++y) {
      const std::size_t cell = x * shape.stride(axes.horizontal) + y * shape.stride(axes.vertical);
      const std::size_t area = area_at(x_starts[x], y_starts[y]);
      if (area == no_area) {
        surface.grid.left_out[cell] = true;
      } else {
        surface.beta[cell] = link_of(loss, values[area]);
      }
    }
  }
  if (std::ranges::find(surface.grid.left_out, true) == surface.grid.left_out.end()) {
    surface.grid.left_out.clear();
  } else {
    fill_left_out(surface.grid, surface.beta);
  }
  surface.cells.resize(shape.cells());
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  surface.record.certificate.relative_gap = unknown;
  surface.record.certificate.max_violation = unknown;
  find_regions(surface, model.record.loss);
  Model released;
  released.record.version = version();
  released.record.method = released_method;
  released.record.loss = model.record.loss;
  released.record.outcome = model.record.outcome;
  released.record.exposure = model.record.exposure;
  released.record.classes = model.record.classes;
  released.surfaces.push_back(std::move(surface));
  return released;
}

}  // namespace gaptv
