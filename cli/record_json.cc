// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/record_json.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gaptv/model/fit_options.h"

namespace gaptv::cli {
namespace {

using Json = nlohmann::ordered_json;

Json plateaus_to_json(const Model& model) {
  Json list = Json::array();
  for (const Plateau& plateau : model.plateaus) {
    Json from = Json::array();
    Json to = Json::array();
    for (std::size_t j = 0; j < model.grid.axes.size(); ++j) {
      const Axis& axis = model.grid.axes[j];
      const std::size_t first = plateau.first_bin[j];
      const std::size_t last = plateau.last_bin[j];
      from.push_back(first > 0 ? Json(axis.edges[first - 1]) : nullptr);
      to.push_back(last + 1 < axis.bins() ? Json(axis.edges[last]) : nullptr);
    }
    list.push_back({{"id", plateau.id},
                    {"value", plateau.value},
                    {"mean", plateau.mean},
                    {"weight", plateau.weight},
                    {"cells", plateau.cells},
                    {"from", from},
                    {"to", to}});
  }
  return list;
}

// The largest over the classes for each axis.
template <typename Count>
std::vector<std::size_t> most_bins(const ClassModel& model, Count count) {
  std::vector<std::size_t> most(model.models.front().grid.axes.size(), 0);
  for (const Model& one : model.models) {
    for (std::size_t j = 0; j < most.size(); ++j) most[j] = std::max(most[j], count(one.grid.axes[j]));
  }
  return most;
}

// The keys of one model, each with what can be said of all classes together.
Json joint_record(const ClassModel& model) {
  Json json = record_to_json(model.models.front());
  const Certificate certificate = joint_certificate(model);
  json["loss"] = one_vs_rest;
  json["bins"] = most_bins(model, [](const Axis& axis) { return axis.bins(); });
  json["bins_requested"] = most_bins(model, [](const Axis& axis) { return axis.bins_requested; });
  for (const char* key : {"plateaus", "cells", "empty_cells"}) json[key] = 0;
  for (const Model& one : model.models) {
    const Json record = record_to_json(one);
    for (const char* key : {"plateaus", "cells", "empty_cells"}) {
      json[key] = json[key].get<std::size_t>() + record[key].get<std::size_t>();
    }
    if (one.record.lambda != model.models.front().record.lambda) json["lambda"] = nullptr;
    json["lambda_max"] = std::max(json["lambda_max"].get<double>(), one.record.lambda_max);
  }
  json["objective"] = certificate.objective;
  json["certificate"] = {{"relative_gap", certificate.relative_gap}, {"max_violation", certificate.max_violation}};
  for (const char* curves : {"cv", "gap"}) {
    for (auto& [key, curve] : json[curves].items()) curve = Json::array();
  }
  json["train"] = {{"rmse", model.train_rmse}, {"deviance", model.train_deviance}};
  json.erase("input_hash");  // each class has its own
  json["notes"] = model.notes;
  return json;
}

template <typename ToJson>
Json with_classes(const ClassModel& model, ToJson record_of) {
  Json json = joint_record(model);
  json["classes"] = Json::array();
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    Json record = {{"label", model.classes[k]}};
    record.update(record_of(model.models[k]));
    json["classes"].push_back(std::move(record));
  }
  return json;
}

}  // namespace

Json record_to_json(const Model& model) {
  const FitRecord& record = model.record;
  std::vector<std::string> features;
  std::vector<std::size_t> bins;
  std::vector<std::size_t> bins_requested;
  for (const Axis& axis : model.grid.axes) {
    features.push_back(axis.name);
    bins.push_back(axis.bins());
    bins_requested.push_back(axis.bins_requested);
  }
  const auto empty_cells = std::ranges::count_if(model.cells, [](const CellStats& cell) { return cell.weight <= 0; });
  Json json = {
      {"method", record.method},
      {"loss", record.loss},
      {"outcome", record.outcome},
      {"features", features},
      {"rows", record.rows},
      {"dropped_rows", record.dropped_rows},
      {"observations", record.observations},
      {"weight_kind", record.weight_kind.empty() ? "none" : record.weight_kind},
      {"total_weight", record.total_weight},
      {"bins", bins},
      {"bins_rule", record.bins_rule},
      {"bins_requested", bins_requested},
      {"edges", record.edges},
      {"lambda", record.lambda},
      {"lambda_rule", record.lambda_rule},
      {"lambda_max", record.lambda_max},
      {"folds", record.folds},
      {"plateaus", model.plateaus.size()},
      {"cells", model.beta.size()},
      {"empty_cells", empty_cells},
      {"empty_cell_rule", record.empty_cell_rule},
      {"objective", record.certificate.objective},
      {"certificate",
       {{"relative_gap", record.certificate.relative_gap}, {"max_violation", record.certificate.max_violation}}},
      {"cv", {{"lambdas", record.cv.lambdas}, {"mean", record.cv.mean}, {"standard_error", record.cv.standard_error}}},
      {"gap", {{"bins", record.gap.bins}, {"log_w", record.gap.log_w}, {"gap", record.gap.gap}}},
      {"train", {{"rmse", record.train_rmse}, {"deviance", record.train_deviance}}},
      {"seed", record.seed},
      {"input_hash", record.input_hash},
      {"notes", record.notes},
      {"version", record.version}};
  if (record.loss_parameter) json["loss_parameter"] = *record.loss_parameter;
  if (record.leaves) json["leaves"] = *record.leaves;
  if (record.regions) {
    json["regions"] = {{"shifts", record.regions->shifts},
                       {"relax", record.regions->relax},
                       {"border", record.regions->border},
                       {"bins", record.regions->bins}};
  }
  if (!record.exposure.empty()) json["exposure"] = record.exposure;
  if (!record.classes.empty()) json["classes"] = record.classes;
  return json;
}

Json record_to_json(const ClassModel& model) {
  return with_classes(model, [](const Model& one) { return record_to_json(one); });
}

Json record_with_plateaus_to_json(const Model& model) {
  Json json = record_to_json(model);
  json["plateau_list"] = plateaus_to_json(model);
  return json;
}

Json record_with_plateaus_to_json(const ClassModel& model) {
  return with_classes(model, [](const Model& one) { return record_with_plateaus_to_json(one); });
}

std::string to_text(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gaptv::cli
