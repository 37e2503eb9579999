// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_options.h"

#include <algorithm>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/data/distinct_values.h"
#include "gaptv/data/observations.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/option_table.h"

namespace gaptv {
namespace {

constexpr std::size_t rows_per_bin = 5;  // of one feature, in automatic_bins_max()

// Refuses what the method or the loss would not look at: silence would let its user believe that it counted.
void check_is_looked_at(const FitOptions& options) {
  for (const FitOption& option : fit_option_table()) {
    if (option.get(options) == option.get(FitOptions())) continue;
    if (!looks_at(options.method, option)) {
      throw InvalidInput(mention_option(option.name) + " has no meaning for the method " + options.method +
                         "; it goes with the methods " + std::string(option.methods) + " (" + mention_option("method") +
                         ")");
    }
    if (option.is_for_cell_losses_only && has_loss_of_outcomes(options) &&
        option.get(options) != usual_value(option, options)) {
      throw InvalidInput("the loss " + (options.own_loss ? "of your own" : options.loss) +
                         " fits cells and does not join them to regions; leave out " + mention_option(option.name));
    }
  }
  if (options.edges != EdgeRule::rank && has_loss_of_outcomes(options)) {
    throw InvalidInput("the loss " + (options.own_loss ? "of your own" : options.loss) + " goes with " +
                       mention_option("edges", "rank") + " only");
  }
  if (options.held_out == HeldOutRule::nested && has_loss_of_outcomes(options)) {
    throw InvalidInput(mention_option("held_out", "nested") + " is not known for losses of single outcomes; use " +
                       mention_option("held_out", "recipe"));
  }
  if (options.held_out == HeldOutRule::off && options.regions.needs_held_out_error()) {
    throw InvalidInput(mention_option("regions") + " chooses by the error on held-out rows; leave out " +
                       mention_option("held_out", "off") + ", or say how many regions there are to be");
  }
  if (options.method == "cart" && options.prune == PruneRule::none && options.folds) {
    throw InvalidInput(mention_option("folds") + " has no meaning for the method cart without " +
                       mention_option("prune") + "; add " + mention_option("prune", "1se") + " or " +
                       mention_option("prune", "min"));
  }
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

std::string name_of(EdgeRule rule) {
  return rule == EdgeRule::metric ? "metric" : "rank";
}

bool has_loss_of_outcomes(const FitOptions& options) {
  return options.own_loss != nullptr || is_loss_of_outcomes(options.loss.substr(0, options.loss.find('=')));
}

FitOptions resolve(FitOptions options) {
  if (options.preset == "auto") {
    const bool is_automatic = options.method == "gaptv" && options.bins != BinsRule::fixed &&
                              (options.lambda == LambdaRule::cv || options.lambda == LambdaRule::cv_paired);
    options.preset = is_automatic ? "best" : "paper";
  }
  for (const FitOption& option : fit_option_table()) {
    if (option.get(options).empty()) option.set(options, std::string(usual_value(option, options)));
  }
  return options;
}

RegionOptions region_options(const FitOptions& options) {
  return {.shifts = *options.shifts,
          .relax = options.relax.value_or(0),
          .relax_by_cv = options.relax_by_cv,
          .border = *options.border,
          .first_border = options.first_border,
          .min_rows = static_cast<double>(options.min_rows),
          .regions = options.regions};
}

std::size_t automatic_bins_max(const DataView& data) {
  if (data.features.size() != 1) return usual_bins_max;
  return automatic_bins_max_of_one(total_weight(data), count_distinct(data.features.front(), largest_candidate));
}

std::size_t automatic_bins_max_of_one(double observations, std::size_t distinct_values) {
  const std::size_t wanted =
      std::clamp(static_cast<std::size_t>(observations) / rows_per_bin, usual_bins_max, largest_candidate);
  return std::min(wanted, std::max(usual_bins_max, distinct_values));
}

std::vector<std::size_t> candidate_bins(const FitOptions& options, double observations) {
  std::vector<std::size_t> candidates;
  for (std::size_t q = options.bins_min; q <= *options.bins_max && static_cast<double>(q) <= observations; ++q) {
    candidates.push_back(q);
  }
  return candidates;
}

std::vector<std::size_t> bins_per_axis(const FitOptions& options, std::size_t axes) {
  return options.fixed_bins.size() == 1 ? std::vector<std::size_t>(axes, options.fixed_bins.front())
                                        : options.fixed_bins;
}

void check(const FitOptions& options, std::size_t features) {
  FitOptions read_again;
  for (const FitOption& option : fit_option_table()) option.set(read_again, option.get(options));
  check_is_looked_at(options);
  if (options.bins == BinsRule::fixed && options.fixed_bins.size() != 1 && options.fixed_bins.size() != features) {
    throw InvalidInput(mention_option("bins") + ": " + std::to_string(options.fixed_bins.size()) + " numbers for " +
                       std::to_string(features) + " features; give one for all or one for each");
  }
  check_mask(options.mask, features);
  const std::size_t bins_max = options.bins_max.value_or(0) > 0 ? *options.bins_max : usual_bins_max;
  if (options.bins_min > bins_max) {
    throw InvalidInput(mention_option("bins_min") + " " + std::to_string(options.bins_min) + " is above " +
                       mention_option("bins_max") + " " + std::to_string(bins_max));
  }
}

}  // namespace gaptv
