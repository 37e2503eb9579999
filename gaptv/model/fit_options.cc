// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/data/distinct_values.h"
#include "gaptv/data/observations.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {
namespace {

constexpr std::size_t largest_candidate = 400;
constexpr std::size_t usual_bins_max = 50;
constexpr std::size_t rows_per_bin = 5;  // of one feature, in automatic_bins_max()
constexpr std::size_t largest_fixed_bins = 10000;
constexpr std::size_t largest_folds = 65535;
constexpr std::size_t largest_shifts = 16;
constexpr double largest_finer = 10;
constexpr std::size_t largest_depth = 30;  // as in rpart

// The whole text as a number, or false.
template <typename Number>
bool parse(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::string name_of(BinsRule rule) {
  switch (rule) {
    case BinsRule::gap:
      return "gap";
    case BinsRule::gap_printed:
      return "gap-printed";
    case BinsRule::cv:
      return "cv";
    case BinsRule::fixed:
      break;
  }
  return "fixed";
}

std::string name_of(LambdaRule rule) {
  switch (rule) {
    case LambdaRule::cv:
      return "cv";
    case LambdaRule::cv_paired:
      return "cv-paired";
    case LambdaRule::cv_1se:
      return "cv-1se";
    case LambdaRule::aic:
      return "aic";
    case LambdaRule::bic:
      return "bic";
    case LambdaRule::fixed:
      break;
  }
  return "fixed";
}

std::string name_of(PruneRule rule) {
  switch (rule) {
    case PruneRule::one_standard_error:
      return "1se";
    case PruneRule::minimum:
      return "min";
    case PruneRule::none:
      break;
  }
  return "none";
}

void set_prune(FitOptions& options, const std::string& text) {
  for (const PruneRule rule : {PruneRule::none, PruneRule::one_standard_error, PruneRule::minimum}) {
    if (text != name_of(rule)) continue;
    options.cart.prune = rule;
    return;
  }
  throw InvalidInput("prune '" + text + "': give none, 1se or min");
}

void set_preset(FitOptions& options, const std::string& name) {
  if (name == "paper") {
    options.bins_max = FitOptions().bins_max;
    options.empty_cells = FitOptions().empty_cells;
    options.finer = FitOptions().finer;
    options.regions = {};
  } else if (name == "best") {
    set_preset(options, "paper");
    options.bins_max = std::nullopt;
    options.finer = 1.5;
    if (options.own_loss || is_loss_of_outcomes(options.loss.substr(0, options.loss.find('=')))) return;
    options.empty_cells = EmptyCellRule::middle;
    options.regions = {.shifts = 4, .relax = 0.5, .border = 1};
  } else {
    throw InvalidInput("preset '" + name + "': give best or paper");
  }
}

std::string name_of(EdgeRule rule) {
  return rule == EdgeRule::metric ? "metric" : "rank";
}

void set_weight_kind(FitOptions& options, const std::string& text) {
  options.weight_kind = parse_weight_kind(text);
}

void set_edges(FitOptions& options, const std::string& text) {
  if (text != "rank" && text != "metric") throw InvalidInput("edges '" + text + "': give rank or metric");
  options.edges = text == "metric" ? EdgeRule::metric : EdgeRule::rank;
}

void set_empty_cells(FitOptions& options, const std::string& text) {
  if (text != "mean" && text != "middle") throw InvalidInput("empty-cells '" + text + "': give mean or middle");
  options.empty_cells = text == "middle" ? EmptyCellRule::middle : EmptyCellRule::nearest_to_mean;
}

void set_relax(FitOptions& options, const std::string& text) {
  options.regions.relax_by_cv = text == "cv";
  if (options.regions.relax_by_cv) return;
  if (!parse(text, options.regions.relax) || !(options.regions.relax >= 0 && options.regions.relax <= 1)) {
    throw InvalidInput("relax '" + text + "': give a number from 0 to 1, or cv");
  }
}

void set_bins(FitOptions& options, const std::string& text) {
  for (const BinsRule rule : {BinsRule::gap, BinsRule::gap_printed, BinsRule::cv}) {
    if (text != name_of(rule)) continue;
    options.bins = rule;
    return;
  }
  options.bins = BinsRule::fixed;
  options.fixed_bins.clear();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::size_t count = 0;
    if (!parse(text.substr(begin, end - begin), count) || count < 1 || count > largest_fixed_bins) {
      throw InvalidInput("bins '" + text + "': give gap, gap-printed, cv, or a number of bins from 1 to " +
                         std::to_string(largest_fixed_bins) + " (or one per feature: 12,30)");
    }
    options.fixed_bins.push_back(count);
    begin = end + 1;
  }
}

void set_lambda(FitOptions& options, const std::string& text) {
  for (const LambdaRule rule :
       {LambdaRule::cv, LambdaRule::cv_paired, LambdaRule::cv_1se, LambdaRule::aic, LambdaRule::bic}) {
    if (text != name_of(rule)) continue;
    options.lambda = rule;
    return;
  }
  options.lambda = LambdaRule::fixed;
  if (!parse(text, options.fixed_lambda) || !std::isfinite(options.fixed_lambda) || options.fixed_lambda < 0) {
    throw InvalidInput("lambda '" + text + "': give cv, cv-paired, cv-1se, aic, bic, or a number that is not negative");
  }
}

void set_bins_max(FitOptions& options, const std::string& text) {
  std::size_t bins = 0;
  if (text == "auto") {
    options.bins_max = std::nullopt;
  } else if (parse(text, bins)) {
    options.bins_max = bins;
  } else {
    throw InvalidInput("bins-max '" + text + "': give a number of bins, or auto");
  }
}

namespace {

void check(const CartOptions& options) {
  if (!(options.cp >= 0) || !std::isfinite(options.cp)) {
    throw InvalidInput("cp: give a number that is not negative, as in 0.01");
  }
  if (options.min_split && *options.min_split < 1) throw InvalidInput("min-split: give a number of rows from 1");
  if (options.min_bucket && *options.min_bucket < 1) throw InvalidInput("min-bucket: give a number of rows from 1");
  if (options.max_depth < 1 || options.max_depth > largest_depth) {
    throw InvalidInput("max-depth: give a number from 1 to " + std::to_string(largest_depth));
  }
}

void check(const RegionOptions& options) {
  if (options.shifts < 1 || options.shifts > largest_shifts) {
    throw InvalidInput("shifts: give a number from 1 to " + std::to_string(largest_shifts));
  }
  if (!(options.relax >= 0 && options.relax <= 1)) throw InvalidInput("relax: give a number from 0 to 1");
  if (!(options.border >= 0) || !std::isfinite(options.border)) {
    throw InvalidInput("border: give a number that is not negative");
  }
}

void check_folds(std::size_t folds) {
  if (folds >= 2 && folds <= largest_folds) return;
  throw InvalidInput("folds: give a number from 2 to " + std::to_string(largest_folds));
}

}  // namespace

std::size_t automatic_bins_max(const DataView& data) {
  if (data.features.size() != 1) return usual_bins_max;
  const auto observations = static_cast<std::size_t>(total_weight(data));
  const std::size_t wanted = std::clamp(observations / rows_per_bin, usual_bins_max, largest_candidate);
  return std::min(wanted, std::max(usual_bins_max, count_distinct(data.features.front(), wanted)));
}

std::vector<std::size_t> candidate_bins(const FitOptions& options, double observations) {
  const std::size_t most = options.bins_max.value_or(usual_bins_max);
  std::vector<std::size_t> candidates;
  for (std::size_t q = options.bins_min; q <= most && static_cast<double>(q) <= observations; ++q) {
    candidates.push_back(q);
  }
  return candidates;
}

std::vector<std::size_t> bins_per_axis(const FitOptions& options, std::size_t axes) {
  return options.fixed_bins.size() == 1 ? std::vector<std::size_t>(axes, options.fixed_bins.front())
                                        : options.fixed_bins;
}

void check(const FitOptions& options, std::size_t features) {
  if (options.loss != "auto" && !is_one_vs_rest(options.loss)) {
    parse_loss(options.loss, std::string("auto, ").append(one_vs_rest).append(", "));
  }
  if (options.bins == BinsRule::fixed) {
    if (options.fixed_bins.size() != 1 && options.fixed_bins.size() != features) {
      throw InvalidInput("bins: " + std::to_string(options.fixed_bins.size()) + " numbers for " +
                         std::to_string(features) + " features; give one for all or one for each");
    }
  }
  const std::size_t bins_max = options.bins_max.value_or(usual_bins_max);
  if (options.bins_min < 1 || options.bins_min > bins_max || bins_max > largest_candidate) {
    throw InvalidInput("bins-min " + std::to_string(options.bins_min) + " and bins-max " + std::to_string(bins_max) +
                       ": give 1 <= bins-min <= bins-max <= " + std::to_string(largest_candidate));
  }
  if (options.lambdas < 1) throw InvalidInput("lambdas: at least 1 is needed");
  if (!(options.lambda_ratio > 1) || !std::isfinite(options.lambda_ratio)) {
    throw InvalidInput("lambda-ratio: give a number above 1; the path runs from lambda_max to lambda_max / ratio");
  }
  check_folds(options.folds);
  check_folds(options.cart.folds);
  if (!(options.finer >= 1 && options.finer <= largest_finer)) {
    throw InvalidInput("finer: give a number from 1 to 10, as in 1.5");
  }
  check(options.regions);
  check(options.cart);
}

}  // namespace gaptv
