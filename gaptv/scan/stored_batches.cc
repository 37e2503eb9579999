// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/stored_batches.h"

#include <utility>

#include "gaptv/base/raw_array.h"

namespace gaptv {
namespace {

class StoredReader final : public BatchReader {
 public:
  explicit StoredReader(const StoredRows& rows) : rows_(rows) {}

  bool next(RowBatch& batch) override {
    const SpilledColumns& spilled = *rows_.spilled;
    if (piece_ == spilled.pieces()) return false;
    const std::size_t rows = spilled.rows_of(piece_);
    const auto numbers = std::make_shared<RawArray<double>>(spilled.read(piece_));
    ++piece_;
    if (!rows_.outcome_of_label.empty()) {
      double* const outcomes =
          numbers->data() + spilled.begin_of(rows_.column_of_role[rows_.data.feature_names.size()]);
      for (std::size_t row = 0; row < rows; ++row) {
        outcomes[row] = rows_.outcome_of_label[static_cast<std::size_t>(outcomes[row])];
      }
    }
    batch = {};
    for (const std::size_t column : rows_.column_of_role) {
      batch.columns.emplace_back(numbers->data() + spilled.begin_of(column), rows, 1);
    }
    batch.owner = numbers;
    return true;
  }

 private:
  const StoredRows& rows_;
  std::size_t piece_ = 0;
};

}  // namespace

StoredBatches::StoredBatches(StoredRows rows) : rows_(std::move(rows)) {
  const Dataset& data = rows_.data;
  columns_ = {data.feature_names, data.outcome_name, data.weight_name, data.exposure_name,
              data.classes,       data.notes,        data.reading,     data.dropped_rows};
}

std::unique_ptr<BatchReader> StoredBatches::read() {
  return std::make_unique<StoredReader>(rows_);
}

}  // namespace gaptv
