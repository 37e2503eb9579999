// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/feature_check.h"

#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/model/axis_bins.h"
#include "gaptv/model/row_source.h"

namespace gaptv {
namespace {

constexpr double worth_telling = 0.01;

double error_without(std::size_t feature, const TableSource& all, const FittedLoss& loss, const GridPenalty& penalty,
                     const SelectOptions& select, const FitOptions& options, Progress& progress) {
  const std::unique_ptr<TableSource> source = all.leave_out(feature);
  const std::vector<std::size_t> bins = choose_bins_without(*source, loss, options, progress);
  std::vector<std::vector<std::size_t>> needed;
  needed.reserve(bins.size());
  for (const std::size_t count : bins) needed.push_back({count});
  const std::unique_ptr<CutTables> tables = source->cut(needed, progress);
  return GridSelector(*tables, loss, penalty, select, options.mask).at(bins, progress).selection.error;
}

}  // namespace

bool looks_for_needless_feature(const SourceSummary& summary, const FitOptions& options) {
  // Where features get numbers of bins of their own, such a feature gets one bin.
  return !gives_axes_own_bins(summary, options) && summary.dimensions() >= 3 && options.bins != BinsRule::fixed &&
         summary.folds >= 2 && chooses_by_folds(options);
}

std::vector<std::size_t> choose_bins_without(const TableSource& source, const FittedLoss& loss,
                                             const FitOptions& options, Progress& progress) {
  FitOptions by_gap = options;
  if (by_gap.bins == BinsRule::cv) by_gap.bins = BinsRule::gap;
  const std::size_t axes = source.summary().dimensions();
  const double observations = source.summary().observations;
  const std::vector<std::size_t> candidates = candidate_bins(by_gap, observations);
  const std::unique_ptr<CutTables> tables = source.cut(bins_needed(by_gap, axes, candidates), progress);
  const GapOptions ask = gap_options(source, *tables, loss, candidates, by_gap);
  const GapCurve gap = gap_curve(tables->sum_within_candidates(ask, progress), loss.table_scale.unit, ask);
  return bins_by_rule(gap, by_gap, axes, observations);
}

std::optional<NeedlessFeature> find_needless_feature(const TableSource& source, const FittedLoss& loss,
                                                     const GridPenalty& penalty, const SelectOptions& select,
                                                     const FitOptions& options, double error, Progress& progress) {
  const std::size_t features = source.summary().dimensions();
  if (!looks_for_needless_feature(source.summary(), options)) return std::nullopt;
  WithoutStages quiet(progress);
  std::optional<NeedlessFeature> found;
  for (std::size_t feature = 0; feature < features; ++feature) {
    const double lower_by = 1 - error_without(feature, source, loss, penalty, select, options, quiet) / error;
    if (lower_by >= (found ? found->lower_by : worth_telling)) found = NeedlessFeature{feature, lower_by};
  }
  return found;
}

}  // namespace gaptv
