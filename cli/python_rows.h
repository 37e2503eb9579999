// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv::cli {

// Tells whether a file, or a pattern of names, is one of Parquet or Arrow, which the package of Python reads.
bool is_read_by_python(const std::string& file);

// Hands out the rows of files of Parquet or Arrow: the package gaptv of the Python beside this program (or
// GAPTV_PYTHON, or python3) reads them, as a process of its own for each look, and writes numbers to a pipe.
class PythonRows final : public RowBatches {
 public:
  // Looks at the columns. Throws InvalidInput, as reading does, where Python, the package or what it needs is missing,
  // and with what it says of the file. The progress outlives the rows.
  PythonRows(const std::string& file, const CsvOptions& wanted, const std::string& loss, Progress& progress);

  const BatchColumns& columns() const override { return columns_; }
  std::unique_ptr<BatchReader> read() override;
  std::size_t expected_rows() const override { return rows_; }

 private:
  std::string file_;
  CsvOptions wanted_;
  std::string loss_;
  Progress& progress_;
  BatchColumns columns_;
  std::size_t rows_ = 0;
};

}  // namespace gaptv::cli
