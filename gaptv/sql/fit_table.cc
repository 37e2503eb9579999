// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/fit_table.h"

#include "gaptv/base/error.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit_steps.h"
#include "gaptv/scan/fit_batches.h"
#include "gaptv/sql/sql_counter.h"

namespace gaptv::sql {

Model fit_table(const Dialect& dialect, const TableColumns& table, const FitOptions& given, const RunSql& run,
                Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, table.features.size());
  if (table.outcome.empty()) throw InvalidInput("there is no outcome; name its column");
  progress.begin(Stage::read);
  const FitOptions options = resolve(given);
  SqlCounter counter(dialect, table, options, run, progress);
  progress.begin(Stage::grid);
  return fit_counter(counter, options, progress);
}

}  // namespace gaptv::sql
