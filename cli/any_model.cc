// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/any_model.h"

#include "cli/output.h"
#include "gaptv/model/model_file.h"

namespace gaptv::cli {

AnyModel load_any_model(const std::string& path) {
  return path == "-" ? any_model_from_json(read_stdin(), "standard input") : read_any_model(path);
}

const Model& first_part(const AnyModel& model) {
  const auto* const classes = std::get_if<ClassModel>(&model);
  return classes != nullptr ? classes->models.front() : std::get<Model>(model);
}

std::vector<std::string> feature_names(const Model& model) {
  std::vector<std::string> names;
  for (const Axis& axis : model.grid.axes) names.push_back(axis.name);
  return names;
}

const std::vector<std::string>& classes_of(const AnyModel& model) {
  const auto* const classes = std::get_if<ClassModel>(&model);
  return classes != nullptr ? classes->classes : std::get<Model>(model).record.classes;
}

const std::vector<std::string>& notes_of(const AnyModel& model) {
  const auto* const classes = std::get_if<ClassModel>(&model);
  return classes != nullptr ? classes->notes : std::get<Model>(model).record.notes;
}

}  // namespace gaptv::cli
