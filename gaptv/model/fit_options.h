// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/selection.h"
#include "gaptv/tv/empty_cell_rule.h"

namespace gaptv {

// How the number of bins is chosen.
enum class BinsRule { gap, gap_printed, cv, fixed };

// What a difference between neighbouring cells costs: the same everywhere, or less the farther they lie apart.
enum class EdgeRule { rank, metric };

// How a tree is pruned by the errors of its cross-validation: not at all; the smallest tree within one standard error
// of the smallest error; the smallest error.
enum class PruneRule { none, one_standard_error, minimum };

// The choices for trees (gaptv/baselines/cart/fit_cart.h). The defaults are those of R's rpart; the method cart-cv has
// its own where none is given: it grows the tree as far as it goes.
struct CartOptions {
  PruneRule prune = PruneRule::none;
  double cp = 0.01;                            // what a split has to save, as a share of the error of one value for all
  std::optional<std::size_t> min_split = {};   // a node with fewer rows is not split: 20; cart-cv: 2
  std::optional<std::size_t> min_bucket = {};  // no leaf has fewer rows: 7; cart-cv: 1
  std::size_t max_depth = 30;                  // the most splits above a leaf
  std::size_t folds = 10;                      // of the cross-validation that prunes
};

// Every choice a user can make, with its default. The command line and the bindings take their names from here.
struct FitOptions {
  std::string method = "gaptv";  // one of those of gaptv/baselines/method.h; fit() itself does not look at it
  // A loss as gaptv/loss/loss_choice.h reads it ("huber", "quantile=0.9"), one_vs_rest, or "auto": binomial for
  // outcomes that are two labels or nothing but 0 and 1, one_vs_rest for three labels or more, poisson if there are
  // exposures, gaussian otherwise.
  std::string loss = "auto";
  std::shared_ptr<const OutcomeLoss> own_loss = nullptr;  // the caller's own, instead of a named one
  WeightKind weight_kind = WeightKind::automatic;
  bool has_fractional_counts = false;  // with the loss poisson: outcomes need not be whole numbers
  BinsRule bins = BinsRule::gap;
  std::vector<std::size_t> fixed_bins = {};  // with BinsRule::fixed: one number for all axes, or one per axis
  std::size_t bins_min = 2;                  // the candidates of the other rules
  std::optional<std::size_t> bins_max = 50;  // none: automatic_bins_max() decides
  double finer = 1;  // with BinsRule::gap: the grid has so many times the bins that the gap statistic chooses
  EdgeRule edges = EdgeRule::rank;
  EmptyCellRule empty_cells = EmptyCellRule::nearest_to_mean;  // not looked at by losses of single outcomes
  LambdaRule lambda = LambdaRule::cv;
  double fixed_lambda = 0;     // with LambdaRule::fixed
  std::size_t lambdas = 50;    // the path: how many values, from lambda_max down to
  double lambda_ratio = 1000;  // lambda_max / lambda_ratio
  std::size_t folds = 5;
  RegionOptions regions = {};
  CartOptions cart = {};
  std::uint64_t seed = 0;
  std::size_t threads = 0;  // 0: every core; never changes the result
};

// "paper": the recipe of the paper, which is also what FitOptions holds at first. "best": what was measured to be more
// accurate with fewer regions (docs/presets.md). Sets bins_max, empty_cells, finer and regions only. Losses of single
// outcomes know neither empty_cells nor regions, which stay the paper's with them: set the loss before the preset.
// Throws InvalidInput for anything else.
void set_preset(FitOptions& options, const std::string& name);

// The rules as the user writes them: "gap", "gap-printed", "cv", "12", "12,30"; "cv", "cv-paired", "cv-1se", "aic",
// "bic", "0.5"; of bins_max "auto" or "80".
// Throw InvalidInput for anything else.
void set_bins(FitOptions& options, const std::string& text);
void set_lambda(FitOptions& options, const std::string& text);
void set_bins_max(FitOptions& options, const std::string& text);
std::string name_of(BinsRule rule);
std::string name_of(LambdaRule rule);
std::string name_of(EdgeRule rule);

// "auto", "copies" or "precision"; "rank" or "metric"; "mean" or "middle". Throw InvalidInput for anything else.
void set_weight_kind(FitOptions& options, const std::string& text);
void set_edges(FitOptions& options, const std::string& text);
void set_empty_cells(FitOptions& options, const std::string& text);

// A number from 0 to 1, or "cv". Throws InvalidInput for anything else.
void set_relax(FitOptions& options, const std::string& text);

// "none", "1se" or "min". Throws InvalidInput for anything else.
void set_prune(FitOptions& options, const std::string& text);
std::string name_of(PruneRule rule);

// The most bins that a rule tries where no number is given. With one feature a bin costs little: a fifth of the rows,
// but at least 50, at most 400 and no more than there are distinct values. With two or three, 50: more did not pay
// (docs/presets.md).
std::size_t automatic_bins_max(const DataView& data);

// The numbers of bins that a rule tries for so many observations; those of a fixed grid, one per axis.
std::vector<std::size_t> candidate_bins(const FitOptions& options, double observations);
std::vector<std::size_t> bins_per_axis(const FitOptions& options, std::size_t axes);

// Throws InvalidInput, naming the option and what it may be, unless the options make sense together for this many
// features.
void check(const FitOptions& options, std::size_t features);

}  // namespace gaptv
