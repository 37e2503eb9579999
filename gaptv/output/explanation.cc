// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/explanation.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>

#include "gaptv/gap/gap_curve.h"
#include "gaptv/output/readable_number.h"

namespace gaptv {
namespace {

// Where the chosen lambda stands on the path of the cross-validation, if it does.
std::optional<std::size_t> position_on_path(const SurfaceRecord& record) {
  const auto found = std::ranges::find(record.cv.lambdas, record.lambda);
  if (found == record.cv.lambdas.end() || record.cv.mean.size() != record.cv.lambdas.size()) return std::nullopt;
  return static_cast<std::size_t>(found - record.cv.lambdas.begin());
}

std::string describe_folds(const FitRecord& fit) {
  return " (" + std::to_string(fit.folds) + "-fold cross-validation)";
}

std::vector<std::string> explain_bins(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  const std::size_t requested =
      record.regions ? record.regions->bins.front() : surface.grid.axes.front().bins_requested;
  if (fit.bins_rule == "fixed") return {"As given."};
  if (record.leaves) return {"Cut where the tree splits."};
  std::string text = std::to_string(requested) + (surface.grid.axes.size() > 1 ? " per feature, " : ", ");
  const bool is_by_gap = fit.bins_rule != "cv" && !record.gap.bins.empty();
  const std::size_t chosen = is_by_gap ? choose_bins(record.gap) : requested;
  if (chosen != requested) {
    text += short_number(static_cast<double>(requested) / static_cast<double>(chosen), 2) + " times the " +
            std::to_string(chosen) + " ";
  }
  text += fit.bins_rule == "cv" ? "with the smallest error on held-out rows" : "where the gap statistic is smallest";
  if (record.gap.bins.empty()) return {text + "."};
  text += " among " + std::to_string(record.gap.bins.front()) + " to " + std::to_string(record.gap.bins.back()) + ".";
  if (record.gap.bins.size() == 1 || chosen != record.gap.bins.back()) return {text};
  return {text, "That is the largest number tried; `bins_max` tries more."};
}

// What a leaf of a tree costs, and why.
std::vector<std::string> explain_price(const FitRecord& fit, const SurfaceRecord& record) {
  std::string text = short_number(record.lambda) + ": what each leaf of the tree has to save of the " +
                     (loss_of(fit)->trees() == TreeRule::squared_errors ? "squared errors" : "wrong classes") + "; ";
  if (fit.lambda_rule == "cp") {
    text += "the share `cp` of the error of one value for all";
  } else if (fit.lambda_rule == "1se") {
    text += "the smallest tree whose error on held-out rows is within one standard error of the smallest" +
            describe_folds(fit);
  } else {
    text += "the smallest error on held-out rows of " + plural(static_cast<double>(record.cv.lambdas.size()), "tree") +
            describe_folds(fit);
  }
  return {text + ".", "Larger values give fewer leaves; from " + short_number(record.lambda_max) + " on there is one."};
}

std::vector<std::string> explain_lambda(const FitRecord& fit, const SurfaceRecord& record) {
  if (record.leaves) return explain_price(fit, record);
  std::string text = short_number(record.lambda);
  const std::string path =
      record.cv.lambdas.empty() ? "" : " of " + std::to_string(record.cv.lambdas.size()) + " values";
  if (fit.lambda_rule == "cv") {
    text += ": the smallest error on held-out rows" + path + describe_folds(fit);
  } else if (fit.lambda_rule == "cv-paired") {
    text += ": the largest" + path +
            " whose error on held-out rows is not clearly larger than the smallest, fold by fold" + describe_folds(fit);
  } else if (fit.lambda_rule == "cv-1se") {
    text += ": the largest" + path + " whose error on held-out rows is within one standard error of the smallest" +
            describe_folds(fit);
  } else if (fit.lambda_rule == "fixed") {
    text += ": as given";
  } else {
    text += ": the smallest " + std::string(fit.lambda_rule == "aic" ? "AIC" : "BIC") + " on the training rows";
  }
  std::vector<std::string> sentences = {
      text + ".", "Larger values give fewer regions; from " + short_number(record.lambda_max) + " on there is one."};
  const std::optional<std::size_t> position = position_on_path(record);
  if (fit.lambda_rule == "cv" && position && *position > 0 && *position + 1 == record.cv.lambdas.size()) {
    sentences.emplace_back("It is the smallest value tried; a larger `lambda_ratio` tries smaller ones.");
  }
  return sentences;
}

std::vector<std::string> explain_regions(const FitRecord& fit, const RegionRecord& regions) {
  std::vector<std::string> sentences;
  if (regions.shifts > 1) sentences.emplace_back("Fits on grids shifted by parts of a bin, averaged.");
  if (regions.border > 0) {
    sentences.push_back("Borders that explain less than " + short_number(regions.border) +
                        " times the noise were dropped.");
  }
  if (regions.relax > 0) {
    sentences.push_back(describe_relaxing(fit, regions.relax));
  }
  return sentences;
}

Explanation explain_exactness(const SurfaceRecord& record) {
  if (record.leaves) {
    return {"greedy", {"A tree is grown split by split: nothing proves that no other tree is better."}};
  }
  const double gap = record.certificate.relative_gap;
  std::string text = record.regions ? "For its bins and this lambda no surface is better than each of the fits"
                                    : "For these bins and this lambda no other surface is better";
  if (gap > 0) text += " by more than a share of " + short_number(gap, 2);
  return {"exact", {text + (gap > 0 ? " (relative gap, computed from the result)." : " (relative gap 0).")}};
}

}  // namespace

std::string list_features(const Model& model) {
  const Surface& surface = model.surfaces.front();
  std::string text;
  const std::size_t count = surface.grid.axes.size();
  for (std::size_t j = 0; j < count; ++j) {
    text += (j == 0 ? "" : j + 1 == count ? " and " : ", ") + surface.grid.axes[j].name;
  }
  return text;
}

std::string describe_leaves(const SurfaceRecord& record) {
  return "a tree of " +
         (*record.leaves == 1 ? std::string("1 leaf") : count_text(static_cast<double>(*record.leaves)) + " leaves");
}

std::string describe_rows(const FitRecord& fit, const SurfaceRecord& record) {
  std::string text = "Fitted to " + plural(static_cast<double>(fit.rows), "row");
  if (fit.weight_kind == "precision") {
    text += ", worth " + short_number(fit.observations) + " observations by their weights";
  } else if (fit.observations != static_cast<double>(fit.rows)) {
    text += ", which their weights make " + count_text(fit.observations) + " observations";
  }
  if (!fit.exposure.empty()) text += ", with a total exposure of " + short_number(fit.total_weight);
  if (fit.dropped_rows > 0) {
    text += "; " + count_text(static_cast<double>(fit.dropped_rows)) + " more left out, as a value was missing";
  }
  return text + (record.leaves ? ", by " + describe_leaves(record) + "." : ".");
}

std::optional<double> explained_share(const SurfaceRecord& record) {
  const std::optional<std::size_t> position = position_on_path(record);
  if (!position || !(record.cv.mean.front() > 0)) return std::nullopt;
  return 1 - record.cv.mean[*position] / record.cv.mean.front();
}

std::string describe_relaxing(const FitRecord& fit, double relax) {
  if (relax >= 1) return "The value of a region is the mean of its rows.";
  // As relax_values() does (gaptv/regions/relaxation.cc).
  const double caution = 10 * (1 - relax);
  const std::string text = "The value of a region was moved towards the mean of its rows, ";
  if (!loss_of(fit)->is_squared()) {
    return text + "up to " + percent_text(relax) + " of the way, and less the less its rows tell of it.";
  }
  const auto moved = [&](double rows) { return percent_text(relax * rows / (rows + caution)); };
  return text + short_number(relax) + " w / (w + " + short_number(caution) + ") of the way for w rows: " + moved(1) +
         " with 1 row, " + moved(10) + " with 10, " + moved(1000) + " with 1,000.";
}

std::vector<std::string> describe_errors(const FitRecord& fit, const SurfaceRecord& record) {
  const std::shared_ptr<const Loss> loss = loss_of(fit);
  const ErrorMeasure& measure = loss->error();
  const double on_these = measure.choose(record.train_rmse, record.train_deviance / fit.observations);
  const std::string text =
      std::string(measure.sentence) + ": " + number_in_range(on_these, on_these) + " on these rows";
  const std::optional<std::size_t> position = position_on_path(record);
  if (!position) return {text + "."};
  const double held_out = record.cv.mean[*position];
  const bool counts_classes = record.leaves && loss->trees() == TreeRule::wrong_classes;
  if (counts_classes) return {text + ".", "Wrong classes on rows held out: " + percent_text(held_out) + "."};
  const double error = measure.of_mean_deviance(held_out);
  std::vector<std::string> sentences = {text + ", " + number_in_range(error, error) + " on rows held out" +
                                        (record.regions ? " (before cells were joined to regions)." : ".")};
  const std::optional<double> explained = explained_share(record);
  if (!explained) return sentences;
  sentences.push_back(*explained > 0 ? "It explains " + percent_text(*explained) + " of the " + measure.explained +
                                           " of held-out rows, compared with one value for all."
                                     : "On held-out rows it is no better than one value for all.");
  return sentences;
}

std::vector<Explanation> explain_choices(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::vector<Explanation> list = {{"bins", explain_bins(model, surface)}, {"lambda", explain_lambda(fit, record)}};
  if (record.regions) list.push_back({"regions", explain_regions(fit, *record.regions)});
  list.push_back(explain_exactness(record));
  return list;
}

}  // namespace gaptv
