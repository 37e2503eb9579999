// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_classes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/labels.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/observations.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/model/class_errors.h"
#include "gaptv/model/class_held_out.h"
#include "gaptv/model/classes.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/model/row_source.h"

namespace gaptv {
namespace {

[[noreturn]] void refuse(const DataView& data, const std::string& problem) {
  throw InvalidInput("outcome '" + data.outcome_name + "' " + problem);
}

struct FittedClass {
  Model model;
  std::optional<HeldOutClass> held_out;
};

FittedClass fit_one(const DataView& data, const std::vector<std::size_t>& class_of_row, std::size_t class_number,
                    const FitOptions& options, Progress* progress) {
  const std::vector<double> outcome = membership(class_of_row, class_number);
  DataView against_rest = data;
  against_rest.outcome = outcome;
  against_rest.classes.clear();
  FitOptions of_each = options;
  of_each.loss = loss_of_each_class().name();
  FittedClass result{fit_gaptv(against_rest, of_each, progress), {}};
  const FitOptions resolved = resolve(of_each);
  if (resolved.held_out == HeldOutRule::off || count_folds(resolved) < 2) return result;
  Progress silent;
  Progress& told = progress != nullptr ? *progress : silent;
  const RowSource source(against_rest, resolved, told);
  if (source.summary().folds > 1) result.held_out = predict_held_out_class(source, result.model, resolved, told);
  return result;
}

// What is true of every class is said once.
std::vector<std::string> join_notes(const std::vector<std::string>& classes,
                                    const std::vector<std::vector<std::string>>& notes_of_class) {
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (const std::string& note : notes_of_class[k]) {
      const bool is_common = std::ranges::all_of(notes_of_class, [&note](const std::vector<std::string>& others) {
        return std::ranges::find(others, note) != others.end();
      });
      if (!is_common) notes.push_back("class '" + classes[k] + "': " + note);
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

Model fit_classes(const DataView& given, const FitOptions& options, Progress* progress) {
  check(options, given.features.size());
  check(given, options.threads);
  const Observations observations(given, options.weight_kind);
  const DataView& data = observations.view();
  check_classes(data);
  const std::vector<std::size_t> class_of_row = class_of_rows(data.classes, data);
  Model model;
  std::vector<std::vector<std::string>> notes_of_class;
  std::vector<HeldOutClass> held_out;
  for (std::size_t k = 0; k < data.classes.size(); ++k) {
    FittedClass fitted = fit_one(data, class_of_row, k, options, progress);
    Model& of_class = fitted.model;
    if (fitted.held_out) held_out.push_back(std::move(*fitted.held_out));
    of_class.surfaces.front().label = data.classes[k];
    model.surfaces.push_back(std::move(of_class.surfaces.front()));
    notes_of_class.push_back(std::move(of_class.record.notes));
    if (k == 0) model.record = std::move(of_class.record);
  }
  model.record.classes = data.classes;
  model.record.rows = given.rows();
  record_observations(observations, model.record);
  model.record.options = recorded_options(resolve(options));
  record_class_errors(model, class_of_row, data, options.threads);
  if (held_out.size() == data.classes.size()) {
    model.record.held_out = joint_held_out(held_out, class_of_row, data, options);
  }
  model.record.notes = {"outcome '" + data.outcome_name + "' has " + std::to_string(data.classes.size()) +
                        " labels: each is fitted against the rest, and the probabilities are divided by their sum "
                        "(`loss=one-vs-rest`)"};
  model.record.notes.insert(model.record.notes.end(), observations.notes().begin(), observations.notes().end());
  for (std::string& note : join_notes(data.classes, notes_of_class)) model.record.notes.push_back(std::move(note));
  return model;
}

void record_class_errors(Model& model, const std::vector<std::size_t>& class_of_row, const DataView& data,
                         std::size_t threads) {
  const ClassErrors errors =
      class_errors(predict_by_surface(model, data, PredictionType::response, threads), class_of_row, data);
  model.record.train_rmse = errors.rmse;
  model.record.train_deviance = errors.deviance;
}

}  // namespace gaptv
