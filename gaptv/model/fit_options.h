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

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/selection.h"
#include "gaptv/tv/empty_cell_rule.h"

namespace gaptv {

// Says how the number of bins is chosen.
enum class BinsRule { gap, gap_printed, cv, fixed };

// Says whether all features have the number of bins that the rule chose, or each one of its own that predicts held-out
// rows better.
enum class AxisBinsRule { equal, own };

// Says what a difference between neighbouring cells costs: the same everywhere, or less the farther they lie apart.
enum class EdgeRule { rank, metric };

// Says how a tree is pruned by the errors of its cross-validation: not at all, to the smallest tree within one standard
// error of the smallest error, or to the tree with the smallest error.
enum class PruneRule { none, one_standard_error, minimum };

// Says how the error on held-out rows is measured: by repeating the recipe without the rows of each fold, with the bins
// and lambda of all rows; by choosing these anew as well; or not at all.
enum class HeldOutRule { recipe, nested, off };

// Holds every choice that a user can make. What is left open (no value) is settled by resolve(), by the preset or the
// method. gaptv/model/option_table.h lists each with its name, its values and its help, for whoever reads them as
// texts.
struct FitOptions {
  // "best" averages fits on shifted grids and joins cells to regions (docs/presets.md has its errors beside those of
  // the paper's recipe), "paper" is the recipe of the paper, and "auto" is best, but paper for other methods than
  // gaptv, and where the bins are given or lambda is chosen by another rule than cv and cv_paired, as whoever asks for
  // that wants the plain fit.
  std::string preset = "auto";
  std::string method = "gaptv";  // one of those of gaptv/baselines/method.h
  // This names a loss as gaptv/loss/loss_choice.h reads it ("huber", "quantile=0.9"), or is one_vs_rest or "auto":
  // binomial for outcomes that are two labels or nothing but 0 and 1, one_vs_rest for three labels or more, poisson if
  // there are exposures, gaussian otherwise.
  std::string loss = "auto";
  std::shared_ptr<const OutcomeLoss> own_loss = nullptr;  // the caller's own, instead of a named one
  WeightKind weight_kind = WeightKind::automatic;
  bool has_fractional_counts = false;  // with the loss poisson: outcomes need not be whole numbers
  BinsRule bins = BinsRule::gap;
  std::vector<std::size_t> fixed_bins = {};  // with BinsRule::fixed: one number for all axes, or one per axis
  std::size_t bins_min = 2;                  // the candidates of the other rules
  std::optional<std::size_t> bins_max = {};  // 0: automatic_bins_max() decides
  std::optional<double> finer = {};  // with BinsRule::gap: so many times the bins that the gap statistic chooses
  std::optional<AxisBinsRule> axis_bins = {};  // with BinsRule::gap and gap_printed
  CellMask mask = {};  // cells that do not exist; a file must be loaded by load_mask() (gaptv/areas/mask_file.h)
  EdgeRule edges = EdgeRule::rank;
  std::optional<EmptyCellRule> empty_cells = {};  // losses of single outcomes do not look at it
  LambdaRule lambda = LambdaRule::cv;
  double fixed_lambda = 0;     // with LambdaRule::fixed
  std::size_t lambdas = 50;    // the path: how many values, from lambda_max down to
  double lambda_ratio = 1000;  // lambda_max / lambda_ratio
  std::optional<std::size_t> folds = {};
  // These lead from fitted cells to regions (docs/theory/regions.md).
  std::optional<std::size_t> shifts = {};  // on each axis: fits on grids shifted by a part of a bin are averaged
  std::optional<double> border = {};       // what a border must explain, in units of the noise; others are dropped
  double first_border = 2;  // what all borders together must explain, in prices of a border; else there is one region
  std::optional<double> relax = {};  // from the fitted value of a region (0) to the mean of its outcomes (1)
  bool relax_by_cv = false;          // cross-validation chooses relax, together with lambda
  RegionsChoice regions = {};        // how many there are to be
  std::size_t min_rows = 1;          // no region that was joined has fewer
  HeldOutRule held_out = HeldOutRule::recipe;
  // These are for trees (gaptv/baselines/cart/fit_cart.h).
  PruneRule prune = PruneRule::none;
  double cp = 0.01;                            // what a split has to save, as a share of the error of one value for all
  std::optional<std::size_t> min_split = {};   // a node with fewer rows is not split
  std::optional<std::size_t> min_bucket = {};  // no leaf has fewer rows
  std::size_t max_depth = 30;                  // the most splits above a leaf
  std::uint64_t seed = 0;
  std::size_t threads = 0;  // 0: every core; never changes the result
};

GAPTV_API std::string name_of(BinsRule rule);
GAPTV_API std::string name_of(LambdaRule rule);
GAPTV_API std::string name_of(EdgeRule rule);
GAPTV_API std::string name_of(PruneRule rule);

// Settles what is left open. The result has no option without a value, and a preset that is "best" or "paper".
GAPTV_API FitOptions resolve(FitOptions options);

// Tells whether the loss is one of single outcomes, named or the caller's own.
bool has_loss_of_outcomes(const FitOptions& options);

// Returns the choices for regions; the options are resolved.
RegionOptions region_options(const FitOptions& options);

// Returns the most bins that a rule tries where no number is given. With one feature a bin costs little, so that it is
// a fifth of the rows, but at least 50, at most 400 and no more than there are distinct values. With two or three
// features it is 50: more did not pay (docs/presets.md).
GAPTV_API std::size_t automatic_bins_max(const DataView& data);
// Returns the same for one feature of so many distinct values, counted up to largest_candidate at least.
std::size_t automatic_bins_max_of_one(double observations, std::size_t distinct_values);
inline constexpr std::size_t usual_bins_max = 50;
inline constexpr std::size_t largest_candidate = 400;

// Return the numbers of bins that a rule tries for so many observations, and those of a fixed grid, one per axis. The
// options are resolved, and their bins_max is a number of bins.
std::vector<std::size_t> candidate_bins(const FitOptions& options, double observations);
std::vector<std::size_t> bins_per_axis(const FitOptions& options, std::size_t axes);

// Throws InvalidInput, naming the option and what it may be, unless every option has a possible value, the method and
// the loss look at what is asked for, and the options make sense together for this many features.
GAPTV_API void check(const FitOptions& options, std::size_t features);

}  // namespace gaptv
