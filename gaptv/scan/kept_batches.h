// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Offers the rows of another source, and keeps the batches of the first complete look for the looks that follow: for
// rows whose columns fit into memory, but hardly more.
class GAPTV_API KeptBatches final : public RowBatches {
 public:
  // The rows must outlive this.
  explicit KeptBatches(RowBatches& rows) : rows_(rows) {}

  const BatchColumns& columns() const override { return rows_.columns(); }
  std::unique_ptr<BatchReader> read() override;
  std::size_t expected_rows() const override { return rows_.expected_rows(); }

 private:
  RowBatches& rows_;
  std::shared_ptr<const std::vector<RowBatch>> kept_;  // once they are complete
};

}  // namespace gaptv
