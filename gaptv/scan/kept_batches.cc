// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/kept_batches.h"

#include <utility>

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

class KeepingReader final : public BatchReader {
 public:
  KeepingReader(std::unique_ptr<BatchReader> reader, Kept& kept) : reader_(std::move(reader)), kept_(kept) {}
  bool next(RowBatch& batch) override {
    if (reader_->next(batch)) {
      batches_.push_back(batch);
      return true;
    }
    kept_ = std::make_shared<const std::vector<RowBatch>>(std::move(batches_));
    return false;
  }

 private:
  std::unique_ptr<BatchReader> reader_;
  Kept& kept_;
  std::vector<RowBatch> batches_;
};

}  // namespace

std::unique_ptr<BatchReader> KeptBatches::read() {
  if (kept_) return std::make_unique<ReaderOfKept>(kept_);
  return std::make_unique<KeepingReader>(rows_.read(), kept_);
}

}  // namespace gaptv
