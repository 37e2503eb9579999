// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv::testing {

// Hands out rows in memory so many at a time.
class MemoryBatches final : public RowBatches {
 public:
  MemoryBatches(const Dataset& data, std::size_t rows_per_batch) : data_(data), rows_per_batch_(rows_per_batch) {
    columns_ = {data.feature_names, data.outcome_name, data.weight_name, data.exposure_name, data.classes};
    for (const std::vector<double>& feature : data.features) all_.push_back(&feature);
    all_.push_back(&data.outcome);
    if (!data.weight.empty()) all_.push_back(&data.weight);
    if (!data.exposure.empty()) all_.push_back(&data.exposure);
  }

  const BatchColumns& columns() const override { return columns_; }
  std::unique_ptr<BatchReader> read() override {
    ++looks;
    return std::make_unique<Reader>(*this);
  }

  std::size_t looks = 0;

 private:
  class Reader final : public BatchReader {
   public:
    explicit Reader(const MemoryBatches& rows) : rows_(rows) {}
    bool next(RowBatch& batch) override {
      const std::size_t size = std::min(rows_.rows_per_batch_, rows_.data_.rows() - next_);
      if (size == 0) return false;
      batch = {};
      for (const std::vector<double>* column : rows_.all_) batch.columns.emplace_back(column->data() + next_, size, 1);
      next_ += size;
      return true;
    }

   private:
    const MemoryBatches& rows_;
    std::size_t next_ = 0;
  };

  const Dataset& data_;
  std::size_t rows_per_batch_;
  BatchColumns columns_;
  std::vector<const std::vector<double>*> all_;
};

}  // namespace gaptv::testing
