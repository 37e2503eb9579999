// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <vector>

#include "gaptv/cells/counted_rows.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Offers rows that were counted into cells. Whatever grid is asked for is added up from these; the source has nothing
// to say about single outcomes.
class CountedSource final : public TableSource {
 public:
  // "folds" are those of the rows, or 1 for a fit without cross-validation.
  CountedSource(CountedRows rows, std::size_t folds);

  const SourceSummary& summary() const override { return rows_.summary; }
  std::size_t automatic_bins_max() const override { return rows_.bins_max; }
  NullSample null_sample(std::uint64_t seed) const override;
  std::unique_ptr<CutTables> cut(const std::vector<std::vector<std::size_t>>& bins, Progress& progress) const override;
  std::unique_ptr<TableSource> leave_out(std::size_t feature) const override;

 private:
  CountedRows rows_;
};

}  // namespace gaptv
