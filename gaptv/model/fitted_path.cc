// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fitted_path.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/parallel.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/option_table.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/lambda_path.h"

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

std::vector<double> lambdas_of(const SurfaceRecord& record) {
  std::vector<double> lambdas = record.cv.lambdas;
  if (lambdas.empty()) lambdas = lambda_path(record.lambda_max, 50, 1000);
  if (std::ranges::find(lambdas, record.lambda) == lambdas.end()) lambdas.push_back(record.lambda);
  std::ranges::sort(lambdas, std::greater<>());
  return lambdas;
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

void check_regions(const Surface& surface) {
  const std::vector<std::size_t>& bins = surface.record.regions->bins_kept;
  bool is_possible = bins.size() == surface.grid.axes.size();
  for (std::size_t axis = 0; is_possible && axis < bins.size(); ++axis) {
    is_possible = bins[axis] >= 1 && bins[axis] <= surface.grid.axes[axis].bins();
  }
  if (!is_possible)
    throw InvalidInput("regions.bins_kept: these are no bins of a grid that the model's can be made of");
}

// Plain fits, by lambda.
std::vector<std::vector<double>> plain_path(PathSolver& solver, const std::vector<double>& lambdas,
                                            Progress& progress) {
  std::vector<std::vector<double>> values;
  values.reserve(lambdas.size());
  for (const double lambda : lambdas) {
    progress.check();
    values.push_back(solver.solve(lambda).published());
    progress.advance(static_cast<double>(values.size()) / static_cast<double>(lambdas.size()));
  }
  return values;
}

}  // namespace

bool has_fitted_path(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  return fit.method == "gaptv" && find_cell_loss(fit.loss) != nullptr && record.lambda_max > 0;
}

std::vector<FitOnPath> fitted_path(const Model& model, const Surface& surface, std::size_t threads,
                                   Progress& progress) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  if (!has_fitted_path(model, surface)) throw InvalidInput("this model has no path of lambdas");
  const CellLoss& loss = *find_cell_loss(fit.loss);
  const FitOptions options = options_of(fit, record);
  const ScaledCells cells = scaled_cells(surface, loss);
  const double lambda_unit = loss.has_identity_link() ? cells.scale.unit : 1.0;
  const std::vector<double> lambdas = lambdas_of(record);
  std::vector<double> scaled_lambdas;
  scaled_lambdas.reserve(lambdas.size());
  for (const double lambda : lambdas) {
    // In another unit lambda_max may be rounded to where the fit is not yet constant.
    const double safe = lambda < record.lambda_max ? lambda : lambda * (1 + 1e-9);
    // Any lambda beyond the cap is far above lambda_max, whatever the data.
    scaled_lambdas.push_back(std::min(safe / lambda_unit, 1e200));
  }

  const GridSolverMaker make_solver = tv_solver_maker(options);
  std::vector<std::vector<double>> values;
  std::vector<double> smooth_weight;
  if (record.regions && record.regions->shifts > 1) {
    check_regions(surface);
    ShiftAverages averages = average_shifts(surface.grid, cells.table, record.regions->bins_kept, {make_solver, &loss},
                                            scaled_lambdas, threads, progress);
    values = std::move(averages.values);
    smooth_weight = std::move(averages.smooth_weight);
  } else {
    values = plain_path(*make_solver(surface.grid, cells.table, loss), scaled_lambdas, progress);
    for (const CellStats& cell : surface.cells) smooth_weight.push_back(cell.weight);
  }
  std::vector<FitOnPath> path(lambdas.size());
  const double noise = record.regions ? record.regions->noise * cells.scale.inverse_unit * cells.scale.inverse_unit : 0;
  parallel_for(lambdas.size(), threads, [&](std::size_t k) {
    progress.check();
    FitOnPath& on_path = path[k];
    on_path.lambda = lambdas[k];
    on_path.is_chosen = lambdas[k] == record.lambda;
    if (on_path.is_chosen) {
      on_path.values = fitted_values(surface);
      on_path.regions = surface.regions.size();
      return;
    }
    if (record.regions) make_regions(cells.table, smooth_weight, loss, noise, region_options(options), values[k]);
    on_path.values = std::move(values[k]);
    for (double& value : on_path.values) value = cells.scale.to_outcome(value);
    on_path.regions = connect_equal_cells(cells.table.shape, on_path.values).count;
  });
  return path;
}

}  // namespace gaptv
