// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv::cli {

// Says which rows a fit reads, and what they may take.
struct FitRows {
  std::string file;
  CsvOptions columns;
  std::string memory = {};         // a size; empty: half of what this program may use
  bool are_shown_in_page = false;  // so that they have to be in memory
};

// Holds the rows of a fit: in memory or, where they have no room, in batches.
struct FitData {
  Dataset data;
  std::unique_ptr<RowBatches> batches = {};  // null: they are in memory
};

// Reads the rows of a CSV file, or of files of Parquet or Arrow. The progress outlives them.
FitData read_fit_rows(const FitRows& rows, const FitOptions& options, Progress& progress);

Model fit_rows(const FitData& rows, const FitRows& wanted, const FitOptions& options, Progress& progress);

}  // namespace gaptv::cli
