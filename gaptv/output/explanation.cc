// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/explanation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "gaptv/gap/gap_curve.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/fit_notes.h"
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

// Says which numbers of bins of their own the features got, and which are not used.
std::string explain_axis_bins(const AxisBinsRecord& search, const Grid& grid) {
  if (search.chosen == search.start) {
    return "No other numbers, of " + std::to_string(search.tried.size() - 1) +
           " that were tried for single features, predict held-out rows clearly better.";
  }
  std::string text = "From there each feature got a number of its own, because held-out rows are predicted better: ";
  for (std::size_t axis = 0; axis < search.chosen.size(); ++axis) {
    text += (axis > 0 ? ", '" : "'") + grid.axes[axis].name + "' " +
            (search.chosen[axis] == 1 ? std::string("is not used (one bin is as good)")
                                      : std::to_string(search.chosen[axis]));
  }
  return text + ".";
}

std::vector<std::string> explain_bins(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  const std::size_t requested = record.axis_bins ? record.axis_bins->start.front()
                                : record.regions ? record.regions->bins.front()
                                                 : surface.grid.axes.front().bins_requested;
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
  std::vector<std::string> texts = {text};
  if (record.gap.bins.size() > 1 && chosen == record.gap.bins.back()) {
    texts.emplace_back("That is the largest number tried; `bins_max` tries more.");
  }
  if (record.axis_bins) texts.push_back(explain_axis_bins(*record.axis_bins, surface.grid));
  return texts;
}

// What a leaf of a tree costs, and why.
std::vector<std::string> explain_price(const FitRecord& fit, const SurfaceRecord& record) {
  if (fit.lambda_rule == "regions") {
    return {"A leaf has no price: the split that saves most was made next, up to the number of leaves asked for."};
  }
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
  const std::string step = record.regions ? ", of plain fits on the grid" : "";
  const std::string path =
      record.cv.lambdas.empty() ? "" : " of " + std::to_string(record.cv.lambdas.size()) + " values";
  if (fit.lambda_rule == "cv") {
    text += ": the smallest error on held-out rows" + path + step + describe_folds(fit);
  } else if (fit.lambda_rule == "cv-paired") {
    text += ": the largest" + path +
            " whose error on held-out rows is not clearly larger than the smallest, fold by fold" + step +
            describe_folds(fit);
  } else if (fit.lambda_rule == "cv-1se") {
    text += ": the largest" + path + " whose error on held-out rows is within one standard error of the smallest" +
            step + describe_folds(fit);
  } else if (fit.lambda_rule == "fixed") {
    text += ": as given";
  } else {
    text += ": the smallest " + std::string(fit.lambda_rule == "aic" ? "AIC" : "BIC") + " on the training rows";
  }
  std::vector<std::string> sentences = {
      text + ".", "Larger values smooth more; from " + short_number(record.lambda_max) + " on the fit is constant."};
  const std::optional<std::size_t> position = position_on_path(record);
  if (fit.lambda_rule == "cv" && position && *position > 0 && *position + 1 == record.cv.lambdas.size()) {
    sentences.emplace_back("It is the smallest value tried; a larger `lambda_ratio` tries smaller ones.");
  }
  return sentences;
}

// A number that was asked for is the most that there may be; why there are fewer, or could not be so few.
std::string why_not_the_number(const FitRecord& fit, std::size_t regions, std::size_t asked) {
  if (regions == asked) return {};
  if (regions > asked) return "; the parts that the mask leaves are not joined";
  const std::string min_rows = recorded_option(fit, "min_rows");
  return "; " + why_fewer_regions(min_rows.empty() ? 1 : std::stoull(min_rows));
}

// How many regions there are, and why.
std::string explain_number(const FitRecord& fit, const Surface& surface, const RegionRecord& regions) {
  const std::string count = count_text(static_cast<double>(surface.regions.size()));
  const std::string rule = recorded_option(fit, "regions");
  const std::string joined = ": neighbouring cells were joined, the border that explains least first, ";
  if (rule == "1se") {
    return count + joined + "to the fewest regions whose error on held-out rows is within one standard error of the " +
           "smallest.";
  }
  if (rule.starts_with("within=")) {
    const double share = std::stod(rule.substr(rule.find('=') + 1));
    return count + joined + "to the fewest regions whose error on held-out rows is at most " +
           short_number(100 * share) + " % above the smallest.";
  }
  if (!rule.empty() && rule != "auto") {
    const std::string missed = why_not_the_number(fit, surface.regions.size(), std::stoull(rule));
    return count + joined + "until " +
           (missed.empty() ? "as few were left as asked for" : "at most " + rule + " were to be left" + missed) + ".";
  }
  if (!(regions.border > 0)) return count + ": cells of equal value.";
  if (surface.regions.size() == 1) {
    return count + ": the borders that could be drawn explain no more than " + short_number(regions.border) +
           " times the noise each, or little all together.";
  }
  return count + joined + "until every border explains at least " +
         (regions.border == 1 ? "as much as the noise of one row does."
                              : short_number(regions.border) + " times as much as the noise of one row does.");
}

bool is_noise_known(const FitRecord& fit) {
  const CellLoss* const loss = find_cell_loss(fit.loss);
  return loss != nullptr && loss->has_known_dispersion();
}

// Says by how much outcomes vary more than the loss says, where they do.
std::string describe_dispersion(const FitRecord& fit, const RegionRecord& regions) {
  const CellLoss* const loss = find_cell_loss(fit.loss);
  if (loss == nullptr || !loss->is_often_overdispersed() || !(regions.noise > 1)) return {};
  const std::string times = short_number(regions.noise, 2) + " times";
  return "Outcomes vary " + times + " as much around what is fitted as chance alone would make them vary (their " +
         "dispersion), so borders have to explain " + times + " as much and rows count for less.";
}

std::vector<std::string> explain_regions(const FitRecord& fit, const Surface& surface) {
  const RegionRecord& regions = *surface.record.regions;
  std::vector<std::string> sentences = {explain_number(fit, surface, regions)};
  const std::string min_rows = recorded_option(fit, "min_rows");
  if (!min_rows.empty() && min_rows != "1") {
    sentences.push_back("Regions with fewer than " + min_rows + " rows were joined to the neighbour that costs least.");
  }
  if (regions.shifts > 1) {
    sentences.emplace_back("The values of cells are averages of fits on grids shifted by parts of a bin.");
  }
  if (const std::string text = describe_dispersion(fit, regions); !text.empty()) sentences.push_back(text);
  if (regions.relax > 0) sentences.push_back(describe_relaxing(regions.relax, is_noise_known(fit)));
  return sentences;
}

// What the error on held-out rows is of.
std::string explain_held_out(const FitRecord& fit, const SurfaceRecord& record) {
  const HeldOut& held_out = *record.held_out;
  const std::string made = record.regions ? "regions that were made" : "a fit that was made";
  const bool is_number_new = record.regions && recorded_option(fit, "regions") == "auto";
  return "On held-out rows: each of " + std::to_string(held_out.folds) + " parts of the rows was predicted by " + made +
         " without it, " + (is_number_new ? "as many as are worth it there, " : "") + "with bins and lambda " +
         (held_out.kind == "nested" ? "of its own." : "of all rows (`held_out=nested` chooses these anew too).");
}

// What the certificate is about; regions that were joined have none.
Explanation explain_exactness(const SurfaceRecord& record) {
  if (record.leaves) {
    return {"greedy", {"A tree is grown split by split: nothing proves that no other tree is better."}};
  }
  const double gap = record.certificate.relative_gap;
  std::string text = record.regions ? "Each of the fits that the regions were made of is proven: for its bins and this "
                                      "lambda no surface is better"
                                    : "For these bins and this lambda no other surface is better";
  if (gap > 0) text += " by more than a share of " + short_number(gap, 2);
  text += gap > 0 ? " (relative gap, computed from the result)." : " (relative gap 0).";
  if (!record.regions) return {"exact", {text}};
  return {"proof", {text, "Joining them to regions is not: it goes step by step, and other regions may be better."}};
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
  if (record.held_out) {
    if (!(record.held_out->error_of_one > 0)) return std::nullopt;
    return 1 - record.held_out->error / record.held_out->error_of_one;
  }
  // A tree is measured by the cross-validation that prunes it.
  const std::optional<std::size_t> position = position_on_path(record);
  if (!record.leaves || !position || !(record.cv.mean.front() > 0)) return std::nullopt;
  return 1 - record.cv.mean[*position] / record.cv.mean.front();
}

std::string describe_relaxing(double relax, bool is_noise_known) {
  if (relax >= 1) return "The value of a region is the mean of its rows.";
  const std::string most = "The value of a region lies between what was fitted and the mean of its rows: ";
  if (!is_noise_known) {
    return most + "up to " + percent_text(relax) + " of the way towards the mean, and less where rows are few.";
  }
  return most + "up to " + percent_text(relax) +
         " of the way towards the mean, less where rows are few, and nearly all of the way where the mean of many rows "
         "is more than a few standard errors away.";
}

std::optional<double> held_out_error(const FitRecord& fit, const SurfaceRecord& record) {
  const std::optional<std::size_t> position = position_on_path(record);
  const ErrorMeasure& measure = loss_of(fit)->error();
  if (record.held_out) return measure.of_mean_deviance(record.held_out->error);
  if (record.leaves && position) return measure.of_mean_deviance(record.cv.mean[*position]);
  return std::nullopt;
}

std::vector<std::string> describe_errors(const FitRecord& fit, const SurfaceRecord& record) {
  const std::shared_ptr<const Loss> loss = loss_of(fit);
  const ErrorMeasure& measure = loss->error();
  const double on_these = measure.choose(record.train_rmse, record.train_deviance / fit.observations);
  const std::string text =
      std::string(measure.sentence) + ": " + number_in_range(on_these, on_these) + " on these rows";
  const std::optional<double> error = held_out_error(fit, record);
  if (!error) return {text + "."};
  const bool counts_classes = record.leaves && loss->trees() == TreeRule::wrong_classes;
  if (counts_classes) return {text + ".", "Wrong classes on rows held out: " + percent_text(*error) + "."};
  std::vector<std::string> sentences = {text + ", " + number_in_range(*error, *error) + " on rows held out."};
  const std::optional<double> explained = explained_share(record);
  if (!explained) return sentences;
  sentences.push_back(*explained > 0 ? "It explains " + percent_text(*explained) + " of the " + measure.explained +
                                           " of held-out rows, compared with one value for all."
                                     : "On held-out rows it is no better than one value for all.");
  return sentences;
}

std::string describe_joint_errors(const FitRecord& fit) {
  std::string text = "Of all classes together: deviance per observation " +
                     short_number(fit.train_deviance / fit.total_weight) + " on these rows";
  if (!fit.held_out) return text + ".";
  text += ", " + short_number(fit.held_out->error) + " on rows held out.";
  if (!(fit.held_out->error_of_one > 0)) return text;
  const double explained = 1 - fit.held_out->error / fit.held_out->error_of_one;
  return text + (explained > 0 ? " They explain " + percent_text(explained) +
                                     " of the deviance of held-out rows, compared with the same shares for all."
                               : " On held-out rows they are no better than the same shares for all.");
}

std::vector<CostOfSimplicity> costs_of_simplicity(const FitRecord& fit, const Surface& surface) {
  constexpr std::array<std::size_t, 7> usual = {1, 2, 5, 10, 20, 50, 100};
  std::vector<CostOfSimplicity> rows;
  if (!surface.record.held_out || surface.record.held_out->path.regions.empty()) return rows;
  const HeldOut& held_out = *surface.record.held_out;
  const ErrorMeasure& measure = loss_of(fit)->error();
  const auto add = [&](std::size_t regions, double error, bool is_model) {
    rows.push_back({regions, measure.of_mean_deviance(error),
                    held_out.error_of_one > 0 ? 1 - error / held_out.error_of_one : 0.0, is_model});
  };
  const std::size_t chosen = surface.regions.size();
  for (std::size_t i = 0; i < held_out.path.regions.size(); ++i) {
    const std::size_t regions = held_out.path.regions[i];
    if (regions != chosen && std::ranges::find(usual, regions) != usual.end()) {
      add(regions, held_out.path.error[i], false);
    }
  }
  add(chosen, held_out.error, true);
  std::ranges::sort(rows, {}, &CostOfSimplicity::regions);
  return rows;
}

std::vector<Explanation> explain_choices(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::vector<Explanation> list = {{"bins", explain_bins(model, surface)}, {"lambda", explain_lambda(fit, record)}};
  if (record.regions) list.push_back({"regions", explain_regions(fit, surface)});
  if (record.held_out) list.push_back({"error", {explain_held_out(fit, record)}});
  list.push_back(explain_exactness(record));
  return list;
}

}  // namespace gaptv
