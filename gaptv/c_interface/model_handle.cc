// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/model_handle.h"

#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/c_interface/status.h"
#include "gaptv/model/model.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "gaptv/report/report.h"

struct gaptv_model {  // NOLINT(readability-identifier-naming): its name in C
  gaptv::Model model;
};

namespace gaptv::c_interface {
namespace {

ModelHandle make_handle(Model model) {
  return ModelHandle(new gaptv_model{std::move(model)});
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
  return make_handle(fit(data, options, progress));
}

ModelHandle read_model(const std::string& path) {
  return make_handle(gaptv::read_model(path));
}

ModelHandle model_from_json(const std::string& json) {
  return make_handle(gaptv::model_from_json(json, "the JSON text"));
}

void write_model(const gaptv_model& model, const std::string& path) {
  gaptv::write_model(model.model, path);
}

std::string model_to_json(const gaptv_model& model) {
  return gaptv::model_to_json(model.model);
}

std::string report_model(const gaptv_model& model, std::size_t threads, Progress* progress) {
  ReportOptions options;
  options.threads = threads;
  return html_report(model.model, options, progress);
}

std::size_t count_in_model(const gaptv_model& handle, const std::string& what) {
  const Model& model = handle.model;
  if (what == "rows") return model.record.rows;
  if (what == "features") return model.surfaces.front().grid.axes.size();
  if (what == "classes") return model.record.classes.size();
  if (what == "outputs") return model.surfaces.size();
  if (what == "regions") return count_regions(model);
  refuse_choice("what", what, "rows, features, classes, outputs or regions");
}

const std::string& name_in_model(const gaptv_model& handle, const std::string& what, std::size_t index) {
  const FitRecord& record = handle.model.record;
  const std::vector<Axis>& axes = handle.model.surfaces.front().grid.axes;
  if (what == "feature" && index < axes.size()) return axes[index].name;
  if (what == "class" && index < record.classes.size()) return record.classes[index];
  if (what == "outcome" && index == 0) return record.outcome;
  if (what != "feature" && what != "class" && what != "outcome") {
    refuse_choice("what", what, "feature, class or outcome");
  }
  throw InvalidInput("the model has no " + what + " with the index " + std::to_string(index) +
                     "; indices count from 0, and gaptv_model_count() says how many there are");
}

void predict_rows(const gaptv_model& model, const DataView& data, const std::string& type, std::size_t threads,
                  std::span<double> values) {
  const PredictionType prediction = parse_prediction_type(type);
  const std::size_t outputs = model.model.surfaces.size();
  const std::size_t rows = data.rows();
  if (values.size() != rows * outputs) {
    throw InvalidInput("the array has room for " + std::to_string(values.size()) + " numbers; " + std::to_string(rows) +
                       " rows times " + std::to_string(outputs) + " outputs are needed");
  }
  if (rows > 0) check_features(data, threads);
  predict_into(values, model.model, data, prediction, threads);
}

}  // namespace gaptv::c_interface
