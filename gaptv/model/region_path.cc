// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/region_path.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/parallel.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/model/stored_recipe.h"

namespace gaptv {
namespace {

// How many regions the fits that are shown have.
std::vector<std::size_t> counts_to_show(std::size_t of_model, std::size_t fewest, std::size_t most) {
  constexpr std::size_t each_up_to = 30;
  constexpr std::size_t usual_last = 100;
  const std::size_t last = std::min(most, std::max(usual_last, of_model + of_model / 2));
  std::vector<std::size_t> counts;
  for (std::size_t count = fewest; count < last; count += count < each_up_to ? 1 : count / 10) {
    if (count != of_model) counts.push_back(count);
  }
  if (last != of_model) counts.push_back(last);
  counts.insert(std::ranges::lower_bound(counts, of_model), of_model);
  return counts;
}

}  // namespace

bool has_region_path(const Model& model, const Surface& surface) {
  if (!surface.record.regions || !has_stored_recipe(model, surface)) return false;
  return read_stored_recipe(model, surface).recipe.options.joins();
}

std::vector<FitWithRegions> region_path(const Model& model, const Surface& surface, std::size_t threads,
                                        Progress& progress) {
  if (!has_region_path(model, surface)) throw InvalidInput("the cells of this model were not joined to regions");
  const StoredRecipe stored = read_stored_recipe(model, surface);
  const JoinableCells cells = fit_joinable(stored.recipe, stored.table, stored.recipe.lambda, threads, progress).cells;
  const std::vector<std::size_t> counts =
      counts_to_show(surface.regions.size(), cells.path.fewest_regions(), cells.path.most_regions());
  std::vector<FitWithRegions> path(counts.size());
  parallel_for(counts.size(), threads, [&](std::size_t k) {
    progress.check();
    path[k].is_model = counts[k] == surface.regions.size();
    path[k].values = path[k].is_model ? fitted_values(surface)
                                      : stored.to_outcome(value_cells(stored.recipe, cells, stored.table, counts[k]));
    path[k].asked = counts[k];
    path[k].regions = connect_equal_cells(stored.table.shape, path[k].values, surface.grid.left_out).count;
  });
  // Regions without rows are joined to a neighbour, and equal ones are one, which leaves fewer than asked for. Of fits
  // with as many regions the one that was asked for is kept, else the first.
  const auto rank = [](const FitWithRegions& fit) { return std::tuple(fit.regions, fit.asked != fit.regions); };
  std::ranges::stable_sort(path, {}, rank);
  const auto repeated = std::ranges::unique(path, {}, &FitWithRegions::regions);
  path.erase(repeated.begin(), repeated.end());
  return path;
}

}  // namespace gaptv
