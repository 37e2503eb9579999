// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/fit_batches.h"

#include <string>

#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit.h"
#include "gaptv/scan/batch_counter.h"
#include "gaptv/scan/scanned_source.h"

namespace gaptv {

Model fit_counter(RowCounter& counter, const FitOptions& options, Progress& progress) {
  const GridPenalty total_variation{"gaptv", tv_solver_maker(options), std::string(name_of(*options.empty_cells))};
  return fit_source(ScannedSource(counter), options, total_variation, progress);
}

Model fit_batches(RowBatches& rows, MissingRule missing, const FitOptions& given, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, rows.columns().features.size());
  progress.begin(Stage::read);
  const FitOptions options = resolve(given);
  BatchCounter counter(rows, missing, options, progress);
  progress.begin(Stage::grid);
  return fit_counter(counter, options, progress);
}

}  // namespace gaptv
