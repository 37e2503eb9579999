// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_classes.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/labels.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/observations.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/model/class_errors.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict_classes.h"

namespace gaptv {
namespace {

[[noreturn]] void refuse(const DataView& data, const std::string& problem) {
  throw InvalidInput("outcome '" + data.outcome_name + "' " + problem);
}

Model fit_one(const DataView& data, const std::vector<std::size_t>& class_of_row, std::size_t class_number,
              const FitOptions& options, Progress* progress) {
  const std::vector<double> outcome = membership(class_of_row, class_number);
  DataView against_rest = data;
  against_rest.outcome = outcome;
  against_rest.classes.clear();
  FitOptions of_class = options;
  of_class.loss = loss_of_each_class().name();
  Model model = fit(against_rest, of_class, progress);
  const std::string& label = data.classes[class_number];
  model.record.classes = {"not " + label, label};
  return model;
}

// What is true of every class is said once.
std::vector<std::string> notes_of_parts(const ClassModel& model) {
  const auto has_note = [](const Model& one, const std::string& note) {
    return std::ranges::find(one.record.notes, note) != one.record.notes.end();
  };
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < model.models.size(); ++k) {
    for (const std::string& note : model.models[k].record.notes) {
      const bool is_common =
          std::ranges::all_of(model.models, [&](const Model& other) { return has_note(other, note); });
      if (!is_common) notes.push_back("class '" + model.classes[k] + "': " + note);
      if (is_common && k == 0) notes.push_back(note);
    }
  }
  return notes;
}

}  // namespace

void check_classes(const DataView& data) {
  const std::size_t count = data.classes.size();
  const std::string labels = "has " + std::to_string(count) + (count == 1 ? " label" : " labels");
  if (count == 0) refuse(data, "has no labels; name the classes that its numbers 0, 1, 2, ... stand for");
  if (count < fewest_classes) {
    refuse(data, labels + "; the loss one-vs-rest needs three or more" +
                     (count == 2 ? ": use binomial (`loss=binomial`)" : ": name another column as the outcome"));
  }
  if (std::set(data.classes.begin(), data.classes.end()).size() != count) refuse(data, "has the same label twice");
  const std::string identifier = ", so that it looks like an identifier; name another column as the outcome";
  if (count > csv::most_labels) {
    refuse(data, labels + ", more than the " + std::to_string(csv::most_labels) + " that are allowed" + identifier);
  }
  const double observations = count_divisible_observations(data);
  if (2 * static_cast<double>(count) > observations) {
    refuse(data, labels + " in " + std::to_string(data.rows()) + " rows, fewer than two rows for each" + identifier);
  }
}

bool is_for_classes(const DataView& data, const FitOptions& options) {
  return is_one_vs_rest(options.loss) || (options.loss == "auto" && data.classes.size() >= fewest_classes);
}

ClassModel fit_classes(const DataView& given, const FitOptions& options, Progress* progress) {
  if (!is_one_vs_rest(options.loss) && options.loss != "auto") {
    throw InvalidInput("the loss " + options.loss + " makes one model, not one for each class; use one-vs-rest");
  }
  check(options, given.features.size());
  check(given, options.threads);
  const Observations observations(given, options.weight_kind);
  const DataView& data = observations.view();
  check_classes(data);
  const std::vector<std::size_t> class_of_row = class_of_rows(data.classes, data);
  ClassModel model;
  model.classes = data.classes;
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    model.models.push_back(fit_one(data, class_of_row, k, options, progress));
    model.models.back().record.rows = given.rows();
    model.models.back().record.options = recorded_options(resolve(options));
    record_observations(observations, model.models.back().record);
  }
  const ClassErrors errors =
      class_errors(predict_classes(model, data, PredictionType::response, options.threads), class_of_row, data);
  model.train_rmse = errors.rmse;
  model.train_deviance = errors.deviance;
  model.notes = {"outcome '" + data.outcome_name + "' has " + std::to_string(model.classes.size()) +
                 " labels: each is fitted against the rest, and the probabilities are divided by their sum "
                 "(`loss=one-vs-rest`)"};
  model.notes.insert(model.notes.end(), observations.notes().begin(), observations.notes().end());
  for (std::string& note : notes_of_parts(model)) model.notes.push_back(std::move(note));
  return model;
}

ClassModel fit_classes(const Dataset& data, const FitOptions& options, Progress* progress) {
  return fit_classes(data.view(), options, progress);
}

AnyModel fit_any(const DataView& data, const FitOptions& options, Progress* progress) {
  if (is_for_classes(data, options)) return fit_classes(data, options, progress);
  return fit(data, options, progress);
}

}  // namespace gaptv
