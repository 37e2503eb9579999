// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "cli/region_table.h"
#include "cli/wrapped_text.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_text.h"

namespace gaptv::cli {
namespace {

constexpr std::size_t largest_shown = 8;
constexpr std::size_t extremes_shown = 3;

std::string describe_grid(const Model& model) {
  std::string text;
  for (const Axis& axis : model.grid.axes) text += (text.empty() ? "" : " x ") + std::to_string(axis.bins());
  return text + " bins";
}

// Each sentence in lines of its own.
std::string indented(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += wrapped_text("  " + in_command_style(sentence), 2);
  return text;
}

std::string head(const Model& model) {
  const FitRecord& record = model.record;
  const auto [low, high] = std::ranges::minmax(fitted_values(model));
  std::string text = describe_outcome(record) + " by " + list_features(model) + "\n\n";
  text += "  " + describe_rows(record) + "\n";
  if (model.plateaus.size() == 1) {
    return text + "  One region: the prediction is " + short_number(low) + " everywhere.\n" +
           indented(describe_errors(record));
  }
  text += "  " + plural(static_cast<double>(model.plateaus.size()), "region") +
          ", each with one predicted value, on a grid of " + describe_grid(model) + ".\n";
  text += "  Predictions run from " + short_number(low) + " to " + short_number(high) + ".\n";
  return text + indented(describe_errors(record));
}

std::string picture(const Model& model, const SummaryOptions& options) {
  const std::size_t features = model.grid.axes.size();
  if (!options.has_map || model.plateaus.size() == 1) return {};
  if (features == 3) return "\nThere is no picture of three features.\n";
  const std::string scale = options.scale == MapScale::bins ? ", every bin equally wide"
                                                            : ", drawn to scale (see also gaptv inspect --map bins)";
  if (features == 1) {
    return "\n" + describe_outcome(model.record) + scale + "\n\n" + draw_curve(model, options.scale);
  }
  return "\nMap of the prediction: " + describe_outcome(model.record) + scale + "\n\n" +
         draw_map(model, options.scale, options.style);
}

std::string regions(const Model& model, const SummaryOptions& options) {
  const std::vector<Plateau>& all = model.plateaus;
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
  text += region_table(model, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown)});
  if (all.size() > shown) {
    std::vector<Plateau> sorted = sort_regions_by_value(model);
    const auto count = static_cast<std::ptrdiff_t>(std::min(sorted.size(), extremes_shown));
    text += "\nThe lowest\n" + region_table(model, {sorted.begin(), sorted.begin() + count});
    std::ranges::reverse(sorted);
    text += "\nThe highest\n" + region_table(model, {sorted.begin(), sorted.begin() + count});
  }
  text +=
      "\n  value: the prediction; mean: the average outcome of the region's rows;\n"
      "  where: the smallest box around the region; fills: how much of that box it is.\n";
  if (all.size() > shown && options.model_file.empty()) {
    text += "  All regions: keep the model with -o MODEL.json, then gaptv inspect MODEL.json --json\n";
  } else if (all.size() > shown) {
    text += "  All regions: gaptv inspect " + options.model_file + " --json\n";
  }
  return text;
}

}  // namespace

namespace {

// A word before each group of sentences, which begin at the same column.
std::string choices(const Model& model) {
  constexpr std::size_t column = 10;
  std::string text = "\nWhat was chosen, and why\n";
  for (const Explanation& explanation : explain_choices(model)) {
    std::string before = "  " + explanation.topic;
    for (const std::string& sentence : explanation.sentences) {
      before.resize(column, ' ');
      text += wrapped_text(before + in_command_style(sentence), column);
      before = "";
    }
  }
  return text;
}

}  // namespace

std::string describe_regions(const Model& model, const SummaryOptions& options) {
  return head(model) + picture(model, options) + regions(model, options) + choices(model);
}

std::string describe_notes(const std::vector<std::string>& notes) {
  std::string text = notes.empty() ? "" : "\nNotes\n";
  for (const std::string& note : notes) text += "  - " + in_command_style(note) + "\n";
  return text;
}

std::string summarise(const Model& model, const SummaryOptions& options) {
  return describe_regions(model, options) + describe_notes(model.record.notes);
}

std::string summarise_briefly(const Model& model) {
  const FitRecord& record = model.record;
  return plural(static_cast<double>(model.plateaus.size()), "region") + " on " + describe_grid(model) + ", lambda " +
         short_number(record.lambda) +
         (loss_of(record)->is_squared() ? ", RMSE " + short_number(record.train_rmse)
                                        : ", " + record.loss + " deviance " + short_number(record.train_deviance)) +
         (record.leaves ? ", " + describe_leaves(record)
                        : ", relative gap " + short_number(record.certificate.relative_gap, 2)) +
         "\n";
}

}  // namespace gaptv::cli
