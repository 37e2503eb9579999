// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/base/version.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/binned_rows.h"
#include "gaptv/loss/loss.h"
#include "gaptv/model/outcome.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/select/selection.h"
#include "gaptv/tv/certificate.h"
#include "gaptv/tv/empty_cells.h"
#include "gaptv/tv/grid_solver.h"

namespace gaptv {
namespace {

std::string to_hexadecimal(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4U) digits[i] = "0123456789abcdef"[number & 15U];
  return digits;
}

bool uses_cross_validation(const FitOptions& options) {
  return options.bins == BinsRule::cv || options.lambda == LambdaRule::cv || options.lambda == LambdaRule::cv_1se;
}

void check_rows(const DataView& data, const FitOptions& options) {
  if (!uses_cross_validation(options) || data.rows() >= options.folds || !data.weight.empty()) return;
  throw InvalidInput(std::to_string(data.rows()) + " rows are fewer than the " + std::to_string(options.folds) +
                     " folds of the cross-validation; use fewer folds (--folds) or another rule for lambda "
                     "(--lambda aic, bic or a number)");
}

std::vector<std::size_t> candidate_bins(const FitOptions& options, double observations) {
  std::vector<std::size_t> candidates;
  for (std::size_t q = options.bins_min; q <= options.bins_max && static_cast<double>(q) <= observations; ++q) {
    candidates.push_back(q);
  }
  return candidates;
}

std::vector<std::size_t> bins_per_axis(const FitOptions& options, std::size_t axes) {
  return options.fixed_bins.size() == 1 ? std::vector<std::size_t>(axes, options.fixed_bins.front())
                                        : options.fixed_bins;
}

// Refuses grids that would not fit into memory, before any work is done.
void check_cells(const FitOptions& options, std::size_t axes, const std::vector<std::size_t>& candidates) {
  constexpr double most_cells = 2e7;
  double cells = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    cells *= static_cast<double>(options.bins == BinsRule::fixed ? bins_per_axis(options, axes)[axis]
                                 : candidates.empty()            ? 1
                                                                 : candidates.back());
  }
  if (cells <= most_cells) return;
  throw InvalidInput("a grid of " + std::to_string(static_cast<std::size_t>(cells)) +
                     " cells is more than the 20 million that are allowed; ask for fewer bins (--bins, --bins-max)");
}

// What the null model of the loss needs to know.
NullSample null_sample(const DataView& data, const Loss& loss, std::uint64_t seed) {
  NullSample sample;
  sample.observations = total_weight(data);
  sample.seed = seed;
  if (loss.has_identity_link()) return sample;  // the rest would cost a pass over the rows
  double sum = 0;
  double weight = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double row_weight = data.size_of(row);
    sum += row_weight * data.outcome[row];
    weight += row_weight;
  }
  sample.mean = sum / weight;
  // Rows picked by a hash: no pattern in their order can make them unlike the rest.
  constexpr std::size_t most_exposures = 10000;
  for (std::size_t i = 0; i < std::min(most_exposures, data.exposure.size); ++i) {
    sample.exposure.push_back(data.exposure[data.rows() <= most_exposures ? i : mix64(i) % data.rows()]);
  }
  return sample;
}

// A grid with its fold tables' selection.
struct Candidate {
  Grid grid;
  Selection selection;
};

class Selector {
 public:
  Selector(const BinnedRows& rows, const FoldAssignment& folds, const OutcomeScale& scale, const SelectOptions& options)
      : rows_(rows), folds_(folds), scale_(scale), options_(options) {}

  Candidate at(const std::vector<std::size_t>& bins, Progress& progress) const {
    Candidate candidate{rows_.grid(bins), {}};
    candidate.selection = select_lambda(
        rows_.tabulate_folds(candidate.grid, folds_, scale_, options_.threads, progress), options_, progress);
    return candidate;
  }

  // The number of bins with the smallest held-out error; ties go to the smaller one.
  Candidate best_by_cv(const std::vector<std::size_t>& bins, Progress& progress) const {
    Candidate best;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      WithoutStages quiet(progress);
      Candidate next = at(std::vector<std::size_t>(rows_.dimensions(), bins[i]), quiet);
      if (i == 0 || next.selection.error < best.selection.error) best = std::move(next);
      progress.advance(static_cast<double>(i + 1) / static_cast<double>(bins.size()));
    }
    return best;
  }

 private:
  // Passes on the wish to stop, but not the progress of a part.
  class WithoutStages : public Progress {
   public:
    explicit WithoutStages(Progress& whole) : whole_(whole) {}
    bool should_stop() override { return whole_.should_stop(); }

   private:
    Progress& whole_;
  };

  const BinnedRows& rows_;
  const FoldAssignment& folds_;
  const OutcomeScale& scale_;
  const SelectOptions& options_;
};

// Brings what was computed on scaled outcomes back to the units of the outcome.
void unscale(Model& model, const OutcomeScale& scale) {
  const double squared_unit = scale.unit * scale.unit;
  FitRecord& record = model.record;
  record.lambda *= scale.unit;
  record.lambda_max *= scale.unit;
  for (double& lambda : record.cv.lambdas) lambda *= scale.unit;
  for (double& error : record.cv.mean) error *= squared_unit;
  for (double& error : record.cv.standard_error) error *= squared_unit;
  record.certificate.objective *= squared_unit;
  record.train_rmse *= scale.unit;
  record.train_deviance *= squared_unit;
  for (CellStats& cell : model.cells) {
    if (cell.weight <= 0) continue;
    cell.mean = scale.to_outcome(cell.mean);
    cell.scatter *= squared_unit;
  }
}

void add_notes(const DataView& data, Model& model) {
  std::vector<std::string>& notes = model.record.notes;
  for (const Axis& axis : model.grid.axes) {
    if (axis.lowest == axis.highest) {
      notes.push_back("feature '" + axis.name + "' is constant: it has one bin and no influence");
    } else if (axis.bins() < axis.bins_requested) {
      notes.push_back("feature '" + axis.name + "': repeated values leave " + std::to_string(axis.bins()) + " of " +
                      std::to_string(axis.bins_requested) + " bins");
    }
  }
  if (model.record.lambda_max == 0) notes.emplace_back("every cell has the same mean outcome: the fit is one plateau");
  if (!data.weight.empty() && model.record.total_weight < static_cast<double>(data.rows())) {
    notes.emplace_back(
        "the weights add up to less than the number of rows; a weight counts copies of a row, so rescale weights that "
        "are "
        "meant as shares");
  }
}

}  // namespace

Model fit(const DataView& given, const FitOptions& options, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check(options, given.features.size());
  progress.begin(Stage::grid);
  check(given, options.threads);
  check_rows(given, options);
  const OutcomeData outcome(given, options.loss);
  const DataView& data = outcome.view();
  const Loss& loss = outcome.loss();
  Model model;
  FitRecord& record = model.record;
  const std::size_t axes = data.features.size();
  // Probabilities and rates stay what they are: their logarithms know no other unit.
  const OutcomeScale scale = loss.has_identity_link() ? outcome_scale(data, options.threads) : OutcomeScale{};
  const std::vector<std::size_t> candidates = candidate_bins(options, total_weight(data));
  std::vector<std::vector<std::size_t>> bins_needed(axes, candidates);
  if (options.bins == BinsRule::fixed) {
    const std::vector<std::size_t> fixed = bins_per_axis(options, axes);
    for (std::size_t axis = 0; axis < axes; ++axis) bins_needed[axis].push_back(fixed[axis]);
  }
  check_cells(options, axes, candidates);
  const BinnedRows rows(data, bins_needed, options.threads, progress);
  const FoldAssignment folds =
      assign_folds(data, uses_cross_validation(options) ? options.folds : 1, options.seed, options.threads, progress);

  progress.begin(Stage::gap);
  const GapFormula formula =
      options.bins == BinsRule::gap_printed ? GapFormula::as_printed : GapFormula::mean_pair_distance;
  const double reference = loss.gap_reference(null_sample(data, loss, options.seed));
  record.gap = gap_curve(rows, scale, {candidates, formula, reference, options.threads}, progress);

  progress.begin(Stage::select);
  // Any lambda beyond the cap is far above lambda_max, whatever the data.
  const SelectOptions select_options = {options.lambda,     &loss,
                                        total_weight(data), std::min(options.fixed_lambda / scale.unit, 1e200),
                                        options.lambdas,    options.lambda_ratio,
                                        options.threads};
  const Selector selector(rows, folds, scale, select_options);
  std::vector<std::size_t> bins(axes, 1);
  if (options.bins == BinsRule::fixed) {
    bins = bins_per_axis(options, axes);
  } else if (!candidates.empty()) {
    bins.assign(axes, choose_bins(record.gap));
  }
  Candidate chosen = options.bins == BinsRule::cv && !candidates.empty() ? selector.best_by_cv(candidates, progress)
                                                                         : selector.at(bins, progress);

  progress.begin(Stage::solve);
  Selection& selection = chosen.selection;
  GridSolver solver(tv_problem(selection.table, loss));
  const Solution solution = solver.solve(selection.lambda);
  record.certificate = certify(solver.problem(), solution, loss);
  require_optimal(record.certificate);

  model.grid = std::move(chosen.grid);
  record.version = version();
  record.loss = loss.name();
  record.outcome = data.outcome_name;
  record.exposure = data.exposure_name;
  record.classes = data.classes;
  record.rows = given.rows();
  record.dropped_rows = data.dropped_rows;
  record.total_weight = total_weight(selection.table);
  record.input_hash = to_hexadecimal(folds.content_hash);
  record.seed = options.seed;
  record.bins_rule = name_of(options.bins);
  record.lambda_rule = name_of(options.lambda);
  record.lambda = selection.lambda;
  record.lambda_max = selection.lambda_max;
  record.folds = folds.folds > 1 ? folds.folds : 0;
  record.cv = std::move(selection.cv);
  record.empty_cell_rule = empty_cell_rule;
  std::vector<double> fitted = solution.beta;
  keep_inside(loss, record.total_weight, fitted);
  record.train_deviance = deviance(loss, selection.table, fitted);
  record.train_rmse = std::sqrt(deviance(squared_loss(), selection.table, fitted) / record.total_weight);
  for (double& value : fitted) value = scale.to_outcome(value);
  loss.to_link(fitted);
  model.beta = std::move(fitted);
  model.cells = std::move(selection.table.cells);
  unscale(model, scale);
  if (options.lambda == LambdaRule::fixed) record.lambda = options.fixed_lambda;
  find_plateaus(model);
  record.notes = outcome.notes();
  add_notes(given, model);
  return model;
}

Model fit(const Dataset& data, const FitOptions& options, Progress* progress) {
  return fit(data.view(), options, progress);
}

}  // namespace gaptv
