// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/model/model_parts.h"
#include "gaptv/model/version_1_options.h"

// Files of format 1: one model, or a list of models, one for each of several classes.
namespace gaptv {
namespace {

using Node = JsonNode;

// Null in log_w is the logarithm of 0. Null in gap is what the definition, reference - log W, gives: infinity where log
// W is the logarithm of 0, and NaN where there is no reference.
GapCurve read_gap(const Node& node, double observations) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  const bool is_defined = observations > 2;
  GapCurve gap;
  const Node log_w = node["log_w"];
  const Node values = node["gap"];
  gap.bins = node["bins"].list(&Node::count);
  for (const Node& list : {log_w, values}) list.require_size(gap.bins.size());
  for (std::size_t i = 0; i < gap.bins.size(); ++i) {
    gap.log_w.push_back(log_w.element(i).number_or(-infinity));
    gap.gap.push_back(values.element(i).number_or(is_defined && std::isinf(gap.log_w.back()) ? infinity : undefined));
    if (i > 0 && gap.bins[i] <= gap.bins[i - 1]) node["bins"].refuse("is not increasing");
  }
  return gap;
}

CrossValidation read_cv(const Node& node, double without_proof) {
  CrossValidation cv;
  cv.lambdas = node["lambdas"].list(&Node::number_from_0);
  for (const char* key : {"mean", "standard_error"}) node[key].require_size(cv.lambdas.size());
  cv.mean = node["mean"].list(&Node::number_from_0);
  cv.standard_error = node["standard_error"].list(&Node::number_from_0);
  cv.worst_relative_gap = node["worst_relative_gap"].number_or(without_proof);
  return cv;
}

void read_record(const Node& node, FitRecord& record, SurfaceRecord& of_surface) {
  record.version = node["version"].text();
  record.method = node["method"].text();
  record.loss = node["loss"].text();
  if (node.has("loss_parameter")) record.loss_parameter = node["loss_parameter"].number();
  check_loss(node, record);
  record.outcome = node["outcome"].text();
  if (node.has("weight")) record.weight = node["weight"].text();
  if (node.has("exposure")) record.exposure = node["exposure"].text();
  if (node.has("classes")) {
    record.classes = node["classes"].list(&Node::text);
    node["classes"].require_size(2);
  }
  record.rows = node["rows"].count();
  record.dropped_rows = node["dropped_rows"].count();
  record.total_weight = node["total_weight"].number_from_0();
  if (node.has("weight_kind")) record.weight_kind = node["weight_kind"].text();
  record.observations = node.has("observations") ? node["observations"].number_from_0() : record.total_weight;
  of_surface.input_hash = node["input_hash"].text();
  node["seed"].count();
  record.bins_rule = node["bins_rule"].text();
  of_surface.gap = read_gap(node["gap"], record.total_weight);
  record.lambda_rule = node["lambda_rule"].text();
  of_surface.lambda = node["lambda"].number_from_0();
  of_surface.lambda_max = node["lambda_max"].number_from_0();
  record.folds = node["folds"].count();
  record.empty_cell_rule = node["empty_cell_rule"].text();
  if (node.has("leaves")) of_surface.leaves = node["leaves"].count();
  if (node.has("regions")) {
    const Node regions = node["regions"];
    of_surface.regions = RegionRecord{
        regions["shifts"].count(),          regions["relax"].number_from_0(),        regions["border"].number_from_0(),
        regions["bins"].list(&Node::count), regions["bins_kept"].list(&Node::count), regions["noise"].number_from_0()};
  }
  // A tree has no proof at all; anything else has one that may be worthless.
  const double without_proof = of_surface.leaves ? std::numeric_limits<double>::quiet_NaN() : infinity;
  of_surface.cv = read_cv(node["cv"], without_proof);
  of_surface.certificate.objective = node["objective"].number_from_0();
  of_surface.certificate.relative_gap = node["certificate"]["relative_gap"].number_or(without_proof);
  of_surface.certificate.max_violation = node["certificate"]["max_violation"].number_or(without_proof);
  record.train_rmse = node["train"]["rmse"].number_from_0();
  record.train_deviance = node["train"]["deviance"].number_from_0();
  record.notes = node["notes"].list(&Node::text);
  of_surface.train_rmse = record.train_rmse;
  of_surface.train_deviance = record.train_deviance;
}

// What tells the parts of a model of classes from each other must be the same in all.
void check_part(const Node& node, const Model& part, const Model& first, const std::string& label) {
  const Node record = node["record"];
  if (!loss_of(part.record)->accepts().are_two_classes) record["loss"].refuse("is not that of two classes");
  if (part.record.classes.empty() || part.record.classes.back() != label) {
    record["classes"].refuse("does not end with the label of the class, '" + label + "'");
  }
  if (part.record.outcome != first.record.outcome) record["outcome"].refuse("is not that of the first class");
  if (feature_names(part) != feature_names(first)) {
    node["grid"].refuse("has other features than that of the first class");
  }
}

}  // namespace

Model read_version_1(const Node& root) {
  Model model;
  Surface& surface = model.surfaces.emplace_back();
  surface.grid = read_grid(root["grid"]);
  const std::size_t cells = surface.grid.shape().cells();
  root["beta"].require_size(cells);
  surface.beta = root["beta"].list(&Node::number);
  surface.cells = read_cells(root["cells"], cells);
  read_record(root["record"], model.record, surface.record);
  read_regions(root["plateaus"], root["plateau_of_cell"], model.record.loss, surface);
  const Node record = root["record"];
  model.record.options =
      options_of_version_1(model, record.has("edges") ? record["edges"].text() : "rank", record["seed"].count());
  return model;
}

Model read_classes_of_version_1(const Node& root) {
  const std::vector<std::string> classes = root["classes"].list(&Node::text);
  if (classes.size() < fewest_classes) root["classes"].refuse("has fewer than three entries");
  if (std::set(classes.begin(), classes.end()).size() != classes.size()) root["classes"].refuse("has an entry twice");
  const Node models = root["models"];
  models.require_size(classes.size());
  Model model = read_version_1(models.element(0));
  for (std::size_t k = 0; k < classes.size(); ++k) {
    Model part = read_version_1(models.element(k));
    check_part(models.element(k), part, model, classes[k]);
    part.surfaces.front().label = classes[k];
    if (k == 0) {
      model.surfaces.front() = std::move(part.surfaces.front());
    } else {
      model.surfaces.push_back(std::move(part.surfaces.front()));
    }
  }
  model.record.classes = classes;
  model.record.train_rmse = root["train"]["rmse"].number_from_0();
  model.record.train_deviance = root["train"]["deviance"].number_from_0();
  model.record.notes = root["notes"].list(&Node::text);
  for (auto& [name, text] : model.record.options) {
    if (name == "loss") text = one_vs_rest;
  }
  return model;
}

}  // namespace gaptv
