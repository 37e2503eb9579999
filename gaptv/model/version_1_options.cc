// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/version_1_options.h"

#include <algorithm>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/gap/gap_curve.h"

namespace gaptv {
namespace {

std::string list_text(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

// Takes an option if the method looks at it and the text is one that it can have.
void take(FitOptions& options, std::string_view name, const std::string& text) {
  const FitOption& option = find_option(name);
  if (!looks_at(options.method, option)) return;
  FitOptions changed = options;
  try {
    option.set(changed, text);
    options = std::move(changed);
  } catch (const InvalidInput&) {
    // The record of a file that somebody changed; the rest of the options is still worth having.
  }
}

void take_regions(const FitRecord& fit, const SurfaceRecord& record, FitOptions& options) {
  const RegionRecord& regions = *record.regions;
  take(options, "preset", "best");
  take(options, "shifts", std::to_string(regions.shifts));
  take(options, "border", exact_number_text(regions.border));
  take(options, "relax", exact_number_text(regions.relax));
  const bool is_by_gap = fit.bins_rule != "cv" && !record.gap.bins.empty() && !regions.bins.empty();
  if (is_by_gap && choose_bins(record.gap) == regions.bins.front()) take(options, "finer", "1");
}

}  // namespace

OptionTexts options_of_version_1(const Model& model, const std::string& edges, std::uint64_t seed) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = model.surfaces.front().record;
  const Grid& grid = model.surfaces.front().grid;
  FitOptions options;
  take(options, "method", fit.method);
  take(options, "loss", fit.loss + (fit.loss_parameter ? "=" + exact_number_text(*fit.loss_parameter) : ""));
  if (!fit.weight_kind.empty()) take(options, "weight_kind", fit.weight_kind);
  if (record.regions) {
    take_regions(fit, record, options);
  } else {
    take(options, "preset", "paper");
  }
  if (record.leaves) {
    take(options, "prune", fit.lambda_rule == "cp" ? "none" : fit.lambda_rule);
  } else {
    take(options, "bins",
         fit.bins_rule == "fixed" ? list_text(record.regions ? record.regions->bins : grid.bins_requested())
                                  : fit.bins_rule);
    take(options, "lambda", fit.lambda_rule == "fixed" ? exact_number_text(record.lambda) : fit.lambda_rule);
    if (record.gap.bins.size() > 1) take(options, "bins_max", std::to_string(record.gap.bins.back()));
    if (record.cv.lambdas.size() > 1) take(options, "lambdas", std::to_string(record.cv.lambdas.size()));
    take(options, "edges", edges);
    take(options, "empty_cells", fit.empty_cell_rule == name_of(EmptyCellRule::middle) ? "middle" : "mean");
  }
  if (fit.folds > 0) take(options, "folds", std::to_string(fit.folds));
  take(options, "seed", std::to_string(seed));
  return recorded_options(resolve(options));
}

}  // namespace gaptv
