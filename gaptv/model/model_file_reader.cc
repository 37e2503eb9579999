// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/json_node.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/model_json.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/version_1_options.h"

namespace gaptv {
namespace {

using Node = JsonNode;

constexpr std::uint64_t newest_format = 1;
constexpr std::size_t most_edges = 65535;    // what BinLocator can look up
constexpr double rounding_of_sums = 1e-9;    // sums over the cells of a plateau, added up in another order
constexpr double rounding_of_links = 1e-14;  // the mathematical functions of two machines differ in the last digit

Axis read_axis(const Node& node) {
  Axis axis;
  axis.name = node["name"].text();
  axis.edges = node["edges"].list(&Node::number);
  axis.bins_requested = node["bins_requested"].count();
  axis.lowest = node["lowest"].number();
  axis.highest = node["highest"].number();
  if (axis.edges.size() > most_edges) node["edges"].refuse("has more than " + std::to_string(most_edges) + " entries");
  if (std::adjacent_find(axis.edges.begin(), axis.edges.end(), std::greater_equal<>()) != axis.edges.end()) {
    node["edges"].refuse("is not increasing");
  }
  if (axis.bins_requested < axis.bins()) node["bins_requested"].refuse("is less than the number of bins");
  if (axis.lowest > axis.highest) node["lowest"].refuse("is above highest");
  return axis;
}

Grid read_grid(const Node& node) {
  const Node axes = node["axes"];
  if (axes.size() < 1 || axes.size() > 3)
    axes.refuse("has " + std::to_string(axes.size()) + " entries; 1 to 3 are possible");
  Grid grid;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) grid.axes.push_back(read_axis(axes.element(axis)));
  return grid;
}

// A scatter that rounding left just below 0, as earlier versions could write it, is 0. magnitude: of the outcomes.
double read_scatter(const Node& node, double weight, double magnitude) {
  const double scatter = node.number();
  if (scatter >= 0) return scatter;
  if (scatter >= -rounding_of_sums * weight * magnitude * magnitude) return 0;
  return node.number_from_0();  // refuses
}

std::vector<CellStats> read_cells(const Node& node, std::size_t count) {
  const Node weight = node["weight"];
  const Node mean = node["mean"];
  const Node scatter = node["scatter"];
  for (const Node& list : {weight, mean, scatter}) list.require_size(count);
  std::vector<CellStats> cells(count);
  double magnitude = 0;
  for (std::size_t i = 0; i < count; ++i) magnitude = std::max(magnitude, std::abs(mean.element(i).number_or(0)));
  for (std::size_t i = 0; i < count; ++i) {
    cells[i].weight = weight.element(i).number_from_0();
    if (cells[i].weight == 0) {
      for (const Node& list : {mean, scatter}) {
        if (!list.element(i).is_null()) list.element(i).refuse("is not null although the cell is empty");
      }
    } else {
      cells[i].mean = mean.element(i).number();
      cells[i].scatter = read_scatter(scatter.element(i), cells[i].weight, magnitude);
    }
  }
  return cells;
}

Plateau read_plateau(const Node& node) {
  Plateau plateau;
  plateau.id = node["id"].count();
  plateau.value = node["value"].number();
  plateau.weight = node["weight"].number_from_0();
  plateau.mean = node["mean"].number();
  plateau.cells = node["cells"].count();
  plateau.first_bin = node["first_bin"].list(&Node::count);
  plateau.last_bin = node["last_bin"].list(&Node::count);
  return plateau;
}

// The outer edges of the bins from first to last; an unbounded side is null.
void check_bounds(const Node& bounds, const Plateau& plateau, const Grid& grid) {
  bounds.require_size(grid.axes.size());
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    const std::vector<double>& edges = grid.axes[axis].edges;
    bounds.element(axis).require_size(2);
    const double low = plateau.first_bin[axis] > 0 ? edges[plateau.first_bin[axis] - 1] : -infinity;
    const double high = plateau.last_bin[axis] < edges.size() ? edges[plateau.last_bin[axis]] : infinity;
    if (bounds.element(axis).element(0).number_or(-infinity) != low ||
        bounds.element(axis).element(1).number_or(infinity) != high) {
      bounds.element(axis).refuse("does not fit first_bin and last_bin");
    }
  }
}

// Which of the plateaus found in beta each plateau of the file is.
std::vector<std::size_t> match_plateaus(const Node& labels, const Model& found, const std::vector<std::size_t>& label) {
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> match(found.plateaus.size(), none);
  for (std::size_t cell = 0; cell < label.size(); ++cell) {
    if (label[cell] >= match.size()) labels.element(cell).refuse("is not the id of a plateau");
    std::size_t& id = match[label[cell]];
    if (id == none) id = found.plateau_of_cell[cell];
    if (id != found.plateau_of_cell[cell]) labels.element(cell).refuse("does not fit beta");
  }
  return match;
}

// Takes plateaus and labels from the file, so that a model reads back to the last bit whichever version wrote it, but
// only if they are what beta and the cells say: the same cells together, the same values and boxes, and the same sums
// up to rounding. There are as many plateaus as found ones, and every found one has a cell, so that match_plateaus
// pairs them.
void read_plateaus(const Node& root, Model& model) {
  Model found = {model.grid, model.beta, model.cells, {}, {}, {}};
  found.record.loss = model.record.loss;
  find_plateaus(found);
  const Node plateaus = root["plateaus"];
  const Node labels = root["plateau_of_cell"];
  plateaus.require_size(found.plateaus.size());
  labels.require_size(model.beta.size());
  model.plateau_of_cell = labels.list(&Node::count);
  const std::vector<std::size_t> match = match_plateaus(labels, found, model.plateau_of_cell);
  double largest_value = 0;
  for (const Plateau& plateau : found.plateaus) largest_value = std::max(largest_value, std::abs(plateau.value));
  for (const CellStats& cell : model.cells) largest_value = std::max(largest_value, std::abs(cell.mean));
  for (std::size_t i = 0; i < match.size(); ++i) {
    const Node node = plateaus.element(i);
    Plateau plateau = read_plateau(node);
    const Plateau& twin = found.plateaus[match[i]];
    if (plateau.id != i) node["id"].refuse("is not the place of the plateau in the list");
    if (!(std::abs(plateau.value - twin.value) <= rounding_of_links * std::abs(twin.value))) {
      node["value"].refuse("does not fit beta");
    }
    if (plateau.cells != twin.cells) node["cells"].refuse("does not fit beta");
    if (plateau.first_bin != twin.first_bin) node["first_bin"].refuse("does not fit beta");
    if (plateau.last_bin != twin.last_bin) node["last_bin"].refuse("does not fit beta");
    if (!(std::abs(plateau.weight - twin.weight) <= rounding_of_sums * twin.weight)) {
      node["weight"].refuse("does not fit the cells");
    }
    if (!(std::abs(plateau.mean - twin.mean) <= rounding_of_sums * largest_value)) {
      node["mean"].refuse("does not fit the cells");
    }
    check_bounds(node["bounds"], plateau, model.grid);
    if (i > 0 && plateau.weight > model.plateaus.back().weight) node["weight"].refuse("is out of order");
    model.plateaus.push_back(std::move(plateau));
  }
}

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

void read_loss(const Node& node, FitRecord& record) {
  record.loss = node["loss"].text();
  const bool is_own = record.loss.starts_with(own_loss_prefix);
  const bool has_parameter = is_loss_of_outcomes(record.loss);
  if (!is_own && !has_parameter && find_cell_loss(record.loss) == nullptr) {
    node["loss"].refuse("is '" + record.loss + "', which this version does not know");
  }
  if (has_parameter || (is_own && node.has("loss_parameter"))) record.loss_parameter = node["loss_parameter"].number();
  if (has_parameter && !is_possible({record.loss, record.loss_parameter})) {
    node["loss_parameter"].refuse("is not possible for the loss " + record.loss);
  }
}

// Options are read in the order of the table. Each must be one of it with a value that it can have.
OptionTexts read_options(const Node& node) {
  OptionTexts texts;
  for (const FitOption& option : fit_option_table()) {
    const std::string name(option.name);
    if (node.has(name.c_str())) texts.emplace_back(name, node[name.c_str()].text());
  }
  for (const std::string& key : node.keys()) {
    if (std::ranges::find(texts, key, &OptionTexts::value_type::first) == texts.end()) {
      node.refuse("has an option that this version does not know, '" + key + "'");
    }
  }
  try {
    options_from_texts(texts);
  } catch (const InvalidInput& error) {
    node.refuse(std::string("cannot be: ") + error.what());
  }
  return texts;
}

FitRecord read_record(const Node& node) {
  FitRecord record;
  record.version = node["version"].text();
  if (node.has("options")) record.options = read_options(node["options"]);
  record.method = node["method"].text();
  read_loss(node, record);
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
  record.input_hash = node["input_hash"].text();
  record.seed = node["seed"].count();
  record.bins_rule = node["bins_rule"].text();
  record.gap = read_gap(node["gap"], record.total_weight);
  record.lambda_rule = node["lambda_rule"].text();
  record.lambda = node["lambda"].number_from_0();
  record.lambda_max = node["lambda_max"].number_from_0();
  record.folds = node["folds"].count();
  record.empty_cell_rule = node["empty_cell_rule"].text();
  if (node.has("edges")) record.edges = node["edges"].text();
  if (node.has("leaves")) record.leaves = node["leaves"].count();
  if (node.has("regions")) {
    const Node regions = node["regions"];
    record.regions = RegionRecord{
        regions["shifts"].count(),          regions["relax"].number_from_0(),        regions["border"].number_from_0(),
        regions["bins"].list(&Node::count), regions["bins_kept"].list(&Node::count), regions["noise"].number_from_0()};
  }
  // A tree has no proof at all; anything else has one that may be worthless.
  const double without_proof = record.leaves ? std::numeric_limits<double>::quiet_NaN() : infinity;
  record.cv = read_cv(node["cv"], without_proof);
  record.certificate.objective = node["objective"].number_from_0();
  record.certificate.relative_gap = node["certificate"]["relative_gap"].number_or(without_proof);
  record.certificate.max_violation = node["certificate"]["max_violation"].number_or(without_proof);
  record.train_rmse = node["train"]["rmse"].number_from_0();
  record.train_deviance = node["train"]["deviance"].number_from_0();
  record.notes = node["notes"].list(&Node::text);
  return record;
}

}  // namespace

void check_format(const Node& node, std::string_view format, std::uint64_t newest_version) {
  if (!node.has("format", format)) {
    throw InvalidInput(node.source() + ": is not a GapTV model; give a file that was written by gaptv fit");
  }
  const Node version = node["format_version"];
  if (version.count() < 1) version.refuse("is 0");
  if (version.count() <= newest_version) return;
  throw InvalidInput(node.source() + ": was written by a newer version (format " + std::to_string(version.count()) +
                     ", this program reads up to " + std::to_string(newest_version) + "); update gaptv");
}

Model model_from_node(const Node& root) {
  check_format(root, "gaptv-model", newest_format);
  Model model;
  model.grid = read_grid(root["grid"]);
  const std::size_t cells = model.grid.shape().cells();
  root["beta"].require_size(cells);
  model.beta = root["beta"].list(&Node::number);
  model.cells = read_cells(root["cells"], cells);
  model.record = read_record(root["record"]);
  if (model.record.options.empty()) model.record.options = options_of_version_1(model.record, model.grid);
  read_plateaus(root, model);
  return model;
}

}  // namespace gaptv
