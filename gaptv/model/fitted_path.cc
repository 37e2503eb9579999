// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fitted_path.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "gaptv/base/parallel.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/model/stored_recipe.h"
#include "gaptv/select/lambda_path.h"

namespace gaptv {
namespace {

std::vector<double> lambdas_of(const SurfaceRecord& record) {
  std::vector<double> lambdas = record.cv.lambdas;
  if (lambdas.empty()) lambdas = lambda_path(record.lambda_max, 50, 1000);
  if (std::ranges::find(lambdas, record.lambda) == lambdas.end()) lambdas.push_back(record.lambda);
  std::ranges::sort(lambdas, std::greater<>());
  return lambdas;
}

}  // namespace

bool has_fitted_path(const Model& model, const Surface& surface) {
  return has_stored_recipe(model, surface);
}

std::vector<FitOnPath> fitted_path(const Model& model, const Surface& surface, std::size_t threads,
                                   Progress& progress) {
  const StoredRecipe stored = read_stored_recipe(model, surface);
  const std::vector<double> lambdas = lambdas_of(surface.record);
  std::vector<FitOnPath> path(lambdas.size());
  std::atomic<std::size_t> done{0};
  parallel_for(lambdas.size(), threads, [&](std::size_t k) {
    progress.check();
    FitOnPath& on_path = path[k];
    on_path.lambda = lambdas[k];
    on_path.is_chosen = lambdas[k] == surface.record.lambda;
    if (on_path.is_chosen) {
      on_path.values = fitted_values(surface);
      on_path.regions = surface.regions.size();
      return;
    }
    // In another unit lambda_max may be rounded to where the fit is not yet constant.
    const double safe = lambdas[k] < surface.record.lambda_max ? lambdas[k] : lambdas[k] * (1 + 1e-9);
    // Any lambda beyond the cap is far above lambda_max, whatever the data.
    const double lambda = std::min(safe / stored.lambda_unit, 1e200);
    const RegionRecipe& recipe = stored.recipe;
    on_path.values = stored.to_outcome(
        surface.record.regions
            ? make_regions(recipe, stored.table, lambda, progress)
            : average_shifts(recipe.grid, stored.table, recipe.bins, recipe.fitter, {lambda}, 1, progress).values[0]);
    on_path.regions = connect_equal_cells(stored.table.shape, on_path.values, surface.grid.left_out).count;
    progress.advance(static_cast<double>(++done) / static_cast<double>(lambdas.size()));
  });
  return path;
}

}  // namespace gaptv
