// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/feature_check.h"

#include <cstddef>
#include <vector>

namespace gaptv {
namespace {

constexpr double worth_telling = 0.01;

double error_without(std::size_t feature, const DataView& data, const RowFolds& folds, const FittedLoss& loss,
                     const GridPenalty& penalty, const SelectOptions& select, const FitOptions& options,
                     Progress& progress) {
  DataView view = data;
  view.features.erase(view.features.begin() + static_cast<std::ptrdiff_t>(feature));
  if (feature < view.feature_names.size()) {
    view.feature_names.erase(view.feature_names.begin() + static_cast<std::ptrdiff_t>(feature));
  }
  const std::size_t axes = view.features.size();
  const std::vector<std::size_t> candidates = candidate_bins(options, select.observations);
  const BinnedRows on_candidates(view, bins_needed(options, axes, candidates), options.threads, progress);
  const GapCurve gap = curve_of(on_candidates, loss, candidates, options, progress);
  const std::vector<std::size_t> bins = bins_by_rule(gap, options, axes, select.observations);
  std::vector<std::vector<std::size_t>> needed;
  needed.reserve(axes);
  for (const std::size_t count : bins) needed.push_back({count});
  const BinnedRows rows(view, needed, options.threads, progress);
  return GridSelector(rows, folds, loss, penalty, select).at(bins, progress).selection.error;
}

}  // namespace

std::optional<NeedlessFeature> find_needless_feature(const DataView& data, const RowFolds& folds,
                                                     const FittedLoss& loss, const GridPenalty& penalty,
                                                     const SelectOptions& select, const FitOptions& options,
                                                     double error, Progress& progress) {
  if (data.features.size() < 3 || options.bins == BinsRule::fixed || folds.assigned.folds < 2) return std::nullopt;
  FitOptions by_gap = options;
  if (by_gap.bins == BinsRule::cv) by_gap.bins = BinsRule::gap;
  WithoutStages quiet(progress);
  std::optional<NeedlessFeature> found;
  for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
    const double lower_by = 1 - error_without(feature, data, folds, loss, penalty, select, by_gap, quiet) / error;
    if (lower_by >= (found ? found->lower_by : worth_telling)) found = NeedlessFeature{feature, lower_by};
  }
  return found;
}

}  // namespace gaptv
