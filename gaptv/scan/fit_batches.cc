// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/fit_batches.h"

#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/cells/count_source.h"
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

// Rows of a counter, to be counted into a table of cells.
class ScannedCells final : public CountableRows {
 public:
  ScannedCells(RowCounter& counter, Progress& progress) : counter_(counter), source_(counter), progress_(progress) {}

  const TableSource& source() const override { return source_; }
  std::vector<int> fold_scales() const override { return counter_.fold_scales(); }
  std::vector<RowDeviance> deviances() const override { return counter_.row_deviances(progress_); }
  void count_cells(CountedRows& counted, Progress& progress) override {
    CountRequest request{{}, true, true};
    for (const CountedAxis& axis : counted.axes) request.edges.push_back(axis.edges);
    if (counted.folds.empty()) counted.folds = counter_.count({request}, progress)[0];
    request.by_fold = request.by_exposure = false;
    if (!counted.summary.exposure_name.empty()) counted.copies = counter_.count({request}, progress)[0][0];
  }

 private:
  RowCounter& counter_;
  ScannedSource source_;
  Progress& progress_;
};

// Does this with a counter of the rows, and the options resolved.
template <typename Use>
auto with_counter(RowBatches& rows, MissingRule missing, const FitOptions& given, Progress* progress_or_null,
                  const Use& use) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, rows.columns().features.size());
  check_classes_need_no_rows(rows.columns(), given);
  progress.begin(Stage::read);
  const FitOptions options = resolve(given);
  BatchCounter counter(rows, missing, options, progress);
  progress.begin(Stage::grid);
  return use(counter, options, progress);
}

}  // namespace

Model fit_counter(RowCounter& counter, const FitOptions& options, Progress& progress) {
  const GridPenalty total_variation{"gaptv", tv_solver_maker(options), std::string(name_of(*options.empty_cells))};
  return fit_source(ScannedSource(counter), options, total_variation, progress);
}

CountedRows count_counter(RowCounter& counter, const FitOptions& options, Progress& progress) {
  ScannedCells cells(counter, progress);
  return count_source(cells, options, progress);
}

Model fit_batches(RowBatches& rows, MissingRule missing, const FitOptions& options, Progress* progress) {
  return with_counter(rows, missing, options, progress, fit_counter);
}

CountedRows count_batches(RowBatches& rows, MissingRule missing, const FitOptions& options, Progress* progress) {
  return with_counter(rows, missing, options, progress, count_counter);
}

}  // namespace gaptv
