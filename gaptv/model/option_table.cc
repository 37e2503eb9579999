// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/option_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gaptv/data/observations.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/mask_option.h"
#include "gaptv/model/option_row.h"

namespace gaptv {
namespace {

constexpr std::string_view grid_methods = "gaptv, gapcrisp, crisp";
constexpr std::string_view gaptv_alone = "gaptv";
constexpr std::string_view tree_methods = "cart, cart-cv";
constexpr std::string_view cart_alone = "cart";

constexpr std::size_t largest_fixed_bins = 10000;

FitOption loss_row() {
  FitOption row;
  row.name = "loss";
  static const std::string values = choice_of_losses_to_fit();
  row.values = values;
  row.help =
      "what the outcome is: a number, one of two classes, a count, a cost, one of more; or a robust loss of numbers";
  row.set = [](FitOptions& options, const std::string& text) {
    if (text != "auto" && !is_one_vs_rest(text))
      parse_loss(text, std::string("auto, ").append(one_vs_rest).append(", "));
    options.loss = text;
  };
  row.get = [](const FitOptions& options) { return options.loss; };
  return row;
}

FitOption method_row() {
  FitOption row;
  row.name = "method";
  row.values = "gaptv|gapcrisp|crisp|cart|cart-cv";
  row.help = "how to fit";
  row.set = [values = std::string(row.values)](FitOptions& options, const std::string& text) {
    const std::string listed = "|" + values + "|";
    if (text.find('|') != std::string::npos || listed.find("|" + text + "|") == std::string::npos) {
      refuse_option("method", text, write_in_words(values));
    }
    options.method = text;
  };
  row.get = [](const FitOptions& options) { return options.method; };
  return row;
}

FitOption preset_row() {
  return with_methods(rule_row<std::string>("preset", "auto|best|paper",
                                            "best: fits on shifted grids, averaged and joined; paper: the paper's own "
                                            "recipe, also where bins or lambda are given",
                                            {{"auto", "auto"}, {"best", "best"}, {"paper", "paper"}},
                                            [](FitOptions& options) { return &options.preset; }),
                      gaptv_alone);
}

std::vector<std::size_t> parse_bins(const std::string& text) {
  std::vector<std::size_t> bins;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::size_t count = 0;
    if (!parse_option(text.substr(begin, end - begin), count) || count < 1 || count > largest_fixed_bins) {
      refuse_option("bins", text,
                    "gap, gap-printed, cv, or a number of bins from 1 to " + std::to_string(largest_fixed_bins) +
                        " (or one per feature: 12,30)");
    }
    bins.push_back(count);
    begin = end + 1;
  }
  return bins;
}

FitOption bins_row() {
  FitOption row;
  row.name = "bins";
  row.values = "gap|gap-printed|cv|N|N,M[,K]";
  row.help = "bins per feature: a rule, N for all or N,M[,K]";
  row.methods = grid_methods;
  row.set = [](FitOptions& options, const std::string& text) {
    options.fixed_bins.clear();
    for (const BinsRule rule : {BinsRule::gap, BinsRule::gap_printed, BinsRule::cv}) {
      if (text != name_of(rule)) continue;
      options.bins = rule;
      return;
    }
    options.fixed_bins = parse_bins(text);
    options.bins = BinsRule::fixed;
  };
  row.get = [](const FitOptions& options) {
    if (options.bins != BinsRule::fixed) return name_of(options.bins);
    std::string text;
    for (const std::size_t count : options.fixed_bins) text += (text.empty() ? "" : ",") + std::to_string(count);
    return text;
  };
  return row;
}

FitOption bins_max_row() {
  FitOption row = number_row("bins_max", "the most bins that a rule tries", &FitOptions::bins_max, 1, 400);
  row.values = "N|auto";
  row.methods = grid_methods;
  row.usual = {{"best", "auto"}, {"", "50"}};
  const auto set_number = row.set;
  row.set = [set_number](FitOptions& options, const std::string& text) {
    std::size_t bins = 0;
    if (text == "auto") {
      options.bins_max = 0;
    } else if (!text.empty() && !parse_option(text, bins)) {
      refuse_option("bins_max", text, "a number of bins, or auto");
    } else {
      set_number(options, text);
    }
  };
  row.get = [](const FitOptions& options) { return options.bins_max == 0 ? "auto" : option_text(options.bins_max); };
  return row;
}

FitOption lambda_row() {
  FitOption row;
  row.name = "lambda";
  row.values = "cv|cv-paired|cv-1se|aic|bic|VALUE";
  row.help = "how much to smooth: a rule or a value";
  row.methods = grid_methods;
  row.set = [](FitOptions& options, const std::string& text) {
    for (const LambdaRule rule :
         {LambdaRule::cv, LambdaRule::cv_paired, LambdaRule::cv_1se, LambdaRule::aic, LambdaRule::bic}) {
      if (text != name_of(rule)) continue;
      options.lambda = rule;
      return;
    }
    double value = 0;
    if (!parse_option(text, value) || !std::isfinite(value) || value < 0) {
      refuse_option("lambda", text, "cv, cv-paired, cv-1se, aic, bic, or a number that is not negative");
    }
    options.lambda = LambdaRule::fixed;
    options.fixed_lambda = value;
  };
  row.get = [](const FitOptions& options) {
    return options.lambda == LambdaRule::fixed ? option_text(options.fixed_lambda) : name_of(options.lambda);
  };
  return row;
}

FitOption lambda_ratio_row() {
  FitOption row = number_row("lambda_ratio", "the largest divided by the smallest value tried",
                             &FitOptions::lambda_ratio, 0.0, std::numeric_limits<double>::infinity());
  const auto set_number = row.set;
  row.methods = grid_methods;
  row.set = [set_number](FitOptions& options, const std::string& text) {
    double ratio = 0;
    if (!parse_option(text, ratio) || !(ratio > 1)) {
      refuse_option("lambda_ratio", text, "a number above 1; the path runs from lambda_max to lambda_max / ratio");
    }
    set_number(options, text);
  };
  return row;
}

FitOption empty_cells_row() {
  FitOption row;
  row.name = "empty_cells";
  row.values = "mean|middle";
  row.help = "the value of cells without rows among the best ones";
  row.methods = gaptv_alone;
  row.usual = {{"best", "middle"}, {"", "mean"}};
  row.is_for_cell_losses_only = true;
  row.set = [](FitOptions& options, const std::string& text) {
    if (text.empty()) {
      options.empty_cells.reset();
    } else if (text == "mean" || text == "middle") {
      options.empty_cells = text == "middle" ? EmptyCellRule::middle : EmptyCellRule::nearest_to_mean;
    } else {
      refuse_option("empty_cells", text, "mean or middle");
    }
  };
  row.get = [](const FitOptions& options) -> std::string {
    if (!options.empty_cells) return "";
    return *options.empty_cells == EmptyCellRule::middle ? "middle" : "mean";
  };
  return row;
}

FitOption axis_bins_row() {
  FitOption row;
  row.name = "axis_bins";
  row.values = "own|equal";
  row.help = "own: as many bins for each feature as predict best, down to one (a feature that is not used)";
  row.methods = gaptv_alone;
  row.usual = {{"best", "own"}, {"", "equal"}};
  row.is_for_cell_losses_only = true;
  row.set = [](FitOptions& options, const std::string& text) {
    if (text.empty()) {
      options.axis_bins.reset();
    } else if (text == "own" || text == "equal") {
      options.axis_bins = text == "own" ? AxisBinsRule::own : AxisBinsRule::equal;
    } else {
      refuse_option("axis_bins", text, "own or equal");
    }
  };
  row.get = [](const FitOptions& options) -> std::string {
    if (!options.axis_bins) return "";
    return *options.axis_bins == AxisBinsRule::own ? "own" : "equal";
  };
  return row;
}

FitOption relax_row() {
  FitOption row = number_row("relax", "from fitted values to means of regions", &FitOptions::relax, 0.0, 1.0);
  row.values = "0..1|cv";
  row.methods = gaptv_alone;
  row.usual = {{"best", "0.5"}, {"", "0"}};
  row.is_for_cell_losses_only = true;
  const auto set_number = row.set;
  row.set = [set_number](FitOptions& options, const std::string& text) {
    double share = 0;
    options.relax_by_cv = text == "cv";
    if (options.relax_by_cv) return;
    if (!text.empty() && !parse_option(text, share)) refuse_option("relax", text, "a number from 0 to 1, or cv");
    set_number(options, text);
  };
  row.get = [](const FitOptions& options) { return options.relax_by_cv ? "cv" : option_text(options.relax); };
  return row;
}

// Reads 2% or 0.02.
bool parse_share(const std::string& text, double& share) {
  const bool is_percentage = text.ends_with('%');
  if (!parse_option(is_percentage ? text.substr(0, text.size() - 1) : text, share)) return false;
  if (is_percentage) share /= 100;
  return std::isfinite(share) && share >= 0;
}

FitOption regions_row() {
  FitOption row;
  row.name = "regions";
  row.values = "auto|1se|within=P%|K";
  row.help = "how many: worth their price, within 1 standard error or P % of the best held-out error, or at most K";
  row.methods = "gaptv, cart";
  row.is_for_cell_losses_only = true;
  row.set = [](FitOptions& options, const std::string& text) {
    constexpr std::string_view within = "within=";
    RegionsChoice choice;
    if (text == "1se") {
      choice.rule = RegionsRule::one_standard_error;
    } else if (text.starts_with(within) && parse_share(text.substr(within.size()), choice.within)) {
      choice.rule = RegionsRule::within;
    } else if (parse_option(text, choice.at_most) && choice.at_most > 0) {
      choice.rule = RegionsRule::at_most;
    } else if (text != "auto") {
      refuse_option("regions", text, "auto, 1se, within=2% or a whole number from 1");
    }
    options.regions = choice;
  };
  row.get = [](const FitOptions& options) -> std::string {
    switch (options.regions.rule) {
      case RegionsRule::one_standard_error:
        return "1se";
      case RegionsRule::within:
        return "within=" + option_text(options.regions.within);
      case RegionsRule::at_most:
        return option_text(options.regions.at_most);
      case RegionsRule::automatic:
        break;
    }
    return "auto";
  };
  return row;
}

std::vector<FitOption> make_table() {
  constexpr std::size_t any = static_cast<std::size_t>(-1);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  return {
      rule_row<WeightKind>(
          "weight_kind", "auto|copies|precision",
          "copies: 3 is the row three times; precision: how much a row tells (auto: copies if all are whole)",
          {{"auto", WeightKind::automatic}, {"copies", WeightKind::copies}, {"precision", WeightKind::precision}},
          [](FitOptions& options) { return &options.weight_kind; }),
      loss_row(),
      rule_row<bool>("fractional_counts", "no|yes", "with counts: outcomes need not be whole numbers",
                     {{"no", false}, {"yes", true}},
                     [](FitOptions& options) { return &options.has_fractional_counts; }),
      method_row(),
      preset_row(),
      bins_row(),
      with_methods(number_row("bins_min", "the fewest bins that a rule tries", &FitOptions::bins_min, 1, 400),
                   grid_methods),
      bins_max_row(),
      with_usual(with_methods(number_row("finer", "times the bins of the gap statistic", &FitOptions::finer, 1.0, 10.0),
                              gaptv_alone),
                 {{"best", "1.5"}, {"", "1"}}),
      axis_bins_row(),
      lambda_row(),
      with_methods(number_row("lambdas", "how many values a rule tries", &FitOptions::lambdas, 1, any), grid_methods),
      lambda_ratio_row(),
      with_usual(number_row("folds", "parts of the cross-validation", &FitOptions::folds, 2, 65535),
                 {{"cart", "10"}, {"", "5"}}),
      mask_row(),
      with_methods(rule_row<EdgeRule>("edges", "rank|metric", "what neighbours cost: the same, or less with distance",
                                      {{"rank", EdgeRule::rank}, {"metric", EdgeRule::metric}},
                                      [](FitOptions& options) { return &options.edges; }),
                   gaptv_alone),
      empty_cells_row(),
      for_cell_losses(with_usual(
          with_methods(number_row("shifts", "shifted grids to average, per feature", &FitOptions::shifts, 1, 16),
                       gaptv_alone),
          {{"best", "4"}, {"", "1"}})),
      for_cell_losses(with_usual(
          with_methods(number_row("border", "what a border must explain, in noise", &FitOptions::border, 0.0, infinite),
                       gaptv_alone),
          {{"best", "1"}, {"", "0"}})),
      for_cell_losses(with_methods(number_row("first_border", "what all borders together must explain, in borders",
                                              &FitOptions::first_border, 0.0, infinite),
                                   gaptv_alone)),
      relax_row(),
      regions_row(),
      for_cell_losses(with_methods(
          number_row("min_rows", "no region has fewer rows; it is joined to the neighbour that costs least",
                     &FitOptions::min_rows, 1, any),
          gaptv_alone)),
      with_methods(
          rule_row<HeldOutRule>(
              "held_out", "recipe|nested|off",
              "the error on held-out rows: with the bins and lambda of all rows, with its own in each fold, or none",
              {{"recipe", HeldOutRule::recipe}, {"nested", HeldOutRule::nested}, {"off", HeldOutRule::off}},
              [](FitOptions& options) { return &options.held_out; }),
          grid_methods),
      with_methods(rule_row<PruneRule>(
                       "prune", "none|1se|min", "how its own cross-validation cuts the tree back",
                       {{"none", PruneRule::none}, {"1se", PruneRule::one_standard_error}, {"min", PruneRule::minimum}},
                       [](FitOptions& options) { return &options.prune; }),
                   cart_alone),
      with_methods(number_row("cp", "the share of the error that a split has to save", &FitOptions::cp, 0.0, infinite),
                   cart_alone),
      with_usual(with_methods(number_row("min_split", "fewer rows are not split", &FitOptions::min_split, 1, any),
                              tree_methods),
                 {{"cart-cv", "2"}, {"", "20"}}),
      with_usual(with_methods(number_row("min_bucket", "the fewest rows of a leaf", &FitOptions::min_bucket, 1, any),
                              tree_methods),
                 {{"cart-cv", "1"}, {"", "7"}}),
      // As in rpart, no tree is deeper than 30.
      with_methods(number_row("max_depth", "the most splits above a leaf", &FitOptions::max_depth, 1, 30),
                   tree_methods),
      number_row("seed", "another seed: other rows in each fold", &FitOptions::seed, 0, any),
      without_record(
          number_row("threads", "0: all cores; the result is always the same", &FitOptions::threads, 0, any)),
  };
}

}  // namespace

std::span<const FitOption> fit_option_table() {
  static const std::vector<FitOption> table = make_table();
  return table;
}

}  // namespace gaptv
