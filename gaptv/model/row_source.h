// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <vector>

#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/observations.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/outcome.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Tells whether cross-validation chooses anything.
bool chooses_by_folds(const FitOptions& options);

// Returns how many folds the options ask for: 1 if nothing is chosen or measured by cross-validation.
std::size_t count_folds(const FitOptions& options);

// Offers rows in memory. They are checked, counted as observations and dealt to folds at once; each cut() locates them.
class RowSource final : public TableSource {
 public:
  // The options are resolved. The columns of the data must outlive the source. Throws InvalidInput where the data is
  // refused.
  // fold_scales are those of rows that these will be added to (FoldOptions::scales).
  RowSource(const DataView& data, const FitOptions& options, Progress& progress, std::vector<int> fold_scales = {});

  const SourceSummary& summary() const override { return summary_; }
  std::size_t automatic_bins_max() const override;
  NullSample null_sample(std::uint64_t seed) const override;
  std::unique_ptr<CutTables> cut(const std::vector<std::vector<std::size_t>>& bins, Progress& progress) const override;
  std::unique_ptr<TableSource> leave_out(std::size_t feature) const override;
  std::unique_ptr<TableSource> leave_out_fold(std::size_t fold, Progress& progress) const override;
  CellTable tabulate_fold(std::size_t fold, const Grid& grid, const OutcomeScale& scale) const override;

  // Returns the rows as they are counted, for whoever counts them on other edges.
  const DataView& view() const { return observations_.view(); }
  const FoldAssignment& folds() const { return folds_; }
  const std::vector<RowDeviance>& deviances() const { return deviances_; }

 private:
  OutcomeData outcome_;
  Observations observations_;
  FoldOptions fold_options_;
  FoldAssignment folds_;
  std::vector<RowDeviance> deviances_;  // by fold; empty where the cells say all
  std::size_t threads_;
  SourceSummary summary_;
};

}  // namespace gaptv
