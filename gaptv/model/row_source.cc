// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/row_source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gaptv/base/hash.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/grid/binned_rows.h"
#include "gaptv/model/fit_notes.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/select/row_deviance.h"

namespace gaptv {
namespace {

// The folds of rows, and what the rows of each fold say beyond their cells.
struct FoldedRows {
  const FoldAssignment& folds;
  const std::vector<RowDeviance>& deviances;
  const OutcomeScale& scale;
  std::size_t threads;
};

class CutRows final : public CutTables {
 public:
  CutRows(const DataView& data, const std::vector<std::vector<std::size_t>>& bins, const FoldedRows& folded,
          Progress& progress)
      : rows_(data, bins, folded.threads, progress), folded_(folded) {}

  Grid grid(const std::vector<std::size_t>& bins_per_axis) const override { return rows_.grid(bins_per_axis); }
  std::vector<double> sum_within_candidates(const GapOptions& options, Progress& progress) const override {
    return gaptv::sum_within_candidates(rows_, folded_.scale, options, progress);
  }
  std::vector<CellTable> fold_tables(const Grid& grid, Progress& progress) const override {
    std::vector<CellTable> tables = rows_.tabulate_folds(grid, folded_.folds, folded_.scale, folded_.threads, progress);
    for (std::size_t fold = 0; fold < folded_.deviances.size(); ++fold) tables[fold].rows = folded_.deviances[fold];
    return tables;
  }
  CellTable counted_table(const Grid& grid) const override { return rows_.tabulate(grid, folded_.scale); }
  std::vector<CellSamples> sample_folds(const Grid& grid, const OutcomeScale& scale, double base) const override {
    return rows_.tabulate_sample_folds(grid, folded_.folds, scale, base);
  }
  CellSamples samples(const Grid& grid, const OutcomeScale& scale, double base) const override {
    return rows_.tabulate_samples(grid, scale, base);
  }

 private:
  BinnedRows rows_;
  FoldedRows folded_;
};

// The rows of another source with some of their features.
class FewerFeatures final : public TableSource {
 public:
  FewerFeatures(const TableSource& all, DataView view, const FoldedRows& folded)
      : all_(all), view_(std::move(view)), folded_(folded), summary_(all.summary()) {
    summary_.feature_names = view_.feature_names;
  }

  const SourceSummary& summary() const override { return summary_; }
  std::size_t automatic_bins_max() const override { return gaptv::automatic_bins_max(view_); }
  NullSample null_sample(std::uint64_t seed) const override { return all_.null_sample(seed); }
  std::unique_ptr<CutTables> cut(const std::vector<std::vector<std::size_t>>& bins, Progress& progress) const override {
    return std::make_unique<CutRows>(view_, bins, folded_, progress);
  }
  std::unique_ptr<TableSource> leave_out(std::size_t feature) const override;

 private:
  const TableSource& all_;
  DataView view_;
  FoldedRows folded_;
  SourceSummary summary_;
};

std::unique_ptr<TableSource> leave_out_feature(const TableSource& all, DataView view, const FoldedRows& folded,
                                               std::size_t feature) {
  const auto place = static_cast<std::ptrdiff_t>(feature);
  view.features.erase(view.features.begin() + place);
  view.feature_names.erase(view.feature_names.begin() + place);
  return std::make_unique<FewerFeatures>(all, std::move(view), folded);
}

std::unique_ptr<TableSource> FewerFeatures::leave_out(std::size_t feature) const {
  return leave_out_feature(*this, view_, folded_, feature);
}

// What the null model of the gap statistic needs to know.
NullSample sample_outcomes(const DataView& data, const SourceSummary& summary, std::uint64_t seed) {
  NullSample sample;
  sample.observations = summary.total_weight;
  sample.seed = seed;
  if (summary.loss->has_identity_link()) return sample;  // the rest would cost a pass over the rows
  double sum = 0;
  double weight = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double row_weight = data.size_of(row);
    sum += row_weight * data.outcome[row];
    weight += row_weight;
  }
  sample.mean = sum / weight;
  // Rows picked by a hash: no pattern in their order can make them unlike the rest.
  constexpr std::size_t most_exposures = 10000;
  for (std::size_t i = 0; i < std::min(most_exposures, data.exposure.size); ++i) {
    sample.exposure.push_back(data.exposure[data.rows() <= most_exposures ? i : mix64(i) % data.rows()]);
  }
  return sample;
}

// The rows of another source that are outside a fold, as they were prepared there.
class OutsideFold final : public TableSource {
 public:
  OutsideFold(const RowSource& all, std::size_t fold, const FoldOptions& options, Progress& progress)
      : rows_(copy_outside(all, fold)),
        view_(rows_.view()),
        folds_(assign_folds(view_, options, progress)),
        deviances_(row_deviances(view_, folds_, *all.summary().loss, progress)),
        summary_(all.summary()),
        threads_(options.threads) {
    const double weight = gaptv::total_weight(view_);
    summary_.rows = view_.rows();
    summary_.observations *= weight / summary_.total_weight;
    summary_.total_weight = weight;
    summary_.folds = folds_.folds;
    summary_.content_hash = folds_.content_hash;
    if (summary_.loss->has_identity_link()) summary_.scale = outcome_scale(view_, threads_);
  }

  const SourceSummary& summary() const override { return summary_; }
  std::size_t automatic_bins_max() const override { return gaptv::automatic_bins_max(view_); }
  NullSample null_sample(std::uint64_t seed) const override { return sample_outcomes(view_, summary_, seed); }
  std::unique_ptr<CutTables> cut(const std::vector<std::vector<std::size_t>>& bins, Progress& progress) const override {
    return std::make_unique<CutRows>(view_, bins, folded(), progress);
  }
  std::unique_ptr<TableSource> leave_out(std::size_t feature) const override {
    return leave_out_feature(*this, view_, folded(), feature);
  }

 private:
  // Rows that are divided among folds keep the rest of their weight.
  static Dataset copy_outside(const RowSource& all, std::size_t fold) {
    const DataView& data = all.view();
    Dataset rows;
    rows.feature_names = data.feature_names;
    rows.outcome_name = data.outcome_name;
    rows.weight_kind = data.weight_kind;
    rows.features.resize(data.features.size());
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const double weight = data.weight_of(row);
      const double rest = weight - all.folds().weight_in_fold(row, weight, fold);
      if (!(rest > 0)) continue;
      for (std::size_t j = 0; j < rows.features.size(); ++j) rows.features[j].push_back(data.features[j][row]);
      rows.outcome.push_back(data.outcome[row]);
      if (!data.weight.empty()) rows.weight.push_back(rest);
      if (!data.exposure.empty()) rows.exposure.push_back(data.exposure[row]);
    }
    return rows;
  }

  FoldedRows folded() const { return {folds_, deviances_, summary_.scale, threads_}; }

  Dataset rows_;
  DataView view_;
  FoldAssignment folds_;
  std::vector<RowDeviance> deviances_;
  SourceSummary summary_;
  std::size_t threads_;
};

// A feature without a name is called by its number.
DataView name_features(DataView data) {
  for (std::size_t j = data.feature_names.size(); j < data.features.size(); ++j) {
    data.feature_names.push_back("x" + std::to_string(j + 1));
  }
  return data;
}

SourceSummary describe(const DataView& given, const OutcomeData& outcome, const Observations& observations,
                       const FoldAssignment& folds, std::size_t threads) {
  const DataView& data = observations.view();
  SourceSummary summary;
  summary.feature_names = data.feature_names;
  summary.outcome_name = data.outcome_name;
  summary.weight_name = data.weight_name;
  summary.exposure_name = data.exposure_name;
  summary.classes = data.classes;
  summary.rows = given.rows();
  summary.dropped_rows = data.dropped_rows;
  summary.reading = data.reading;
  summary.has_weights = !given.weight.empty();
  summary.weight_kind = observations.kind();
  summary.observations = observations.count();
  summary.total_weight = total_weight(data);
  summary.folds = folds.folds;
  summary.content_hash = folds.content_hash;
  summary.loss = &outcome.loss();
  // Probabilities and rates stay what they are: their logarithms know no other unit.
  if (outcome.loss().has_identity_link()) summary.scale = outcome_scale(data, threads);
  summary.notes = notes_on_rows(given);
  summary.notes.insert(summary.notes.end(), outcome.notes().begin(), outcome.notes().end());
  summary.notes.insert(summary.notes.end(), observations.notes().begin(), observations.notes().end());
  return summary;
}

}  // namespace

bool chooses_by_folds(const FitOptions& options) {
  const LambdaRule rule = options.lambda;
  return options.bins == BinsRule::cv || rule == LambdaRule::cv || rule == LambdaRule::cv_paired ||
         rule == LambdaRule::cv_1se || options.relax_by_cv || options.regions.needs_held_out_error();
}

std::size_t count_folds(const FitOptions& options) {
  return chooses_by_folds(options) || options.held_out != HeldOutRule::off ? *options.folds : 1;
}

RowSource::RowSource(const DataView& data, const FitOptions& options, Progress& progress, std::vector<int> fold_scales)
    : outcome_(name_features(data), name_of_loss(options), options.has_fractional_counts),
      observations_(outcome_.view(), options.weight_kind, outcome_.has_trials()),
      fold_options_{.folds = count_folds(options),
                    .seed = options.seed,
                    .is_discrete = outcome_.is_discrete(),
                    .threads = options.threads,
                    .scales = std::move(fold_scales)},
      folds_(assign_folds(observations_.view(), fold_options_, progress)),
      deviances_(row_deviances(observations_.view(), folds_, outcome_.loss(), progress)),
      threads_(options.threads),
      summary_(describe(data, outcome_, observations_, folds_, threads_)) {}

std::size_t RowSource::automatic_bins_max() const {
  return gaptv::automatic_bins_max(observations_.view());
}

NullSample RowSource::null_sample(std::uint64_t seed) const {
  return sample_outcomes(observations_.view(), summary_, seed);
}

std::unique_ptr<CutTables> RowSource::cut(const std::vector<std::vector<std::size_t>>& bins, Progress& progress) const {
  return std::make_unique<CutRows>(observations_.view(), bins, FoldedRows{folds_, deviances_, summary_.scale, threads_},
                                   progress);
}

std::unique_ptr<TableSource> RowSource::leave_out(std::size_t feature) const {
  return leave_out_feature(*this, observations_.view(), {folds_, deviances_, summary_.scale, threads_}, feature);
}

std::unique_ptr<TableSource> RowSource::leave_out_fold(std::size_t fold, Progress& progress) const {
  return std::make_unique<OutsideFold>(*this, fold, fold_options_, progress);
}

CellTable RowSource::tabulate_fold(std::size_t fold, const Grid& grid, const OutcomeScale& scale) const {
  const DataView& data = view();
  CellTable table(grid.shape());
  std::vector<BinLocator> locators;
  for (const Axis& axis : grid.axes) locators.emplace_back(axis.edges);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double part = folds_.weight_in_fold(row, data.weight_of(row), fold);
    if (!(part > 0)) continue;
    std::size_t cell = 0;
    for (std::size_t axis = 0; axis < locators.size(); ++axis) {
      cell = cell * table.shape.bins[axis] + locators[axis].bin_of(data.features[axis][row]);
    }
    table.cells[cell].add(scale.to_scaled(data.outcome[row]), part * data.exposure_of(row));
  }
  if (!deviances_.empty()) table.rows = deviances_[fold];
  return table;
}

}  // namespace gaptv
