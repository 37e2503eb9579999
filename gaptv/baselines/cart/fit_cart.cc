// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/fit_cart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/base/version.h"
#include "gaptv/baselines/cart/impurity.h"
#include "gaptv/baselines/cart/model.h"
#include "gaptv/baselines/cart/pruning.h"
#include "gaptv/baselines/cart/rows.h"
#include "gaptv/baselines/cart/tree.h"
#include "gaptv/baselines/cart/validation.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/observations.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/model/classes.h"
#include "gaptv/model/fit_classes.h"
#include "gaptv/model/fit_notes.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/outcome.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

// What distinguishes the methods of this file.
struct TreePlan {
  std::string method;
  PruneRule prune;
  double cp;
  std::size_t folds;        // 0: no cross-validation
  std::string lambda_rule;  // as the record has it
  std::optional<std::size_t> most_leaves = {};
};

// A number of leaves takes the place of a price of leaves.
TreePlan plan_of_best_first(std::size_t most_leaves) {
  return {.method = "cart",
          .prune = PruneRule::none,
          .cp = 0,
          .folds = 0,
          .lambda_rule = "regions",
          .most_leaves = most_leaves};
}

TreePlan plan_of_cart(const FitOptions& options) {
  if (options.regions.rule == RegionsRule::at_most) return plan_of_best_first(options.regions.at_most);
  const bool is_pruned = options.prune != PruneRule::none;
  return {.method = "cart",
          .prune = options.prune,
          .cp = options.cp,
          .folds = is_pruned ? *options.folds : 0,
          .lambda_rule = is_pruned ? name_of(options.prune) : "cp"};
}

TreePlan plan_of_cart_cv(const FitOptions& options) {
  return {.method = "cart-cv", .prune = PruneRule::minimum, .cp = 0, .folds = *options.folds, .lambda_rule = "cv"};
}

// An offset of this many spreads still leaves outcomes 32 of their 52 bits, and nothing is gained by taking it away.
constexpr double largest_harmless_offset = 1048576;

// The units in which a tree is grown. Outcomes without a large offset keep it, so that sums round as they do in rpart
// and splits that are equally good but for rounding are chosen as there; the unit is a power of two and rounds nothing.
OutcomeScale scale_of_tree(const DataView& data, std::size_t threads) {
  OutcomeScale scale = outcome_scale(data, threads);
  if (std::abs(scale.center) <= largest_harmless_offset * scale.unit) scale.center = 0;
  return scale;
}

// The tree that was chosen, in scaled outcomes.
struct ChosenTree {
  CartTree tree;
  double alpha = 0;
  double alpha_max = 0;  // from here on there is one leaf
  PruningTable table;
  std::optional<CartErrors> errors;  // with cross-validation
  double risk = 0;                   // of the leaves
};

double risk_of_leaves(const CartTree& tree) {
  double risk = 0;
  for (const CartNode& node : tree.nodes) risk += node.is_leaf() ? node.risk : 0.0;
  return risk;
}

ChosenTree choose_tree(const DataView& data, CartRows rows, const FoldAssignment& folds, const TreePlan& plan,
                       const FitOptions& options, Progress& progress) {
  ChosenTree chosen;
  std::optional<CartRows> to_validate;  // growing uses its rows up
  if (plan.folds > 0) to_validate = rows.copy();
  const double root_risk = summarise(rows, {rows.by_feature.front().data(), rows.count()}).risk;
  const CartLimits limits = {.min_split = *options.min_split,
                             .min_bucket = *options.min_bucket,
                             .max_depth = options.max_depth,
                             .smallest_risk = plan.cp * root_risk,
                             .most_leaves = plan.most_leaves};
  const CartTree grown = grow_tree(std::move(rows), limits, options.threads, progress);
  const std::vector<double> points = collapse_points(grown);
  chosen.alpha = limits.smallest_risk;
  chosen.table = pruning_table(grown, points, chosen.alpha);
  chosen.alpha_max = chosen.table.alpha.front();
  if (to_validate) {
    chosen.errors = cross_validate_tree(data, *to_validate, folds, chosen.table, limits, options.threads, progress);
    chosen.alpha =
        chosen.table.alpha[plan.prune == PruneRule::minimum ? chosen.errors->best()
                                                            : chosen.errors->best_within_one_standard_error()];
  }
  // Splits that make no class wrong less often are worth nothing to a pruned tree; a number of leaves counts them.
  chosen.tree = plan.most_leaves ? grown : prune(grown, points, chosen.alpha);
  chosen.risk = risk_of_leaves(chosen.tree);
  return chosen;
}

// What a tree's surfaces have in common, in the units of the outcome.
SurfaceRecord record_of_tree(const ChosenTree& chosen, const FoldAssignment& folds, double unit) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const double squared_unit = unit * unit;
  const double total_weight = chosen.tree.nodes.front().weight;
  SurfaceRecord record;
  record.input_hash = hexadecimal_text(folds.content_hash);
  record.lambda = chosen.alpha * squared_unit;
  record.lambda_max = chosen.alpha_max * squared_unit;
  record.leaves = chosen.tree.leaves();
  const double cost = chosen.risk + chosen.alpha * static_cast<double>(chosen.tree.leaves());
  record.certificate = {cost * squared_unit, none, none};
  record.cv.worst_relative_gap = none;
  if (!chosen.errors) return record;
  for (std::size_t i = 0; i < chosen.table.alpha.size(); ++i) {
    record.cv.lambdas.push_back(chosen.table.alpha[i] * squared_unit);
    record.cv.mean.push_back(chosen.errors->sum[i] / total_weight * squared_unit);
    record.cv.standard_error.push_back(chosen.errors->standard_error[i] / total_weight * squared_unit);
  }
  return record;
}

FitRecord record_of_fit(const ChosenTree& chosen, const TreePlan& plan, const DataView& data, const CellLoss& loss) {
  FitRecord record;
  record.version = version();
  record.method = plan.method;
  record.loss = loss.name();
  record.outcome = data.outcome_name;
  record.weight = data.weight_name;
  record.classes = data.classes;
  record.dropped_rows = data.dropped_rows;
  record.reading = data.reading;
  record.bins_rule = "splits";
  record.lambda_rule = plan.lambda_rule;
  record.folds = plan.folds;
  record.empty_cell_rule = "leaf";
  record.total_weight = chosen.tree.nodes.front().weight;
  return record;
}

// The surface of one output of the tree: of the mean, or of the share of a class.
Surface surface_of_output(const ChosenTree& chosen, std::size_t output, const Grid& grid, const CellTable& table,
                          const CellLoss& loss, const OutcomeScale& scale, SurfaceRecord record) {
  Surface surface;
  surface.grid = grid;
  surface.record = std::move(record);
  const double total_weight = chosen.tree.nodes.front().weight;
  std::vector<double> fitted;
  for (const std::uint32_t leaf : leaf_of_cells(chosen.tree, grid)) {
    fitted.push_back(chosen.tree.values_of(leaf)[output]);
  }
  keep_inside(loss, total_weight, fitted);
  const double squared_unit = scale.unit * scale.unit;
  surface.record.train_deviance = deviance(loss, table, fitted) * squared_unit;
  surface.record.train_rmse = std::sqrt(deviance(squared_loss(), table, fitted) / total_weight) * scale.unit;
  for (double& value : fitted) value = scale.to_outcome(value);
  loss.to_link(fitted);
  surface.beta = std::move(fitted);
  surface.cells = table.cells;
  for (CellStats& cell : surface.cells) {
    if (cell.weight <= 0) continue;
    cell.mean = scale.to_outcome(cell.mean);
    cell.scatter *= squared_unit;
  }
  find_regions(surface, loss.name());
  return surface;
}

// What is known of the rows, and how the fit was asked for.
void record_rows(const DataView& given, const Observations& observations, const FitOptions& options,
                 FitRecord& record) {
  record.rows = given.rows();
  record_observations(observations, record);
  record.options = recorded_options(options);
}

void add_notes(const Grid& grid, const Observations& observations, std::vector<std::string>& notes) {
  notes.insert(notes.end(), observations.notes().begin(), observations.notes().end());
  for (const Axis& axis : grid.axes) {
    if (axis.lowest == axis.highest) {
      notes.push_back("feature '" + axis.name + "' is constant: it has one bin and no influence");
    } else if (axis.edges.empty()) {
      notes.push_back("the tree does not use feature '" + axis.name + "'");
    }
  }
  if (observations.kind() == WeightKind::precision) {
    notes.emplace_back("`min_split` and `min_bucket` count rows, whatever their weights, as rpart does");
  }
}

void check_loss(const TreePlan& plan, const FitOptions& options) {
  const std::string name = name_of_loss(options);
  if (name == "auto" || loss_named(name)->trees() != TreeRule::none) return;
  throw InvalidInput("the method " + plan.method + " has no trees for the loss " + name + "; use " +
                     names_of_losses_with_trees() + ", or the method gaptv (`method=gaptv`)");
}

void check_regions(const FitOptions& options) {
  if (options.regions.needs_held_out_error()) {
    throw InvalidInput(
        "the method cart takes a number of leaves (`regions=10`), no rule; a rule by the error on held-out rows is "
        "`prune`, for the tree as rpart grows it");
  }
  if (options.regions.rule == RegionsRule::at_most && options.prune != PruneRule::none) {
    throw InvalidInput(
        "`regions` says how many leaves there are at most, `prune` chooses their number; give one of them");
  }
}

void check_exposure(const DataView& data, const TreePlan& plan) {
  if (data.exposure.empty()) return;
  throw InvalidInput("the method " + plan.method +
                     " has no trees for counts with an exposure; leave the exposure out, or use the method gaptv "
                     "(`method=gaptv`)");
}

void check_folds(const DataView& data, const TreePlan& plan) {
  if (plan.folds <= data.rows() || !data.weight.empty()) return;
  throw InvalidInput(std::to_string(data.rows()) + " rows are fewer than the " + std::to_string(plan.folds) +
                     " folds of the cross-validation; use fewer folds (`folds`), or the tree as it is grown "
                     "(`method=cart`, `prune=none`)");
}

// A tree, and what it was made with.
struct FittedTree {
  FoldAssignment folds;
  ChosenTree chosen;
  Grid grid;
};

// Folds go by the content of the rows as they were given; the tree is grown on scaled outcomes. classes: 0 for numbers.
FittedTree fit_tree(const DataView& data, const DataView& scaled, std::size_t classes, const TreePlan& plan,
                    const FitOptions& options, Progress& progress) {
  CartRows rows = sort_rows(scaled, classes, options.threads, progress);
  FittedTree fitted;
  const FoldOptions folds = {.folds = std::max<std::size_t>(plan.folds, 1),
                             .seed = options.seed,
                             .is_discrete = classes > 0,
                             .threads = options.threads};
  fitted.folds = assign_folds(data, folds, progress);
  progress.begin(Stage::select);
  fitted.chosen = choose_tree(scaled, std::move(rows), fitted.folds, plan, options, progress);
  progress.begin(Stage::solve);
  fitted.grid = grid_of_tree(fitted.chosen.tree, data);
  return fitted;
}

Model fit_one(const DataView& given, const TreePlan& plan, const FitOptions& options, Progress& progress) {
  const OutcomeData outcome(given, name_of_loss(options));
  const Observations observations(outcome.view(), options.weight_kind, outcome.has_trials());
  const DataView& data = observations.view();
  const bool is_classes = outcome.loss().trees() == TreeRule::wrong_classes;
  // Classes are whole numbers: nothing to scale.
  const OutcomeScale scale = is_classes ? OutcomeScale() : scale_of_tree(data, options.threads);
  std::vector<double> scaled(data.rows());
  for (std::size_t row = 0; row < scaled.size(); ++row) scaled[row] = scale.to_scaled(data.outcome[row]);
  DataView view = data;
  view.outcome = scaled;
  const auto [folds, chosen, grid] = fit_tree(data, view, is_classes ? 2 : 0, plan, options, progress);
  const CellTable table = tabulate_rows(grid, data, scale, options.threads, progress);
  Model model;
  model.surfaces = {surface_of_output(chosen, is_classes ? 1 : 0, grid, table, outcome.loss(), scale,
                                      record_of_tree(chosen, folds, scale.unit))};
  model.record = record_of_fit(chosen, plan, data, outcome.loss());
  record_rows(given, observations, options, model.record);
  model.record.train_rmse = model.surfaces.front().record.train_rmse;
  model.record.train_deviance = model.surfaces.front().record.train_deviance;
  model.record.notes = notes_on_rows(given);
  model.record.notes.insert(model.record.notes.end(), outcome.notes().begin(), outcome.notes().end());
  add_notes(grid, observations, model.record.notes);
  return model;
}

Model fit_several(const DataView& given, const TreePlan& plan, const FitOptions& options, Progress& progress) {
  const Observations observations(given, options.weight_kind);
  const DataView& data = observations.view();
  check_classes(data);
  const std::vector<std::size_t> class_of_row = class_of_rows(data.classes, data);
  const auto [folds, chosen, grid] = fit_tree(data, data, data.classes.size(), plan, options, progress);
  Model model;
  model.record = record_of_fit(chosen, plan, data, loss_of_each_class());
  record_rows(given, observations, options, model.record);
  model.record.notes = notes_on_rows(given);
  model.record.notes.push_back("outcome '" + data.outcome_name + "' has " + std::to_string(data.classes.size()) +
                               " labels: one tree for all, and a model for the share of each");
  add_notes(grid, observations, model.record.notes);
  for (std::size_t k = 0; k < data.classes.size(); ++k) {
    const std::vector<double> outcome = membership(class_of_row, k);
    DataView against_rest = data;
    against_rest.outcome = outcome;
    const CellTable table = tabulate_rows(grid, against_rest, {}, options.threads, progress);
    model.surfaces.push_back(
        surface_of_output(chosen, k, grid, table, loss_of_each_class(), {}, record_of_tree(chosen, folds, 1)));
    model.surfaces.back().label = data.classes[k];
  }
  record_class_errors(model, class_of_row, data, options.threads);
  return model;
}

// The options of a fit by this method, checked and resolved.
FitOptions options_of_tree(const DataView& data, FitOptions options, const std::string& method) {
  options.method = method;
  check(options, data.features.size());
  return resolve(std::move(options));
}

Model fit_by_plan(const TreePlan& plan, const DataView& data, const FitOptions& options, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_loss(plan, options);
  progress.begin(Stage::grid);
  check(data, options.threads);
  check_exposure(data, plan);
  check_folds(data, plan);
  if (is_for_classes(data, options)) return fit_several(data, plan, options, progress);
  return fit_one(data, plan, options, progress);
}

}  // namespace

Model fit_cart(const DataView& data, const FitOptions& options, Progress* progress) {
  const FitOptions resolved = options_of_tree(data, options, "cart");
  check_regions(resolved);
  return fit_by_plan(plan_of_cart(resolved), data, resolved, progress);
}

Model fit_cart_cv(const DataView& data, const FitOptions& options, Progress* progress) {
  const FitOptions resolved = options_of_tree(data, options, "cart-cv");
  return fit_by_plan(plan_of_cart_cv(resolved), data, resolved, progress);
}

}  // namespace gaptv
