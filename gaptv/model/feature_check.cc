// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/feature_check.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace gaptv {
namespace {

constexpr double worth_telling = 0.01;

double error_without(std::size_t feature, const TableSource& all, const FittedLoss& loss, const GridPenalty& penalty,
                     const SelectOptions& select, const FitOptions& options, Progress& progress) {
  const std::unique_ptr<TableSource> source = all.leave_out(feature);
  const std::size_t axes = source->summary().dimensions();
  const std::vector<std::size_t> candidates = candidate_bins(options, select.observations);
  const std::unique_ptr<CutTables> on_candidates = source->cut(bins_needed(options, axes, candidates), progress);
  const GapOptions ask = gap_options(*source, *on_candidates, loss, candidates, options);
  const GapCurve gap = gap_curve(on_candidates->sum_within_candidates(ask, progress), loss.table_scale.unit, ask);
  const std::vector<std::size_t> bins = bins_by_rule(gap, options, axes, select.observations);
  std::vector<std::vector<std::size_t>> needed;
  needed.reserve(axes);
  for (const std::size_t count : bins) needed.push_back({count});
  const std::unique_ptr<CutTables> tables = source->cut(needed, progress);
  return GridSelector(*tables, loss, penalty, select).at(bins, progress).selection.error;
}

}  // namespace

std::optional<NeedlessFeature> find_needless_feature(const TableSource& source, const FittedLoss& loss,
                                                     const GridPenalty& penalty, const SelectOptions& select,
                                                     const FitOptions& options, double error, Progress& progress) {
  const std::size_t features = source.summary().dimensions();
  if (features < 3 || options.bins == BinsRule::fixed || source.summary().folds < 2) return std::nullopt;
  FitOptions by_gap = options;
  if (by_gap.bins == BinsRule::cv) by_gap.bins = BinsRule::gap;
  WithoutStages quiet(progress);
  std::optional<NeedlessFeature> found;
  for (std::size_t feature = 0; feature < features; ++feature) {
    const double lower_by = 1 - error_without(feature, source, loss, penalty, select, by_gap, quiet) / error;
    if (lower_by >= (found ? found->lower_by : worth_telling)) found = NeedlessFeature{feature, lower_by};
  }
  return found;
}

}  // namespace gaptv
