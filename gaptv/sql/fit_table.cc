// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/fit_table.h"

#include "gaptv/base/error.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit_steps.h"
#include "gaptv/scan/fit_batches.h"
#include "gaptv/sql/sql_counter.h"

namespace gaptv::sql {

namespace {

// Does this with a counter of the rows, and the options resolved.
template <typename Use>
auto with_counter(const Dialect& dialect, const TableColumns& table, const FitOptions& given, const RunSql& run,
                  Progress* progress_or_null, const Use& use) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, table.features.size());
  if (table.outcome.empty()) throw InvalidInput("there is no outcome; name its column");
  progress.begin(Stage::read);
  const FitOptions options = resolve(given);
  SqlCounter counter(dialect, table, options, run, progress);
  progress.begin(Stage::grid);
  return use(counter, options, progress);
}

}  // namespace

Model fit_table(const Dialect& dialect, const TableColumns& table, const FitOptions& options, const RunSql& run,
                Progress* progress) {
  return with_counter(dialect, table, options, run, progress, fit_counter);
}

CountedRows count_table(const Dialect& dialect, const TableColumns& table, const FitOptions& options, const RunSql& run,
                        Progress* progress) {
  return with_counter(dialect, table, options, run, progress, count_counter);
}

}  // namespace gaptv::sql
