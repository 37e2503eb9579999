// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "gaptv/base/error.h"
#include "gaptv/model/json_text.h"
#include "gaptv/model/model_json.h"

namespace gaptv {
namespace {

using Json = nlohmann::ordered_json;

// A number that the file must hold.
double finite(double value, const char* key) {
  if (std::isfinite(value)) return value;
  throw InvalidInput(
      std::string("the model cannot be written: its ") + key +
      " is beyond the largest number; divide the outcome or the weights by a power of ten and fit again");
}

Json finite(const std::vector<double>& values, const char* key) {
  for (const double value : values) finite(value, key);
  return values;
}

// Where formats/model.schema.json lets null stand for the one value that is not finite.
Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json finite_or_null(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(finite_or_null(value));
  return list;
}

Json grid_to_json(const Grid& grid) {
  Json axes = Json::array();
  for (const Axis& axis : grid.axes) {
    axes.push_back({{"name", axis.name},
                    {"edges", finite(axis.edges, "edges")},
                    {"bins_requested", axis.bins_requested},
                    {"lowest", finite(axis.lowest, "lowest feature value")},
                    {"highest", finite(axis.highest, "highest feature value")}});
  }
  return {{"axes", axes}};
}

Json cells_to_json(const std::vector<CellStats>& cells) {
  Json weight = Json::array();
  Json mean = Json::array();
  Json scatter = Json::array();
  for (const CellStats& cell : cells) {
    const bool is_empty = cell.weight == 0;
    weight.push_back(finite(cell.weight, "cell weight"));
    mean.push_back(is_empty ? Json() : Json(finite(cell.mean, "cell mean")));
    scatter.push_back(is_empty ? Json() : Json(finite(cell.scatter, "cell scatter")));
  }
  return {{"weight", weight}, {"mean", mean}, {"scatter", scatter}};
}

Json bounds_to_json(const Plateau& plateau, const Grid& grid) {
  Json bounds = Json::array();
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    const std::vector<double>& edges = grid.axes[axis].edges;
    const std::size_t first = plateau.first_bin[axis];
    const std::size_t last = plateau.last_bin[axis];
    bounds.push_back(
        Json::array({first > 0 ? Json(edges[first - 1]) : Json(), last < edges.size() ? Json(edges[last]) : Json()}));
  }
  return bounds;
}

Json plateaus_to_json(const Model& model) {
  Json plateaus = Json::array();
  for (const Plateau& plateau : model.plateaus) {
    plateaus.push_back({{"id", plateau.id},
                        {"value", finite(plateau.value, "plateau value")},
                        {"weight", finite(plateau.weight, "plateau weight")},
                        {"mean", finite(plateau.mean, "plateau mean")},
                        {"cells", plateau.cells},
                        {"bounds", bounds_to_json(plateau, model.grid)},
                        {"first_bin", plateau.first_bin},
                        {"last_bin", plateau.last_bin}});
  }
  return plateaus;
}

Json record_to_json(const FitRecord& record) {
  Json options = Json::object();
  for (const auto& [name, text] : record.options) options[name] = text;
  Json json = {{"version", record.version},
               {"options", std::move(options)},
               {"method", record.method},
               {"loss", record.loss},
               {"outcome", record.outcome},
               {"rows", record.rows},
               {"dropped_rows", record.dropped_rows},
               {"total_weight", finite(record.total_weight, "total weight")},
               {"input_hash", record.input_hash},
               {"seed", record.seed},
               {"bins_rule", record.bins_rule},
               {"gap",
                {{"bins", record.gap.bins},
                 {"log_w", finite_or_null(record.gap.log_w)},
                 {"gap", finite_or_null(record.gap.gap)}}},
               {"lambda_rule", record.lambda_rule},
               {"lambda", finite(record.lambda, "lambda")},
               {"lambda_max", finite(record.lambda_max, "lambda_max")},
               {"folds", record.folds},
               {"cv",
                {{"lambdas", finite(record.cv.lambdas, "lambda path")},
                 {"mean", finite(record.cv.mean, "cross-validation error")},
                 {"standard_error", finite(record.cv.standard_error, "standard error")},
                 {"worst_relative_gap", finite_or_null(record.cv.worst_relative_gap)}}},
               {"empty_cell_rule", record.empty_cell_rule},
               {"objective", finite(record.certificate.objective, "objective")},
               {"certificate",
                {{"relative_gap", finite_or_null(record.certificate.relative_gap)},
                 {"max_violation", finite_or_null(record.certificate.max_violation)}}},
               {"train",
                {{"rmse", finite(record.train_rmse, "training error")},
                 {"deviance", finite(record.train_deviance, "training deviance")}}},
               {"notes", record.notes}};
  // Only where there are any, so that files of earlier versions stay what they were.
  if (record.loss_parameter) json["loss_parameter"] = finite(*record.loss_parameter, "loss parameter");
  if (record.edges != FitRecord().edges) json["edges"] = record.edges;
  if (record.leaves) json["leaves"] = *record.leaves;
  if (record.regions) {
    json["regions"] = {{"shifts", record.regions->shifts},
                       {"relax", finite(record.regions->relax, "relaxation")},
                       {"border", finite(record.regions->border, "price of a border")},
                       {"bins", record.regions->bins},
                       {"bins_kept", record.regions->bins_kept},
                       {"noise", finite(record.regions->noise, "noise")}};
  }
  if (!record.weight.empty()) json["weight"] = record.weight;
  if (!record.exposure.empty()) json["exposure"] = record.exposure;
  if (!record.weight_kind.empty()) json["weight_kind"] = record.weight_kind;
  if (record.observations != record.total_weight) json["observations"] = finite(record.observations, "observations");
  if (!record.classes.empty()) json["classes"] = record.classes;
  return json;
}

}  // namespace

Json model_json(const Model& model) {
  return {{"format", "gaptv-model"},
          {"format_version", 1},
          {"grid", grid_to_json(model.grid)},
          {"beta", finite(model.beta, "beta")},
          {"cells", cells_to_json(model.cells)},
          {"plateaus", plateaus_to_json(model)},
          {"plateau_of_cell", model.plateau_of_cell},
          {"record", record_to_json(model.record)}};
}

std::string model_to_json(const Model& model) {
  return json_text(model_json(model));
}

}  // namespace gaptv
