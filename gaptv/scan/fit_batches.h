// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/scan/row_batches.h"
#include "gaptv/scan/row_counter.h"

namespace gaptv {

// Fits rows that need not fit into memory: they are looked through several times, and only cells are kept. The model is
// that of the same rows in memory but for rounding (the last digits of its values), for notes on rows that look
// unusual, and for the hash of rows with weights of the kind precision. Throws InvalidInput where the data or the
// options are refused, and for losses and methods that need the rows themselves.
GAPTV_API Model fit_batches(RowBatches& rows, MissingRule missing, const FitOptions& options,
                            Progress* progress = nullptr);

// Counts rows that need not fit into memory into a table of cells (count_rows()).
GAPTV_API CountedRows count_batches(RowBatches& rows, MissingRule missing, const FitOptions& options,
                                    Progress* progress = nullptr);

// Fits rows that a counter looks through; the options are resolved, and those that it was made with.
Model fit_counter(RowCounter& counter, const FitOptions& options, Progress& progress);

// Counts them into a table of cells instead.
CountedRows count_counter(RowCounter& counter, const FitOptions& options, Progress& progress);

}  // namespace gaptv
