// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/cells/counted_source.h"
#include "gaptv/data/observations.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/row_source.h"

namespace gaptv {
namespace {

[[noreturn]] void refuse(const std::string& asked, const std::string& counted, const std::string& remedy) {
  throw InvalidInput("the fit asks for " + asked + ", but the cell table was made with " + counted + "; " + remedy +
                     ", or make the table anew");
}

// What the user leaves open is as it was when the rows were counted; anything else must agree with that.
FitOptions take_options_of(const CountedRows& rows, FitOptions options) {
  const SourceSummary& summary = rows.summary;
  const std::string loss(summary.loss->name());
  if (options.loss != "auto" && options.loss != loss) refuse("the loss " + options.loss, loss, "leave out `loss`");
  if (options.weight_kind != WeightKind::automatic && options.weight_kind != summary.weight_kind) {
    refuse("weights of the kind " + std::string(name_of(options.weight_kind)),
           summary.has_weights ? "the kind " + std::string(name_of(summary.weight_kind)) : "none",
           "leave out `weight_kind`");
  }
  if (options.seed == FitOptions().seed) options.seed = rows.seed;
  if (options.seed != rows.seed) {
    refuse("the seed " + std::to_string(options.seed), "seed " + std::to_string(rows.seed), "leave out `seed`");
  }
  // Without folds nothing can be held out.
  if (summary.folds <= 1 && !chooses_by_folds(resolve(options))) options.held_out = HeldOutRule::off;
  if (!options.folds && summary.folds > 1) options.folds = summary.folds;
  const std::size_t folds = count_folds(resolve(options));
  if (folds > 1 && folds != summary.folds) {
    refuse(std::to_string(folds) + " folds", summary.folds > 1 ? std::to_string(summary.folds) + " folds" : "none",
           summary.folds > 1 ? "leave out `folds`" : "choose lambda without cross-validation (`lambda=bic`)");
  }
  return options;
}

}  // namespace

Model fit_counted_rows(const CountedRows& rows, const FitOptions& given, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  const FitOptions taken = take_options_of(rows, given);
  check(taken, rows.axes.size());
  progress.begin(Stage::grid);
  const FitOptions options = resolve(taken);
  const GridPenalty total_variation{"gaptv", tv_solver_maker(options), std::string(name_of(*options.empty_cells))};
  return fit_source(CountedSource(rows, count_folds(options)), options, total_variation, progress);
}

}  // namespace gaptv
