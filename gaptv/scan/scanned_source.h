// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gaptv/scan/row_counter.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Knows what was found out about the rows of a counter so far, for all who ask: the whole source and those with one
// feature less.
class ScannedRows {
 public:
  explicit ScannedRows(RowCounter& counter) : counter_(counter), stretches_(counter.take_stretches()) {}

  RowCounter& counter() const { return counter_; }
  // Cuts features at the quantiles of so many bins, each exactly. Features that are not asked about get no bins.
  // Says what will be counted on all their edges together, if anything.
  struct NextCount {
    bool is_foreseen = false;
    bool by_fold = false;
    bool by_exposure = true;
    double most_cells = 0;
  };
  std::vector<Quantiles> cut(const std::vector<std::size_t>& features,
                             const std::vector<std::vector<std::size_t>>& bins, const NextCount& next,
                             Progress& progress);
  const std::vector<RowDeviance>& row_deviances(Progress& progress);

 private:
  RowCounter& counter_;
  std::vector<std::vector<ValueStretch>> stretches_;  // per axis
  std::optional<std::vector<RowDeviance>> deviances_;
};

// Offers rows that a counter looks through. It has nothing to say about single outcomes, and no fold can be left out.
class ScannedSource final : public TableSource {
 public:
  // The counter must outlive the source.
  explicit ScannedSource(RowCounter& counter);

  const SourceSummary& summary() const override { return summary_; }
  std::size_t automatic_bins_max() const override;
  NullSample null_sample(std::uint64_t seed) const override { return rows_->counter().null_sample(seed); }
  std::unique_ptr<CutTables> cut(const std::vector<std::vector<std::size_t>>& bins, Progress& progress) const override;
  std::unique_ptr<CutTables> cut_for_refinement(const std::vector<std::vector<std::size_t>>& bins,
                                                Progress& progress) const override;
  std::unique_ptr<TableSource> leave_out(std::size_t feature) const override;

 private:
  ScannedSource(std::shared_ptr<ScannedRows> rows, SourceSummary summary, std::vector<std::size_t> features);

  std::shared_ptr<ScannedRows> rows_;
  SourceSummary summary_;
  std::vector<std::size_t> features_;  // which of the counter's
};

}  // namespace gaptv
