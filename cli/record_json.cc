// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/record_json.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gaptv/grid/cell_mask.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/region_facts.h"

namespace gaptv::cli {
namespace {

using Json = nlohmann::ordered_json;

Json regions_to_json(const Model& model, const Surface& surface, std::size_t fewest_rows) {
  const std::vector<RegionFacts> facts = region_facts(model, surface, fewest_rows);
  Json list = Json::array();
  for (const Region& region : surface.regions) {
    Json from = Json::array();
    Json to = Json::array();
    for (std::size_t j = 0; j < surface.grid.axes.size(); ++j) {
      const Axis& axis = surface.grid.axes[j];
      const std::size_t first = region.first_bin[j];
      const std::size_t last = region.last_bin[j];
      from.push_back(first > 0 ? Json(axis.edges[first - 1]) : nullptr);
      to.push_back(last + 1 < axis.bins() ? Json(axis.edges[last]) : nullptr);
    }
    list.push_back({{"id", region.id},
                    {"value", region.value},
                    {"mean", facts[region.id].mean ? Json(*facts[region.id].mean) : Json()},
                    {"weight", region.weight},
                    {"cells", region.cells},
                    {"from", from},
                    {"to", to}});
  }
  return list;
}

// Returns the largest over the surfaces for each axis.
template <typename Count>
std::vector<std::size_t> most_bins(const Model& model, Count count) {
  std::vector<std::size_t> most(model.surfaces.front().grid.axes.size(), 0);
  for (const Surface& surface : model.surfaces) {
    for (std::size_t j = 0; j < most.size(); ++j) most[j] = std::max(most[j], count(surface.grid.axes[j]));
  }
  return most;
}

std::string regions_rule(const FitRecord& fit, const SurfaceRecord& record) {
  const std::string rule = recorded_option(fit, "regions");
  return record.regions && !rule.empty() ? rule : "none";
}

double smallest_region_rows(const Surface& surface) {
  return std::ranges::min_element(surface.regions, {}, &Region::rows)->rows;
}

// Which fits the objective and the certificate are about.
std::string certified(const SurfaceRecord& record) {
  if (record.leaves) return "nothing: a tree has no proof";
  return record.regions
             ? "the fits on the grid and its shifts, before cells were joined: the objective of the first, the "
               "largest gap of all"
             : "the model";
}

// Errors as people are told them: roots where they are squared.
Json held_out_to_json(const FitRecord& fit, const SurfaceRecord& record) {
  if (!record.held_out) return nullptr;
  const HeldOut& held_out = *record.held_out;
  const ErrorMeasure& measure = loss_of(fit)->error();
  const std::optional<double> explained = explained_share(record);
  return {{"name", measure.is_root ? "rmse" : "mean deviance of a row"},
          {"error", measure.of_mean_deviance(held_out.error)},
          {"standard_error", measure.standard_error(held_out.error, held_out.standard_error)},
          {"explained", explained ? Json(*explained) : nullptr},
          {"folds", held_out.folds},
          {"kind", held_out.kind}};
}

// The error of the probabilities of all classes together.
Json joint_held_out_to_json(const FitRecord& fit) {
  if (!fit.held_out) return nullptr;
  SurfaceRecord record;
  record.held_out = fit.held_out;
  return held_out_to_json(fit, record);
}

Json path_to_json(const FitRecord& fit, const SurfaceRecord& record) {
  Json error = Json::array();
  Json standard_error = Json::array();
  const HeldOutCurve path = record.held_out ? record.held_out->path : HeldOutCurve();
  const ErrorMeasure& measure = loss_of(fit)->error();
  for (std::size_t i = 0; i < path.regions.size(); ++i) {
    error.push_back(measure.of_mean_deviance(path.error[i]));
    standard_error.push_back(measure.standard_error(path.error[i], path.standard_error[i]));
  }
  return {{"regions", path.regions}, {"error", error}, {"standard_error", standard_error}};
}

// The keys of a model with one surface; of several classes each has its own.
Json surface_to_json(const FitRecord& fit, const Surface& surface) {
  const SurfaceRecord& record = surface.record;
  std::vector<std::string> features;
  std::vector<std::size_t> bins;
  std::vector<std::size_t> bins_requested;
  for (const Axis& axis : surface.grid.axes) {
    features.push_back(axis.name);
    bins.push_back(axis.bins());
    bins_requested.push_back(axis.bins_requested);
  }
  const auto without_rows =
      std::ranges::count_if(surface.cells, [](const CellStats& cell) { return cell.weight <= 0; });
  const std::size_t left_out_cells = count_left_out(surface.grid);
  Json json = {
      {"method", fit.method},
      {"loss", fit.loss},
      {"outcome", fit.outcome},
      {"features", features},
      {"rows", fit.rows},
      {"dropped_rows", fit.dropped_rows},
      {"observations", fit.observations},
      {"weight_kind", fit.weight_kind.empty() ? "none" : fit.weight_kind},
      {"total_weight", fit.total_weight},
      {"bins", bins},
      {"bins_rule", fit.bins_rule},
      {"bins_requested", bins_requested},
      {"edges", recorded_option(fit, "edges")},
      {"lambda", record.lambda},
      {"lambda_rule", fit.lambda_rule},
      {"lambda_max", record.lambda_max},
      {"folds", fit.folds},
      {"regions", surface.regions.size()},
      {"plateaus", surface.regions.size()},
      {"regions_rule", regions_rule(fit, record)},
      {"smallest_region_rows", smallest_region_rows(surface)},
      {"cells", surface.beta.size()},
      {"empty_cells", static_cast<std::size_t>(without_rows) - left_out_cells},
      {"empty_cell_rule", fit.empty_cell_rule},
      {"objective", record.certificate.objective},
      {"certificate",
       {{"relative_gap", record.certificate.relative_gap},
        {"max_violation", record.certificate.max_violation},
        {"of", certified(record)}}},
      {"held_out", held_out_to_json(fit, record)},
      {"regions_path", path_to_json(fit, record)},
      {"cv", {{"lambdas", record.cv.lambdas}, {"mean", record.cv.mean}, {"standard_error", record.cv.standard_error}}},
      {"gap", {{"bins", record.gap.bins}, {"log_w", record.gap.log_w}, {"gap", record.gap.gap}}},
      {"train", {{"rmse", record.train_rmse}, {"deviance", record.train_deviance}}},
      {"seed", std::stoull("0" + recorded_option(fit, "seed"))},
      {"input_hash", record.input_hash},
      {"notes", fit.notes},
      {"version", fit.version}};
  if (const std::string mask = recorded_option(fit, "mask"); !mask.empty()) {
    json["mask"] = mask;
    json["left_out_cells"] = left_out_cells;
    json["parts"] = count_parts(surface.grid);
    json["rows_outside_mask"] = surface.rows_outside_mask;
  }
  if (fit.loss_parameter) json["loss_parameter"] = *fit.loss_parameter;
  if (record.leaves) json["leaves"] = *record.leaves;
  if (record.regions) {
    json["recipe"] = {{"shifts", record.regions->shifts},
                      {"relax", record.regions->relax},
                      {"border", record.regions->border},
                      {"noise", record.regions->noise},
                      {"bins", record.regions->bins}};
  }
  if (!fit.exposure.empty()) json["exposure"] = fit.exposure;
  if (!surface.label.empty()) {
    json["classes"] = {"not " + surface.label, surface.label};
  } else if (!fit.classes.empty()) {
    json["classes"] = fit.classes;
  }
  return json;
}

// The keys of one model, each with what can be said of all classes together.
Json joint_record(const Model& model) {
  const Surface& first = model.surfaces.front();
  Json json = surface_to_json(model.record, first);
  const Certificate certificate = joint_certificate(model);
  json["loss"] = one_vs_rest;
  json["bins"] = most_bins(model, [](const Axis& axis) { return axis.bins(); });
  json["bins_requested"] = most_bins(model, [](const Axis& axis) { return axis.bins_requested; });
  std::vector<const char*> counts = {"regions", "plateaus", "cells", "empty_cells"};
  if (json.contains("left_out_cells")) counts.push_back("left_out_cells");
  for (const char* key : counts) json[key] = 0;
  for (const Surface& surface : model.surfaces) {
    const Json record = surface_to_json(model.record, surface);
    for (const char* key : counts) {
      json[key] = json[key].get<std::size_t>() + record[key].get<std::size_t>();
    }
    json["smallest_region_rows"] =
        std::min(json["smallest_region_rows"].get<double>(), record["smallest_region_rows"].get<double>());
    for (std::size_t j = 0; j < json["bins"].size() && record.contains("recipe"); ++j) {
      Json& most = json["recipe"]["bins"][j];
      most = std::max(most.get<std::size_t>(), record["recipe"]["bins"][j].get<std::size_t>());
    }
    if (surface.record.lambda != first.record.lambda) json["lambda"] = nullptr;
    json["lambda_max"] = std::max(json["lambda_max"].get<double>(), surface.record.lambda_max);
  }
  json["objective"] = certificate.objective;
  json["certificate"]["relative_gap"] = certificate.relative_gap;
  json["certificate"]["max_violation"] = certificate.max_violation;
  json["held_out"] = joint_held_out_to_json(model.record);  // each class has its own, too
  json["regions_path"] = path_to_json(model.record, {});
  for (const char* curves : {"cv", "gap"}) {
    for (auto& [key, curve] : json[curves].items()) curve = Json::array();
  }
  json["train"] = {{"rmse", model.record.train_rmse}, {"deviance", model.record.train_deviance}};
  json.erase("input_hash");  // each class has its own
  return json;
}

template <typename ToJson>
Json with_classes(const Model& model, ToJson record_of) {
  if (!model.has_classes()) return record_of(model.surfaces.front());
  Json json = joint_record(model);
  json["classes"] = Json::array();
  for (const Surface& surface : model.surfaces) {
    Json record = {{"label", surface.label}};
    record.update(record_of(surface));
    json["classes"].push_back(std::move(record));
  }
  return json;
}

}  // namespace

Json record_to_json(const Model& model) {
  return with_classes(model, [&model](const Surface& surface) { return surface_to_json(model.record, surface); });
}

Json record_with_regions_to_json(const Model& model, std::size_t fewest_rows) {
  return with_classes(model, [&](const Surface& surface) {
    Json json = surface_to_json(model.record, surface);
    json["plateau_list"] = regions_to_json(model, surface, fewest_rows);
    return json;
  });
}

std::string to_text(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gaptv::cli
