// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/model_handle.h"

#include <utility>
#include <variant>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/c_interface/status.h"
#include "gaptv/model/class_model.h"
#include "gaptv/model/fit_classes.h"
#include "gaptv/model/model.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "gaptv/model/predict_classes.h"
#include "gaptv/report/report.h"

struct gaptv_model {  // NOLINT(readability-identifier-naming): its name in C
  gaptv::AnyModel model;
};

namespace gaptv::c_interface {
namespace {

ModelHandle make_handle(AnyModel model) {
  return ModelHandle(new gaptv_model{std::move(model)});
}

// The models that a handle holds: one, or one for each class.
std::span<const Model> parts(const gaptv_model& handle) {
  const auto* const one = std::get_if<Model>(&handle.model);
  if (one != nullptr) return {one, 1};
  return std::get<ClassModel>(handle.model).models;
}

const std::vector<std::string>& classes(const gaptv_model& handle) {
  const auto* const several = std::get_if<ClassModel>(&handle.model);
  return several != nullptr ? several->classes : parts(handle).front().record.classes;
}

PredictionType parse_type(const std::string& type) {
  if (type == "response") return PredictionType::response;
  if (type == "link") return PredictionType::link;
  if (type == "region") return PredictionType::plateau;
  refuse_choice("type", type, "response, link or region");
}

// Throws unless each row has a number in each feature. A prediction needs no outcome, but check() does: any column that
// is there will do.
void check_features(const DataView& data, std::size_t threads) {
  if (data.features.empty()) throw InvalidInput("the data have no feature; add those of the model");
  DataView features;
  features.feature_names = data.feature_names;
  features.features = data.features;
  features.outcome = data.features.front();
  check(features, threads);
}

}  // namespace

void DestroyModel::operator()(gaptv_model* model) const noexcept {
  delete model;
}

ModelHandle fit_model(const DataView& data, const FitOptions& options, Progress* progress) {
  return make_handle(fit_by_method(data, options, progress));
}

ModelHandle read_model(const std::string& path) {
  return make_handle(read_any_model(path));
}

ModelHandle model_from_json(const std::string& json) {
  return make_handle(any_model_from_json(json, "the JSON text"));
}

void write_model(const gaptv_model& model, const std::string& path) {
  std::visit([&](const auto& any) { gaptv::write_model(any, path); }, model.model);
}

std::string model_to_json(const gaptv_model& model) {
  return std::visit([](const auto& any) { return gaptv::model_to_json(any); }, model.model);
}

std::string report_model(const gaptv_model& model, std::size_t threads, Progress* progress) {
  ReportOptions options;
  options.threads = threads;
  return html_report(model.model, options, progress);
}

std::size_t count_in_model(const gaptv_model& model, const std::string& what) {
  const std::span<const Model> models = parts(model);
  if (what == "rows") return models.front().record.rows;
  if (what == "features") return models.front().grid.axes.size();
  if (what == "classes") return classes(model).size();
  if (what == "outputs") return models.size();
  if (what != "regions") refuse_choice("what", what, "rows, features, classes, outputs or regions");
  std::size_t regions = 0;
  for (const Model& one : models) regions += one.plateaus.size();
  return regions;
}

const std::string& name_in_model(const gaptv_model& model, const std::string& what, std::size_t index) {
  const Model& first = parts(model).front();
  if (what == "feature" && index < first.grid.axes.size()) return first.grid.axes[index].name;
  if (what == "class" && index < classes(model).size()) return classes(model)[index];
  if (what == "outcome" && index == 0) return first.record.outcome;
  if (what != "feature" && what != "class" && what != "outcome") {
    refuse_choice("what", what, "feature, class or outcome");
  }
  throw InvalidInput("the model has no " + what + " with the index " + std::to_string(index) +
                     "; indices count from 0, and gaptv_model_count() says how many there are");
}

void predict_rows(const gaptv_model& model, const DataView& data, const std::string& type, std::size_t threads,
                  std::span<double> values) {
  const PredictionType prediction = parse_type(type);
  const std::size_t outputs = parts(model).size();
  const std::size_t rows = data.rows();
  if (values.size() != rows * outputs) {
    throw InvalidInput("the array has room for " + std::to_string(values.size()) + " numbers; " + std::to_string(rows) +
                       " rows times " + std::to_string(outputs) + " outputs are needed");
  }
  if (rows > 0) check_features(data, threads);
  if (const auto* const one = std::get_if<Model>(&model.model)) {
    predict_into(values, *one, data, prediction, threads);
    return;
  }
  const auto by_class = predict_classes(std::get<ClassModel>(model.model), data, prediction, threads);
  for (std::size_t k = 0; k < outputs; ++k) {
    for (std::size_t row = 0; row < rows; ++row) values[row * outputs + k] = by_class[k][row];
  }
}

}  // namespace gaptv::c_interface
