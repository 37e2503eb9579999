// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/scanned_source.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/cells/counted_cells.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {
namespace {

// A larger refinement is not kept for all candidates at once: each is counted on its own edges.
constexpr double most_refined_cells = 4000000;

[[noreturn]] void refuse_samples() {
  throw InvalidInput(
      "this loss needs every single outcome in memory, and these rows are only counted where they are; use a loss of "
      "means (`loss=gaussian`), or fit a sample of the rows in memory");
}

// Replaces the stretches of those numbers by smaller ones; both are in increasing order.
void replace_stretches(std::vector<ValueStretch>& stretches, const std::set<std::size_t>& numbers,
                       const std::vector<ValueStretch>& smaller) {
  std::vector<ValueStretch> all;
  all.reserve(stretches.size() + smaller.size());
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (!numbers.contains(i)) all.push_back(stretches[i]);
  }
  const auto middle = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), smaller.begin(), smaller.end());
  std::ranges::inplace_merge(all, all.begin() + middle, {}, &ValueStretch::lowest);
  stretches = std::move(all);
}

std::set<double> all_edges(const Quantiles& quantiles, const std::vector<std::size_t>& bins) {
  std::set<double> all;
  for (const std::size_t q : bins) {
    const std::vector<double> edges = quantiles.edges(q);
    all.insert(edges.begin(), edges.end());
  }
  return all;
}

// Divides the stretches of an axis where it is cut; the edges are right but for those near unclear stretches, which are
// runs of their own.
std::vector<ValueRun> divide_into_runs(const std::vector<ValueStretch>& stretches, const std::set<std::size_t>& unclear,
                                       const std::set<double>& edges) {
  std::vector<ValueRun> runs;
  auto edge = edges.begin();
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const ValueStretch& stretch = stretches[i];
    const bool is_unclear = unclear.contains(i);
    bool begins = i == 0 || is_unclear || runs.back().is_unclear;
    for (; edge != edges.end() && *edge <= stretch.lowest; ++edge) {
      begins = begins || *edge > stretches[i - 1].highest;
    }
    if (begins) runs.push_back({stretch.lowest, stretch.highest, is_unclear});
    runs.back().highest = stretch.highest;
  }
  return runs;
}

CellTable to_table(const CountedCells& cells, const Shape& shape) {
  CellTable table(shape);
  for (const CountedCell& cell : cells) table.cells[cell.number] = cell.stats;
  return table;
}

class CutScan final : public CutTables {
 public:
  CutScan(ScannedRows& rows, const SourceSummary& summary, std::vector<std::size_t> features,
          const std::vector<std::vector<std::size_t>>& bins, bool counts_folds_together, Progress& progress)
      : rows_(rows),
        summary_(summary),
        features_(std::move(features)),
        counts_folds_together_(counts_folds_together),
        quantiles_(rows.cut(features_, bins, foresee_count(bins.size()), progress)) {
    for (std::size_t j = 0; j < features_.size(); ++j) {
      const std::set<double> cuts = all_edges(quantiles_[j], bins[j]);
      refinement_.push_back({summary_.feature_names[j], {cuts.begin(), cuts.end()}, 0, 0, {}});
    }
  }

  Grid grid(const std::vector<std::size_t>& bins_per_axis) const override {
    Grid grid;
    for (std::size_t j = 0; j < quantiles_.size(); ++j) {
      grid.axes.push_back({summary_.feature_names[j], quantiles_[j].edges(bins_per_axis[j]), bins_per_axis[j],
                           quantiles_[j].lowest(), quantiles_[j].highest()});
    }
    return grid;
  }

  std::vector<double> sum_within_candidates(const GapOptions& options, Progress& progress) const override {
    if (options.candidates.empty()) return {};
    const auto grid_of = [this](std::size_t bins) { return grid(std::vector(quantiles_.size(), bins)); };
    if (has_few_axes(quantiles_.size()) && refined_cells() <= most_refined_cells) {
      const std::vector<std::vector<double>> cuts = edges_of_refinement();
      Shape shape;
      for (const std::vector<double>& of_axis : cuts) shape.bins.push_back(of_axis.size() + 1);
      const CellTable fine = to_table(count({request(cuts, false, false)}, progress)[0][0], shape);
      return gaptv::sum_within_candidates(fine, cuts, grid_of, options, progress);
    }
    std::vector<double> sums;
    std::vector<Grid> grids;
    for (const std::size_t bins : options.candidates) grids.push_back(grid_of(bins));
    std::vector<CountRequest> requests;
    requests.reserve(grids.size());
    for (const Grid& grid : grids) requests.push_back(request(edges_of(grid), false, false));
    const auto counted = count(requests, progress);
    for (std::size_t i = 0; i < grids.size(); ++i) {
      sums.push_back(sum_within_cells(to_table(counted[i][0], grids[i].shape()), options.formula));
    }
    return sums;
  }

  // Where folds are counted together, this is done once, on the common edges of all grids.
  std::vector<CellTable> fold_tables(const Grid& grid, Progress& progress) const override {
    std::vector<CellTable> tables;
    if (counts_folds_together_ && refined_cells() <= most_refined_cells) {
      if (folds_.empty()) folds_ = count({request(edges_of_refinement(), true, true)}, progress)[0];
      for (const CountedCells& fold : folds_) tables.push_back(regroup_cells(fold, refinement_, grid));
    } else {
      const auto counted = count({request(edges_of(grid), true, true)}, progress);
      for (const CountedCells& fold : counted[0]) tables.push_back(to_table(fold, grid.shape()));
    }
    const std::vector<RowDeviance>& deviances = rows_.row_deviances(progress);
    for (std::size_t fold = 0; fold < deviances.size(); ++fold) tables[fold].rows = deviances[fold];
    return tables;
  }

  CellTable counted_table(const Grid& grid) const override {
    Progress silent;
    return to_table(count({request(edges_of(grid), false, false)}, silent)[0][0], grid.shape());
  }

  std::vector<CellSamples> sample_folds(const Grid& /*grid*/, const OutcomeScale& /*scale*/,
                                        double /*base*/) const override {
    refuse_samples();
  }
  CellSamples samples(const Grid& /*grid*/, const OutcomeScale& /*scale*/, double /*base*/) const override {
    refuse_samples();
  }

 private:
  // Three features have too many cells on the edges of all candidates.
  static bool has_few_axes(std::size_t axes) { return axes <= 2; }
  ScannedRows::NextCount foresee_count(std::size_t axes) const {
    return {counts_folds_together_ || has_few_axes(axes), counts_folds_together_, counts_folds_together_,
            most_refined_cells};
  }

  double refined_cells() const {
    double cells = 1;
    for (const CountedAxis& axis : refinement_) cells *= static_cast<double>(axis.edges.size() + 1);
    return cells;
  }

  std::vector<std::vector<double>> edges_of_refinement() const {
    std::vector<std::vector<double>> edges;
    for (const CountedAxis& axis : refinement_) edges.push_back(axis.edges);
    return edges;
  }
  static std::vector<std::vector<double>> edges_of(const Grid& grid) {
    std::vector<std::vector<double>> edges;
    for (const Axis& axis : grid.axes) edges.push_back(axis.edges);
    return edges;
  }

  // The counter knows all features: those that are left out have no edges, so that the cells have the same numbers.
  CountRequest request(const std::vector<std::vector<double>>& edges, bool by_fold, bool by_exposure) const {
    CountRequest request{std::vector<std::vector<double>>(rows_.counter().summary().dimensions()), by_fold,
                         by_exposure};
    for (std::size_t j = 0; j < features_.size(); ++j) request.edges[features_[j]] = edges[j];
    return request;
  }
  std::vector<std::vector<CountedCells>> count(const std::vector<CountRequest>& requests, Progress& progress) const {
    return rows_.counter().count(requests, progress);
  }

  ScannedRows& rows_;
  const SourceSummary& summary_;
  std::vector<std::size_t> features_;
  bool counts_folds_together_;
  std::vector<Quantiles> quantiles_;
  std::vector<CountedAxis> refinement_;
  mutable std::vector<CountedCells> folds_;  // on the refinement, once they were asked for
};

}  // namespace

std::vector<Quantiles> ScannedRows::cut(const std::vector<std::size_t>& features,
                                        const std::vector<std::vector<std::size_t>>& bins, const NextCount& next,
                                        Progress& progress) {
  const WeightKind kind = counter_.has_precision_weights() ? WeightKind::precision : WeightKind::copies;
  while (true) {
    std::vector<Quantiles> quantiles;
    std::vector<std::set<std::size_t>> numbers(stretches_.size());
    std::vector<std::vector<ValueStretch>> unclear(stretches_.size());
    bool is_clear = true;
    for (std::size_t j = 0; j < features.size(); ++j) {
      const std::size_t axis = features[j];
      quantiles.emplace_back(stretches_[axis], kind, bins[j], numbers[axis]);
      for (const std::size_t i : numbers[axis]) unclear[axis].push_back(stretches_[axis][i]);
      is_clear = is_clear && numbers[axis].empty();
    }
    if (is_clear) return quantiles;
    CountAhead ahead{{}, next.by_fold, next.by_exposure};
    double cells = 1;
    for (std::size_t j = 0; next.is_foreseen && j < features.size() && features.size() == stretches_.size(); ++j) {
      const std::set<double> edges = all_edges(quantiles[j], bins[j]);
      cells *= static_cast<double>(edges.size() + 1);
      ahead.runs.push_back(divide_into_runs(stretches_[features[j]], numbers[features[j]], edges));
    }
    if (cells > next.most_cells) ahead.runs.clear();
    const std::vector<std::vector<ValueStretch>> smaller = counter_.look_into(unclear, ahead, progress);
    for (std::size_t axis = 0; axis < stretches_.size(); ++axis) {
      replace_stretches(stretches_[axis], numbers[axis], smaller[axis]);
    }
  }
}

const std::vector<RowDeviance>& ScannedRows::row_deviances(Progress& progress) {
  if (!deviances_) deviances_ = counter_.row_deviances(progress);
  return *deviances_;
}

ScannedSource::ScannedSource(RowCounter& counter)
    : ScannedSource(std::make_shared<ScannedRows>(counter), counter.summary(),
                    std::vector<std::size_t>(counter.summary().dimensions())) {
  std::iota(features_.begin(), features_.end(), std::size_t{0});
}

ScannedSource::ScannedSource(std::shared_ptr<ScannedRows> rows, SourceSummary summary,
                             std::vector<std::size_t> features)
    : rows_(std::move(rows)), summary_(std::move(summary)), features_(std::move(features)) {}

std::size_t ScannedSource::automatic_bins_max() const {
  return rows_->counter().automatic_bins_max();
}

std::unique_ptr<CutTables> ScannedSource::cut(const std::vector<std::vector<std::size_t>>& bins,
                                              Progress& progress) const {
  // One or two grids, as a fit of shifted grids has them, are asked for their folds; of more, the gap statistic chooses
  // one.
  const bool has_few_grids = std::ranges::all_of(bins, [](const auto& of_axis) { return of_axis.size() <= 2; });
  return std::make_unique<CutScan>(*rows_, summary_, features_, bins, has_few_grids, progress);
}

std::unique_ptr<CutTables> ScannedSource::cut_for_refinement(const std::vector<std::vector<std::size_t>>& bins,
                                                             Progress& progress) const {
  return std::make_unique<CutScan>(*rows_, summary_, features_, bins, true, progress);
}

std::unique_ptr<TableSource> ScannedSource::leave_out(std::size_t feature) const {
  SourceSummary summary = summary_;
  std::vector<std::size_t> features = features_;
  const auto place = static_cast<std::ptrdiff_t>(feature);
  summary.feature_names.erase(summary.feature_names.begin() + place);
  features.erase(features.begin() + place);
  return std::unique_ptr<TableSource>(new ScannedSource(rows_, std::move(summary), std::move(features)));
}

}  // namespace gaptv
