// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gaptv/data/fold_assignment.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/scan/batch_lanes.h"
#include "gaptv/scan/copy_filter.h"
#include "gaptv/scan/count_ahead.h"
#include "gaptv/scan/first_look.h"
#include "gaptv/scan/prepared_rows.h"
#include "gaptv/scan/row_batches.h"
#include "gaptv/scan/row_counter.h"

namespace gaptv {

// Counts rows that come in batches. Memory follows cells, not rows, but for outcomes that recur (labels, counts): there
// the contents that more than one row may have are remembered.
class BatchCounter final : public RowCounter {
 public:
  // The options are resolved. Looks at all rows once or, where weights or recurring outcomes ask for it, up to three
  // times. The rows must outlive the counter. Throws InvalidInput, with the row, where the data are refused.
  BatchCounter(RowBatches& rows, MissingRule missing, const FitOptions& options, Progress& progress);

  const SourceSummary& summary() const override { return summary_; }
  std::size_t automatic_bins_max() const override { return bins_max_; }
  NullSample null_sample(std::uint64_t seed) const override;
  bool has_precision_weights() const override { return how_.precision.has_value(); }
  const std::vector<int>& fold_scales() const override { return fold_scales_; }
  std::vector<std::vector<ValueStretch>> take_stretches() override { return std::move(stretches_); }
  std::vector<std::vector<ValueStretch>> look_into(const std::vector<std::vector<ValueStretch>>& unclear,
                                                   const CountAhead& ahead, Progress& progress) override;
  std::vector<std::vector<CountedCells>> count(const std::vector<CountRequest>& requests, Progress& progress) override;
  std::vector<RowDeviance> row_deviances(Progress& progress) override;

 private:
  using RowVisitor = std::function<void(const BatchPlace& place, const DataView& rows)>;
  using FoldVisitor = std::function<void(std::size_t lane, const DataView& rows, const FoldAssignment& folds)>;
  void take_first_look(const FitOptions& options, Progress& progress);
  PrecisionScale add_up_precision(FirstLook& look, Progress& progress);
  void decide_copies(const FirstLook& look, Progress& progress);
  void describe(const FirstLook& look);

  // Visits all rows, prepared; there are as many as at the first look, or the rows have changed.
  void visit(std::size_t lanes, Progress& progress, const RowVisitor& work);
  // Visits all rows with the folds that they belong to.
  void visit_folds(Progress& progress, const FoldVisitor& work);
  std::vector<std::vector<ValueStretch>> look_into_and_count(const CountAhead& ahead, double rows_aside,
                                                             Progress& progress);
  FoldAssignment folds_by_hash(const DataView& rows) const;

  RowBatches& rows_;
  RowPreparation how_;
  SourceSummary summary_;
  std::uint64_t seed_;
  std::size_t threads_;
  std::size_t bins_max_ = 0;
  std::size_t rows_in_batches_ = 0;  // those that are left out among them
  std::unique_ptr<SharedCopyFilter> filter_;
  bool divides_copies_ = false;
  std::vector<int> fold_scales_;
  std::vector<double> exposures_;
  double mean_outcome_ = 0;
  std::vector<std::vector<ValueStretch>> stretches_;
  std::unique_ptr<CountedAhead> ahead_;
};

}  // namespace gaptv
