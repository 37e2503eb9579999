// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "cli/region_table.h"
#include "cli/text_table.h"
#include "cli/wrapped_text.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_facts.h"
#include "gaptv/output/region_text.h"
#include "gaptv/output/telling_weight.h"

namespace gaptv::cli {
namespace {

constexpr std::size_t largest_shown = 8;
constexpr std::size_t extremes_shown = 3;

std::string describe_grid(const Surface& surface) {
  std::string text;
  for (const Axis& axis : surface.grid.axes) text += (text.empty() ? "" : " x ") + std::to_string(axis.bins());
  return text + " bins";
}

// Each sentence in lines of its own.
std::string indented(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += wrapped_text("  " + in_command_style(sentence), 2);
  return text;
}

std::string describe_mask(const Surface& surface) {
  const std::size_t left_out = count_left_out(surface.grid);
  if (left_out == 0) return {};
  return "  The mask leaves out " + count_text(static_cast<double>(left_out)) + " of its " +
         count_text(static_cast<double>(surface.cells.size())) + " cells.\n";
}

std::string head(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  std::string text = describe_outcome(fit, surface) + " by " + list_features(model) + "\n\n";
  text += "  " + describe_rows(fit, record) + "\n";
  if (surface.regions.size() == 1) {
    return text + "  One region: the prediction is " + short_number(low) + " everywhere.\n" +
           indented(describe_errors(fit, record));
  }
  text += "  " + plural(static_cast<double>(surface.regions.size()), "region") +
          ", each with one predicted value, on a grid of " + describe_grid(surface) + ".\n" + describe_mask(surface);
  text += "  Predictions run from " + short_number(low) + " to " + short_number(high) + ".\n";
  return text + indented(describe_errors(fit, record));
}

std::string picture(const Model& model, const Surface& surface, const SummaryOptions& options) {
  const std::size_t features = surface.grid.axes.size();
  if (!options.has_map || surface.regions.size() == 1) return {};
  if (features == 3) return "\nThere is no picture of three features.\n";
  const std::string scale = options.scale == MapScale::bins ? ", every bin equally wide"
                                                            : ", drawn to scale (see also gaptv inspect --map bins)";
  if (features == 1) {
    return "\n" + describe_outcome(model.record, surface) + scale + "\n\n" +
           draw_curve(model.record.outcome, surface, options.scale);
  }
  return "\nMap of the prediction: " + describe_outcome(model.record, surface) + scale + "\n\n" +
         draw_map(surface, options.scale, options.style);
}

std::string regions(const Model& model, const Surface& surface, const SummaryOptions& options) {
  const std::vector<Region>& all = surface.regions;
  if (all.size() == 1) return {};
  const std::size_t shown = std::min(all.size(), largest_shown);
  double weight = 0;
  for (std::size_t i = 0; i < shown; ++i) weight += all[i].weight;
  std::string text = "\nThe regions\n";
  if (all.size() > shown) {
    text = "\nThe largest regions: " + std::to_string(shown) + " of " + count_text(static_cast<double>(all.size())) +
           ", with " + percent_text(weight / model.record.total_weight) +
           (model.record.exposure.empty() ? " of the rows\n" : " of the exposure\n");
  }
  const std::vector<RegionFacts> facts = region_facts(model, surface, options.min_rows);
  text += region_table(model, surface, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown)}, facts);
  if (all.size() > shown) {
    // As in the report: regions of few rows say little, and are taken only where there are no others.
    ExtremeRegions extremes = find_extreme_regions(surface, extremes_shown, telling_weight(model.record));
    std::string which = model.record.exposure.empty() ? ", of regions with at least 30 rows\n"
                                                      : ", of regions with at least 1 % of the exposure\n";
    if (extremes.lowest.empty()) {
      extremes = find_extreme_regions(surface, extremes_shown);
      which = "\n";
    }
    text += "\nThe lowest" + which + region_table(model, surface, extremes.lowest, facts);
    text += "\nThe highest" + which + region_table(model, surface, extremes.highest, facts);
  }
  text +=
      "\n  value: the prediction; mean: the average outcome of the region's rows;\n"
      "  where: the smallest box around the region; fills: how much of that box it is.\n";
  const std::string hidden = note_on_hidden_means(surface, facts, options.min_rows);
  if (!hidden.empty()) text += "  " + hidden + " inspect --min-rows 1 shows them.\n";
  if (all.size() > shown && options.model_file.empty()) {
    text += "  All regions: keep the model with -o MODEL.json, then gaptv inspect MODEL.json --json\n";
  } else if (all.size() > shown) {
    text += "  All regions: gaptv inspect " + options.model_file + " --json\n";
  }
  return text;
}

// What fewer regions, or more, would cost on held-out rows.
std::string simplicity(const Model& model, const Surface& surface) {
  const std::vector<CostOfSimplicity> costs = costs_of_simplicity(model.record, surface);
  if (costs.size() < 2) return {};
  const ErrorMeasure& measure = loss_of(model.record)->error();
  std::vector<std::vector<std::string>> rows = {
      {"regions", std::string(measure.is_root ? "RMSE" : "deviance"), "explained", ""}};
  for (const CostOfSimplicity& cost : costs) {
    rows.push_back({count_text(static_cast<double>(cost.regions)), number_in_range(cost.error, cost.error),
                    cost.explained > 0 ? percent_text(cost.explained) : "0 %", cost.is_model ? "this model" : ""});
  }
  return std::string(
             "\nWhat simplicity costs: the error on held-out rows by number of regions (--regions K asks for K") +
         (model.has_classes() ? " of each class)\n" : ")\n") + text_table(rows);
}

// A word before each group of sentences, which begin at the same column.
std::string choices(const Model& model, const Surface& surface) {
  constexpr std::size_t column = 10;
  std::string text = "\nWhat was chosen, and why\n";
  for (const Explanation& explanation : explain_choices(model, surface)) {
    std::string before = "  " + explanation.topic;
    for (const std::string& sentence : explanation.sentences) {
      before.resize(column, ' ');
      text += wrapped_text(before + in_command_style(sentence), column);
      before = "";
    }
  }
  return text;
}

std::string describe_surface(const Model& model, const Surface& surface, const SummaryOptions& options) {
  return head(model, surface) + picture(model, surface, options) + regions(model, surface, options) +
         simplicity(model, surface) + choices(model, surface);
}

std::string describe_notes(const std::vector<std::string>& notes) {
  std::string text = notes.empty() ? "" : "\nNotes\n";
  for (const std::string& note : notes) text += "  - " + in_command_style(note) + "\n";
  return text;
}

// The share of the training rows that belong to the class.
double share_of_class(const Surface& surface, double total_weight) {
  double members = 0;
  for (const CellStats& cell : surface.cells) members += cell.weight > 0 ? cell.weight * cell.mean : 0.0;
  return members / total_weight;
}

std::string class_table(const Model& model) {
  std::vector<std::vector<std::string>> rows = {{"share", "regions", "lowest", "highest", "explained", "class"}};
  for (const Surface& surface : model.surfaces) {
    const auto [low, high] = std::ranges::minmax(fitted_values(surface));
    const std::optional<double> explained = surface.record.held_out ? explained_share(surface.record) : std::nullopt;
    rows.push_back({percent_text(share_of_class(surface, model.record.total_weight)),
                    count_text(static_cast<double>(surface.regions.size())), short_number(low, 3),
                    short_number(high, 3), explained ? percent_text(std::max(*explained, 0.0)) : "-", surface.label});
  }
  return "\n" + text_table(rows) +
         "\n  share: of the training rows; lowest, highest: probability against the rest; explained: of\n"
         "  the deviance of held-out rows, each class against the rest. Predicted is the probability\n"
         "  of a class divided by the sum over the classes.\n";
}

// What several classes have in common, a table with a line for each, then the regions of each.
std::string describe_classes(const Model& model, const SummaryOptions& options) {
  const std::string count = std::to_string(model.surfaces.size());
  const bool is_tree = model.surfaces.front().record.leaves.has_value();
  std::string text = model.record.outcome + ": " + count +
                     (is_tree ? " classes, one tree for all\n" : " classes, a model for each against the rest\n") +
                     class_table(model) + wrapped_text("  " + describe_joint_errors(model.record), 2);
  for (std::size_t k = 0; k < model.surfaces.size(); ++k) {
    const Surface& surface = model.surfaces[k];
    text += "\n--- Class " + std::to_string(k + 1) + " of " + count + ": " + surface.label + " ---\n\n" +
            describe_surface(model, surface, options);
  }
  return text;
}

// A model for the public has values and borders, and nothing to say of rows.
std::string describe_released(const Model& model, const SummaryOptions& options) {
  const Surface& surface = model.surfaces.front();
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  std::string text = describe_outcome(model.record, surface) + " by " + list_features(model) + "\n\n" +
                     "  Made for the public by gaptv release: it predicts the values of " +
                     plural(static_cast<double>(surface.regions.size()), "area") + " and knows nothing of rows.\n" +
                     "  Predictions run from " + short_number(low) + " to " + short_number(high) + ".\n" +
                     picture(model, surface, options);
  std::vector<std::vector<std::string>> rows = {{"id", "value", "fills", "where"}};
  const RegionText where(surface);
  const std::size_t shown = std::min(surface.regions.size(), largest_shown);
  for (const Region& region : std::span(surface.regions).first(shown)) {
    rows.push_back({std::to_string(region.id), number_in_range(region.value, high - low),
                    percent_text(share_of_box(surface, region)), where.where(region)});
  }
  text += surface.regions.size() > shown ? "\nThe areas of most cells\n" : "\nThe areas\n";
  return text + text_table(rows);
}

}  // namespace

std::string summarise(const Model& model, const SummaryOptions& options) {
  if (is_released(model)) return describe_released(model, options);
  const std::string text =
      model.has_classes() ? describe_classes(model, options) : describe_surface(model, model.surfaces.front(), options);
  return text + describe_notes(model.record.notes);
}

std::string summarise_briefly(const Model& model) {
  const Surface& first = model.surfaces.front();
  const std::string regions = plural(static_cast<double>(count_regions(model)), "region");
  if (model.has_classes()) {
    return std::to_string(model.surfaces.size()) + " classes, " + regions + " in all" +
           (first.record.leaves ? ", one tree for all" : "") + "\n" + class_table(model) +
           wrapped_text("  " + describe_joint_errors(model.record), 2);
  }
  return regions + " on " + describe_grid(first) + (first.record.leaves ? ", " + describe_leaves(first.record) : "") +
         "\n" + indented(describe_errors(model.record, first.record)) + simplicity(model, first);
}

std::string summarise_cells(const CountedRows& counted, const std::string& file) {
  std::size_t cells = 0;
  for (const CountedCells& fold : counted.folds) cells += fold.size();
  return "wrote " + file + ": " + plural(static_cast<double>(counted.summary.rows), "row") + " in " +
         plural(static_cast<double>(cells), "cell") + "; gaptv fit --cells fits it\n";
}

}  // namespace gaptv::cli
