// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model_file.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"

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
  Json json = {{"version", record.version},
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
  if (!record.exposure.empty()) json["exposure"] = record.exposure;
  if (!record.classes.empty()) json["classes"] = record.classes;
  return json;
}

// The shortest text that reads back to the same double.
void append_number(std::string& text, double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end);
  // A JSON reader takes -0 for an integer, which has no sign.
  if (value == 0 && std::signbit(value)) text += ".0";
}

void append_string(std::string& text, const Json& value) {
  try {
    text += value.dump();
  } catch (const Json::type_error&) {
    throw InvalidInput("the model cannot be written: the name " +
                       value.dump(-1, ' ', false, Json::error_handler_t::replace) +
                       " is not UTF-8 text; convert the data first (iconv -f LATIN1 -t UTF-8) and fit again");
  }
}

void append(std::string& text, const Json& value, std::size_t indent);

// Without line breaks.
void append_in_line(std::string& text, const Json& value) {
  if (value.is_object()) {
    text += '{';
    for (const auto& [key, member] : value.items()) {
      if (text.back() != '{') text += ", ";
      text += '"' + key + "\": ";
      append_in_line(text, member);
    }
    text += '}';
  } else if (value.is_array()) {
    text += '[';
    bool is_first = true;
    for (const Json& element : value) {
      if (!is_first) text += ',';
      is_first = false;
      append_in_line(text, element);
    }
    text += ']';
  } else if (value.is_number_float()) {
    append_number(text, value.get<double>());
  } else if (value.is_string()) {
    append_string(text, value);
  } else {
    text += value.dump();
  }
}

void append_lines(std::string& text, const Json& value, std::size_t indent) {
  const std::string margin(indent + 2, ' ');
  text += value.is_object() ? "{" : "[";
  bool is_first = true;
  for (const auto& [key, member] : value.items()) {
    text += (is_first ? "\n" : ",\n") + margin;
    is_first = false;
    if (value.is_object()) {
      text += '"' + key + "\": ";
      append(text, member, indent + 2);
    } else {
      append_in_line(text, member);
    }
  }
  text += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

// An object has a line per member, a list of objects a line per object; all else stays in one line, so that a person
// can look through the file and a list of 10000 numbers does not fill 10000 lines.
void append(std::string& text, const Json& value, std::size_t indent) {
  const bool is_list_of_objects = value.is_array() && !value.empty() && value.front().is_object();
  if (value.is_object() || is_list_of_objects) {
    append_lines(text, value, indent);
  } else {
    append_in_line(text, value);
  }
}

}  // namespace

std::string model_to_json(const Model& model) {
  const Json json = {{"format", "gaptv-model"},
                     {"format_version", 1},
                     {"grid", grid_to_json(model.grid)},
                     {"beta", finite(model.beta, "beta")},
                     {"cells", cells_to_json(model.cells)},
                     {"plateaus", plateaus_to_json(model)},
                     {"plateau_of_cell", model.plateau_of_cell},
                     {"record", record_to_json(model.record)}};
  std::string text;
  append(text, json, 0);
  text += '\n';
  return text;
}

void write_model(const Model& model, const std::string& path) {
  write_file(path, model_to_json(model));
}

Model read_model(const std::string& path) {
  return model_from_json(read_file(path), path);
}

}  // namespace gaptv
