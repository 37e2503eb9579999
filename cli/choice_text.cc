// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/choice_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "cli/number_text.h"
#include "gaptv/gap/gap_curve.h"

namespace gaptv::cli {
namespace {

// Where the chosen lambda stands on the path of the cross-validation, if it does.
std::optional<std::size_t> position_on_path(const FitRecord& record) {
  const auto found = std::ranges::find(record.cv.lambdas, record.lambda);
  if (found == record.cv.lambdas.end() || record.cv.mean.size() != record.cv.lambdas.size()) return std::nullopt;
  return static_cast<std::size_t>(found - record.cv.lambdas.begin());
}

std::string describe_bins(const Model& model) {
  const FitRecord& record = model.record;
  const std::size_t requested = record.regions ? record.regions->bins.front() : model.grid.axes.front().bins_requested;
  std::string text = "  bins    ";
  if (record.bins_rule == "fixed") return text + "as given.\n";
  if (record.leaves) return text + "cut where the tree splits.\n";
  text += std::to_string(requested) + (model.grid.axes.size() > 1 ? " per feature, " : ", ");
  const bool is_by_gap = record.bins_rule != "cv" && !record.gap.bins.empty();
  const std::size_t chosen = is_by_gap ? choose_bins(record.gap) : requested;
  if (chosen != requested) {
    text += short_number(static_cast<double>(requested) / static_cast<double>(chosen), 2) + " times the " +
            std::to_string(chosen) + " ";
  }
  text += record.bins_rule == "cv" ? "with the smallest error on held-out rows" : "where the gap statistic is smallest";
  if (record.gap.bins.empty()) return text + ".\n";
  text += " among " + std::to_string(record.gap.bins.front()) + " to " + std::to_string(record.gap.bins.back()) + ".\n";
  if (record.gap.bins.size() > 1 && chosen == record.gap.bins.back()) {
    text += "          That is the largest number tried; --bins-max tries more.\n";
  }
  return text;
}

// What a leaf of a tree costs, and why.
std::string describe_price(const FitRecord& record) {
  std::string text = "  lambda  " + short_number(record.lambda) + ": what each leaf of the tree has to save of the " +
                     (record.loss == "gaussian" ? "squared errors" : "wrong classes") + ";\n          ";
  const std::string folds = " (" + std::to_string(record.folds) + "-fold cross-validation)";
  if (record.lambda_rule == "cp") {
    text += "the share --cp of the error of one value for all";
  } else if (record.lambda_rule == "1se") {
    text += "the smallest tree whose error on held-out rows is within one standard\n          error of the smallest" +
            folds;
  } else {
    text += "the smallest error on held-out rows of " + plural(static_cast<double>(record.cv.lambdas.size()), "tree") +
            folds;
  }
  return text + ".\n          Larger values give fewer leaves; from " + short_number(record.lambda_max) +
         " on there is one.\n";
}

std::string describe_lambda(const FitRecord& record) {
  if (record.leaves) return describe_price(record);
  std::string text = "  lambda  " + short_number(record.lambda);
  const std::string path =
      record.cv.lambdas.empty() ? "" : " of " + std::to_string(record.cv.lambdas.size()) + " values";
  const std::string folds = " (" + std::to_string(record.folds) + "-fold cross-validation)";
  if (record.lambda_rule == "cv") {
    text += ": the smallest error on held-out rows" + path + folds;
  } else if (record.lambda_rule == "cv-paired") {
    text += ": the largest" + path +
            " whose error on held-out rows is not clearly\n          larger than the smallest, fold by fold" + folds;
  } else if (record.lambda_rule == "cv-1se") {
    text += ": the largest" + path +
            " whose error on held-out rows is within one\n          standard error of the smallest" + folds;
  } else if (record.lambda_rule == "fixed") {
    text += ": as given";
  } else {
    text += ": the smallest " + std::string(record.lambda_rule == "aic" ? "AIC" : "BIC") + " on the training rows";
  }
  text +=
      ".\n          Larger values give fewer regions; from " + short_number(record.lambda_max) + " on there is one.\n";
  const std::optional<std::size_t> position = position_on_path(record);
  if (record.lambda_rule == "cv" && position && *position > 0 && *position + 1 == record.cv.lambdas.size()) {
    text += "          It is the smallest value tried; a larger --lambda-ratio tries smaller ones.\n";
  }
  return text;
}

std::string describe_regions(const FitRecord& record) {
  if (!record.regions) return {};
  std::string text;
  const auto add = [&text](const std::string& line) {
    text += (text.empty() ? "  regions " : "          ") + line + "\n";
  };
  if (record.regions->shifts > 1) add("Fits on grids shifted by parts of a bin, averaged.");
  if (record.regions->border > 0) {
    add("Borders that explain less than " + short_number(record.regions->border) + " times the noise were dropped.");
  }
  if (record.regions->relax > 0) {
    add("Values are moved by " + percent_text(record.regions->relax) + " towards the mean of their region.");
  }
  return text;
}

std::string describe_exactness(const FitRecord& record) {
  if (record.leaves) {
    return "  greedy  A tree is grown split by split: nothing proves that no other tree is better.\n";
  }
  const double gap = record.certificate.relative_gap;
  std::string text = record.regions
                         ? "  exact   For its bins and this lambda no surface is better than each of the fits"
                         : "  exact   For these bins and this lambda no other surface is better";
  if (gap > 0) text += " by more than a\n          share of " + short_number(gap, 2);
  return text + (gap > 0 ? " (relative gap, computed from the result)." : " (relative gap 0).") + "\n";
}

}  // namespace

std::string describe_errors(const FitRecord& record) {
  const bool is_squared = record.loss == "gaussian";
  const double on_these = is_squared ? record.train_rmse : record.train_deviance / record.total_weight;
  std::string text = (is_squared                 ? "  Typical error (RMSE): "
                      : record.loss == "poisson" ? "  Deviance per unit of exposure, between cells: "
                                                 : "  Deviance per observation: ") +
                     short_number(on_these) + " on these rows";
  const std::optional<std::size_t> position = position_on_path(record);
  if (!position) return text + ".\n";
  const double held_out = record.cv.mean[*position];
  const bool counts_classes = record.leaves && !is_squared;  // what a tree of classes is pruned by
  if (counts_classes) return text + ".\n  Wrong classes on rows held out: " + percent_text(held_out) + ".\n";
  text += ", " + short_number(is_squared ? std::sqrt(held_out) : held_out) + " on rows held out" +
          (record.regions ? " (the plain fit).\n" : ".\n");
  const double constant = record.cv.mean.front();
  if (!(constant > 0)) return text;
  const double explained = 1 - held_out / constant;
  text += explained > 0
              ? "  It explains " + percent_text(explained) + " of the " + (is_squared ? "variation" : "deviance") +
                    " of held-out rows, compared with one value for all.\n"
              : "  On held-out rows it is no better than one value for all.\n";
  return text;
}

std::string describe_choices(const Model& model) {
  return "\nWhat was chosen, and why\n" + describe_bins(model) + describe_lambda(model.record) +
         describe_regions(model.record) + describe_exactness(model.record);
}

}  // namespace gaptv::cli
