// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/kept_batches.h"

#include <algorithm>
#include <utility>

#include "gaptv/base/raw_array.h"

namespace gaptv {
namespace {

using Kept = std::shared_ptr<const std::vector<RowBatch>>;

class ReaderOfKept final : public BatchReader {
 public:
  explicit ReaderOfKept(Kept kept) : kept_(std::move(kept)) {}
  bool next(RowBatch& batch) override {
    if (next_ == kept_->size()) return false;
    batch = (*kept_)[next_++];
    return true;
  }

 private:
  Kept kept_;
  std::size_t next_ = 0;
};

// Copies batches into few large pieces of memory, so that what reads the rows can fill the same buffers again and
// again: first touching new memory for every batch takes longer than copying.
class KeptColumns {
 public:
  RowBatch copy(const RowBatch& batch) {
    const std::size_t rows = batch.rows();
    double* values = take(rows * batch.columns.size());
    RowBatch copied;
    for (const ColumnView& column : batch.columns) {
      for (std::size_t row = 0; row < rows; ++row) values[row] = column[row];
      copied.columns.emplace_back(values, rows, 1);
      values += rows;
    }
    copied.owner = piece_;
    return copied;
  }

 private:
  // Returns room for so many numbers, in a piece twice as large as the last one if that is full.
  double* take(std::size_t count) {
    constexpr std::size_t smallest = std::size_t{1} << 16U;
    constexpr std::size_t largest = std::size_t{1} << 23U;
    if (piece_ == nullptr || used_ + count > piece_->size()) {
      const std::size_t last = piece_ == nullptr ? 0 : piece_->size();
      piece_ = std::make_shared<RawArray<double>>(std::max(count, std::clamp(2 * last, smallest, largest)));
      used_ = 0;
    }
    return piece_->data() + std::exchange(used_, used_ + count);
  }

  std::shared_ptr<RawArray<double>> piece_;
  std::size_t used_ = 0;
};

class KeepingReader final : public BatchReader {
 public:
  KeepingReader(std::unique_ptr<BatchReader> reader, Kept& kept) : reader_(std::move(reader)), kept_(kept) {}
  bool next(RowBatch& batch) override {
    if (reader_->next(batch)) {
      batch = columns_.copy(batch);
      batches_.push_back(batch);
      return true;
    }
    kept_ = std::make_shared<const std::vector<RowBatch>>(std::move(batches_));
    return false;
  }

 private:
  std::unique_ptr<BatchReader> reader_;
  Kept& kept_;
  KeptColumns columns_;
  std::vector<RowBatch> batches_;
};

}  // namespace

std::unique_ptr<BatchReader> KeptBatches::read() {
  if (kept_) return std::make_unique<ReaderOfKept>(kept_);
  return std::make_unique<KeepingReader>(rows_.read(), kept_);
}

}  // namespace gaptv
