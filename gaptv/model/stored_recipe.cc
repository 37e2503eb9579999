// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/stored_recipe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/option_table.h"

namespace gaptv {
namespace {

// The cells with their means in a unit and around a centre in which nothing overflows or is rounded away, as in a fit.
struct ScaledCells {
  CellTable table;
  OutcomeScale scale;
};

ScaledCells scaled_cells(const Surface& surface, const CellLoss& loss) {
  ScaledCells result{CellTable(surface.grid.shape()), {}};
  result.table.cells = surface.cells;
  if (!loss.has_identity_link()) return result;
  double sum = 0;
  double weight = 0;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const CellStats& cell : surface.cells) {
    if (cell.weight <= 0) continue;
    sum += cell.weight * cell.mean;
    weight += cell.weight;
    lowest = std::min(lowest, cell.mean);
    highest = std::max(highest, cell.mean);
  }
  OutcomeScale& scale = result.scale;
  scale.center = std::clamp(sum / weight, lowest, highest);
  const double range = std::max(highest - scale.center, scale.center - lowest);
  if (range > 0) scale.unit = std::exp2(std::ceil(std::log2(range)));
  scale.inverse_unit = 1 / scale.unit;
  for (CellStats& cell : result.table.cells) {
    if (cell.weight <= 0) continue;
    cell.mean = scale.to_scaled(cell.mean);
    cell.scatter *= scale.inverse_unit * scale.inverse_unit;
  }
  return result;
}

// The options that fit() had; where cross-validation chose the relaxation, what it chose.
FitOptions options_of(const FitRecord& fit, const SurfaceRecord& record) {
  FitOptions options = resolve(options_from_texts(fit.options));
  if (record.regions) {
    options.relax = record.regions->relax;
    options.relax_by_cv = false;
  }
  return options;
}

void check_bins(const Surface& surface) {
  const std::vector<std::size_t>& bins = surface.record.regions->bins_kept;
  bool is_possible = bins.size() == surface.grid.axes.size();
  for (std::size_t axis = 0; is_possible && axis < bins.size(); ++axis) {
    is_possible = bins[axis] >= 1 && bins[axis] <= surface.grid.axes[axis].bins();
  }
  if (!is_possible)
    throw InvalidInput("regions.bins_kept: these are no bins of a grid that the model's can be made of");
}

std::vector<double> count_rows(const Surface& surface) {
  if (!surface.rows.empty()) return surface.rows;
  std::vector<double> rows;
  rows.reserve(surface.cells.size());
  for (const CellStats& cell : surface.cells) rows.push_back(cell.weight);
  return rows;
}

}  // namespace

std::vector<double> StoredRecipe::to_outcome(std::vector<double> values) const {
  for (double& value : values) value = scale.to_outcome(value);
  return values;
}

bool has_stored_recipe(const Model& model, const Surface& surface) {
  return model.record.method == "gaptv" && find_cell_loss(model.record.loss) != nullptr &&
         surface.record.lambda_max > 0;
}

StoredRecipe read_stored_recipe(const Model& model, const Surface& surface) {
  if (!has_stored_recipe(model, surface)) throw InvalidInput("the recipe of this model cannot be repeated");
  const SurfaceRecord& record = surface.record;
  const CellLoss& loss = *find_cell_loss(model.record.loss);
  const FitOptions options = options_of(model.record, record);
  ScaledCells cells = scaled_cells(surface, loss);
  const double lambda_unit = loss.has_identity_link() ? cells.scale.unit : 1.0;
  RegionRecipe recipe{surface.grid, surface.grid.shape().bins, {tv_solver_maker(options), &loss}, {}};
  recipe.rows = count_rows(surface);
  // Any lambda beyond the cap is far above lambda_max, whatever the data.
  recipe.lambda = std::min(record.lambda / lambda_unit, 1e200);
  if (record.regions) {
    check_bins(surface);
    recipe.bins = record.regions->bins_kept;
    recipe.options = region_options(options);
    recipe.noise = record.regions->noise * cells.scale.inverse_unit * cells.scale.inverse_unit;
  }
  return {std::move(cells.table), cells.scale, lambda_unit, std::move(recipe)};
}

}  // namespace gaptv
