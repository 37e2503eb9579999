// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "gaptv/scan/row_batches.h"

namespace gaptv::python {

// Offers the rows of Arrow streams. "start" is called for each look at the rows and returns an object with
// __arrow_c_stream__, whose columns are numbers of 64 bits in the order of BatchColumns; null is a missing value.
class ArrowBatches final : public RowBatches {
 public:
  ArrowBatches(nanobind::callable start, BatchColumns columns, std::size_t expected_rows)
      : start_(std::move(start)), columns_(std::move(columns)), expected_rows_(expected_rows) {}

  const BatchColumns& columns() const override { return columns_; }
  // Takes the interpreter's lock.
  std::unique_ptr<BatchReader> read() override;
  std::size_t expected_rows() const override { return expected_rows_; }

 private:
  nanobind::callable start_;
  BatchColumns columns_;
  std::size_t expected_rows_;
};

}  // namespace gaptv::python
