// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Holds some of the rows: columns of equal length, in the order of RowBatches::columns(). A value that is missing is
// NaN.
struct RowBatch {
  std::vector<ColumnView> columns;
  std::shared_ptr<const void> owner;  // keeps the columns alive

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size; }
};

// Returns the rows of a batch from one number up to another; they must not outlive the batch.
RowBatch part_of(const RowBatch& batch, std::size_t from, std::size_t to);

// Hands out all rows once, batch by batch.
class GAPTV_API BatchReader {
 public:
  BatchReader() = default;
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;
  virtual ~BatchReader() = default;

  // Reads the next batch. Returns false after the last one.
  virtual bool next(RowBatch& batch) = 0;
};

// Names the columns of rows that come in batches, and what each is for.
struct BatchColumns {
  std::vector<std::string> features = {};  // 1 to 3
  std::string outcome = {};
  std::string weight = {};                // empty: every row counts once
  std::string exposure = {};              // empty: 1 each
  std::vector<std::string> classes = {};  // of labels: what the outcomes 0, 1, ... stand for
  std::vector<std::string> notes = {};    // what was assumed when the rows were read
  GivenReading reading = {};              // how they were to be read
  std::size_t dropped_rows = 0;           // left out before they came into batches
};

// Offers rows that need not fit into memory: they can be looked through again and again, and every time the batches are
// the same, in the same order (otherwise results differ in the last digits).
class GAPTV_API RowBatches {
 public:
  RowBatches() = default;
  RowBatches(const RowBatches&) = delete;
  RowBatches& operator=(const RowBatches&) = delete;
  virtual ~RowBatches() = default;

  // Says what the columns of every batch are, in this order: features, outcome, weight and exposure if there are any.
  virtual const BatchColumns& columns() const = 0;
  // Starts from the first row again. Only one reader is used at a time, on one thread.
  virtual std::unique_ptr<BatchReader> read() = 0;
  // Returns how many rows there are, if that is known in advance, or 0.
  virtual std::size_t expected_rows() const { return 0; }
};

}  // namespace gaptv
