// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/class_summary.h"

#include <algorithm>

#include "cli/text_table.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

// The share of the training rows that belong to the class.
double share_of(const Model& model) {
  double members = 0;
  for (const CellStats& cell : model.cells) members += cell.weight > 0 ? cell.weight * cell.mean : 0.0;
  return members / model.record.total_weight;
}

std::string class_table(const ClassModel& model) {
  std::vector<std::vector<std::string>> rows = {{"share", "regions", "lowest", "highest", "class"}};
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    const auto [low, high] = std::ranges::minmax(fitted_values(model.models[k]));
    rows.push_back({percent_text(share_of(model.models[k])),
                    count_text(static_cast<double>(model.models[k].plateaus.size())), short_number(low, 3),
                    short_number(high, 3), model.classes[k]});
  }
  return text_table(rows);
}

}  // namespace

std::string summarise(const ClassModel& model, const SummaryOptions& options) {
  const FitRecord& record = model.models.front().record;
  std::string text =
      record.outcome + ": " + std::to_string(model.classes.size()) +
      (record.leaves ? " classes, one tree for all\n\n" : " classes, a model for each against the rest\n\n") +
      class_table(model) +
      "\n  share: of the training rows; lowest, highest: probability against the rest. Predicted is\n"
      "  the probability of a class divided by the sum over the classes.\n"
      "  Deviance per observation: " +
      short_number(model.train_deviance / record.total_weight) + " on these rows.\n";
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    text += "\n--- Class " + std::to_string(k + 1) + " of " + std::to_string(model.classes.size()) + ": " +
            model.classes[k] + " ---\n\n" + describe_regions(model.models[k], options);
  }
  return text + describe_notes(model.notes);
}

std::string summarise_briefly(const ClassModel& model) {
  return std::to_string(model.classes.size()) + " classes, " +
         plural(static_cast<double>(plateau_count(model)), "region") + " in all, one-vs-rest deviance " +
         short_number(model.train_deviance) +
         (model.models.front().record.leaves
              ? ", one tree for all"
              : ", relative gap at most " + short_number(joint_certificate(model).relative_gap, 2)) +
         "\n";
}

}  // namespace gaptv::cli
