// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/sql/dialect.h"
#include "gaptv/sql/sql_answer.h"
#include "gaptv/sql/table_columns.h"

namespace gaptv::sql {

// Fits rows of a database where they are: statements count them, and only their answers are fetched. The model is that
// of the same rows in memory but for rounding (the last digits of its values), for notes on rows that look unusual, and
// for the hash of the rows, which is one of what was counted. Throws InvalidInput where the data or the options are
// refused, and for losses and methods that need the rows themselves.
GAPTV_API Model fit_table(const Dialect& dialect, const TableColumns& table, const FitOptions& options,
                          const RunSql& run, Progress* progress = nullptr);

// Counts them into a table of cells instead (gaptv/cells/counted_rows.h), which a fit takes later or elsewhere.
GAPTV_API CountedRows count_table(const Dialect& dialect, const TableColumns& table, const FitOptions& options,
                                  const RunSql& run, Progress* progress = nullptr);

}  // namespace gaptv::sql
