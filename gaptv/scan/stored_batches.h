// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>

#include "gaptv/base/export.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Hands out the rows of a CSV file that read_csv_within() has put into a temporary file.
class GAPTV_API StoredBatches final : public RowBatches {
 public:
  // The rows are in a file.
  explicit StoredBatches(StoredRows rows);

  const BatchColumns& columns() const override { return columns_; }
  std::unique_ptr<BatchReader> read() override;
  std::size_t expected_rows() const override { return rows_.rows(); }

 private:
  StoredRows rows_;
  BatchColumns columns_;
};

}  // namespace gaptv
