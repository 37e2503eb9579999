// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/fit_batches.h"

#include <string>

#include "gaptv/base/error.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit.h"
#include "gaptv/scan/batch_counter.h"
#include "gaptv/scan/scanned_source.h"

namespace gaptv {

namespace {

// Two classes have one surface; of more each has its own, and is fitted to all rows.
void check_classes_need_no_rows(const BatchColumns& columns, const FitOptions& options) {
  constexpr std::size_t most_classes = 2;
  if (options.loss != "auto" || columns.classes.size() <= most_classes) return;
  throw InvalidInput("outcome '" + columns.outcome + "' has " + std::to_string(columns.classes.size()) +
                     " labels, and each is fitted against the rest with the rows in memory, where they have no room: "
                     "allow more (`memory`), or fit a sample of the rows");
}

}  // namespace

Model fit_counter(RowCounter& counter, const FitOptions& options, Progress& progress) {
  const GridPenalty total_variation{"gaptv", tv_solver_maker(options), std::string(name_of(*options.empty_cells))};
  return fit_source(ScannedSource(counter), options, total_variation, progress);
}

Model fit_batches(RowBatches& rows, MissingRule missing, const FitOptions& given, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, rows.columns().features.size());
  check_classes_need_no_rows(rows.columns(), given);
  progress.begin(Stage::read);
  const FitOptions options = resolve(given);
  BatchCounter counter(rows, missing, options, progress);
  progress.begin(Stage::grid);
  return fit_counter(counter, options, progress);
}

}  // namespace gaptv
