// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/row_batches.h"

namespace gaptv {

RowBatch part_of(const RowBatch& batch, std::size_t from, std::size_t to) {
  RowBatch part;
  for (const ColumnView& column : batch.columns) {
    part.columns.emplace_back(column.data + from * column.stride, to - from, column.stride);
  }
  return part;
}

}  // namespace gaptv
