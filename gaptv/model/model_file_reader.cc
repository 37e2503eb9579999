// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/loss/loss.h"
#include "gaptv/model/model_file.h"

namespace gaptv {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t newest_format = 1;
constexpr int deepest_nesting = 64;          // the format itself needs 5
constexpr std::size_t most_edges = 65535;    // what BinLocator can look up
constexpr double rounding_of_sums = 1e-9;    // sums over the cells of a plateau, added up in another order
constexpr double rounding_of_links = 1e-14;  // the mathematical functions of two machines differ in the last digit
constexpr double infinity = std::numeric_limits<double>::infinity();

// A value in the file and where it stands ("grid.axes[0].edges"). Every getter refuses a value of another type.
class Node {
 public:
  Node(const Json& value, std::string place, const std::string& source)
      : value_(value), place_(std::move(place)), source_(source) {}

  [[noreturn]] void refuse(const std::string& problem) const {
    throw InvalidInput(source_ + ": " + place_ + " " + problem + "; fit the model again or restore the file");
  }

  Node operator[](const char* key) const {
    const std::string place = place_.empty() ? key : place_ + "." + key;
    if (!value_.is_object()) refuse("is not an object");
    const auto found = value_.find(key);
    if (found == value_.end()) Node(value_, place, source_).refuse("is missing");
    return {*found, place, source_};
  }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  Node element(std::size_t index) const { return {value_[index], place_ + "[" + std::to_string(index) + "]", source_}; }
  std::size_t size() const {
    if (!value_.is_array()) refuse("is not a list");
    return value_.size();
  }
  void require_size(std::size_t expected) const {
    if (size() == expected) return;
    refuse("has " + std::to_string(size()) + " entries where " + std::to_string(expected) + " were expected");
  }

  double number() const {
    if (!value_.is_number()) refuse("is not a number");
    return value_.get<double>();
  }
  double number_from_0() const {
    if (!(number() >= 0)) refuse("is negative");
    return number();
  }
  double number_or(double value_of_null) const { return value_.is_null() ? value_of_null : number(); }
  std::uint64_t count() const {
    if (!value_.is_number_unsigned()) refuse("is not a whole number from 0 to 18446744073709551615");
    return value_.get<std::uint64_t>();
  }
  std::string text() const {
    if (!value_.is_string()) refuse("is not a text");
    return value_.get<std::string>();
  }
  bool is_null() const { return value_.is_null(); }

  // The elements of a list, each by the given getter.
  template <typename Result>
  std::vector<Result> list(Result (Node::*get)() const) const {
    std::vector<Result> results;
    for (std::size_t i = 0; i < size(); ++i) results.push_back((element(i).*get)());
    return results;
  }

 private:
  const Json& value_;
  std::string place_;
  const std::string& source_;
};

// "line 3, column 7" of the byte, counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t last_break = before.rfind('\n');
  const std::size_t column = before.size() - (last_break == std::string_view::npos ? 0 : last_break + 1);
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column + 1);
}

Json parse(std::string_view text, const std::string& source) {
  std::vector<std::set<std::string>> keys_of_open_objects;
  const auto check = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > deepest_nesting) throw InvalidInput(source + ": is nested too deeply; it is not a GapTV model");
    if (event == Json::parse_event_t::object_start) keys_of_open_objects.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_of_open_objects.pop_back();
    if (event == Json::parse_event_t::key && !keys_of_open_objects.back().insert(parsed.get<std::string>()).second) {
      throw InvalidInput(source + ": key " + parsed.dump() + " occurs twice; fit the model again or restore the file");
    }
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), check);
  } catch (const Json::parse_error& error) {
    throw InvalidInput(source + ": is not complete JSON (" + line_and_column(text, error.byte) +
                       "); fit the model again or restore the file");
  } catch (const Json::out_of_range&) {
    throw InvalidInput(source + ": holds a number that is too large; fit the model again or restore the file");
  }
}

void check_format(const Json& json, const std::string& source) {
  if (!json.is_object() || json.value("format", Json()) != "gaptv-model") {
    throw InvalidInput(source + ": is not a GapTV model; give a file that was written by gaptv fit");
  }
  const Node version = Node(json, "", source)["format_version"];
  if (version.count() < 1) version.refuse("is 0");
  if (version.count() <= newest_format) return;
  throw InvalidInput(source + ": was written by a newer version (format " + std::to_string(version.count()) +
                     ", this program reads up to " + std::to_string(newest_format) + "); update gaptv");
}

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

std::vector<CellStats> read_cells(const Node& node, std::size_t count) {
  const Node weight = node["weight"];
  const Node mean = node["mean"];
  const Node scatter = node["scatter"];
  for (const Node& list : {weight, mean, scatter}) list.require_size(count);
  std::vector<CellStats> cells(count);
  for (std::size_t i = 0; i < count; ++i) {
    cells[i].weight = weight.element(i).number_from_0();
    if (cells[i].weight == 0) {
      for (const Node& list : {mean, scatter}) {
        if (!list.element(i).is_null()) list.element(i).refuse("is not null although the cell is empty");
      }
    } else {
      cells[i].mean = mean.element(i).number();
      cells[i].scatter = scatter.element(i).number_from_0();
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

// Null in log_w is the logarithm of 0. Null in gap is what the definition, reference - log W, then gives: infinity, or
// NaN where so few observations have no reference.
GapCurve read_gap(const Node& node, double observations) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  GapCurve gap;
  const Node log_w = node["log_w"];
  const Node values = node["gap"];
  gap.bins = node["bins"].list(&Node::count);
  for (const Node& list : {log_w, values}) list.require_size(gap.bins.size());
  for (std::size_t i = 0; i < gap.bins.size(); ++i) {
    gap.log_w.push_back(log_w.element(i).number_or(-infinity));
    gap.gap.push_back(values.element(i).number_or(observations > 2 ? -gap.log_w.back() : undefined));
    if (i > 0 && gap.bins[i] <= gap.bins[i - 1]) node["bins"].refuse("is not increasing");
  }
  return gap;
}

CrossValidation read_cv(const Node& node) {
  CrossValidation cv;
  cv.lambdas = node["lambdas"].list(&Node::number_from_0);
  for (const char* key : {"mean", "standard_error"}) node[key].require_size(cv.lambdas.size());
  cv.mean = node["mean"].list(&Node::number_from_0);
  cv.standard_error = node["standard_error"].list(&Node::number_from_0);
  cv.worst_relative_gap = node["worst_relative_gap"].number_or(infinity);
  return cv;
}

FitRecord read_record(const Node& node) {
  FitRecord record;
  record.version = node["version"].text();
  record.method = node["method"].text();
  record.loss = node["loss"].text();
  if (find_loss(record.loss) == nullptr) {
    node["loss"].refuse("is '" + record.loss + "', which this version does not know");
  }
  record.outcome = node["outcome"].text();
  if (node.has("exposure")) record.exposure = node["exposure"].text();
  if (node.has("classes")) {
    record.classes = node["classes"].list(&Node::text);
    node["classes"].require_size(2);
  }
  record.rows = node["rows"].count();
  record.dropped_rows = node["dropped_rows"].count();
  record.total_weight = node["total_weight"].number_from_0();
  record.input_hash = node["input_hash"].text();
  record.seed = node["seed"].count();
  record.bins_rule = node["bins_rule"].text();
  record.gap = read_gap(node["gap"], record.total_weight);
  record.lambda_rule = node["lambda_rule"].text();
  record.lambda = node["lambda"].number_from_0();
  record.lambda_max = node["lambda_max"].number_from_0();
  record.folds = node["folds"].count();
  record.cv = read_cv(node["cv"]);
  record.empty_cell_rule = node["empty_cell_rule"].text();
  record.certificate.objective = node["objective"].number_from_0();
  record.certificate.relative_gap = node["certificate"]["relative_gap"].number_or(infinity);
  record.certificate.max_violation = node["certificate"]["max_violation"].number_or(infinity);
  record.train_rmse = node["train"]["rmse"].number_from_0();
  record.train_deviance = node["train"]["deviance"].number_from_0();
  record.notes = node["notes"].list(&Node::text);
  return record;
}

}  // namespace

Model model_from_json(std::string_view text, const std::string& source) {
  const Json json = parse(text, source);
  check_format(json, source);
  const Node root(json, "", source);
  Model model;
  model.grid = read_grid(root["grid"]);
  const std::size_t cells = model.grid.shape().cells();
  root["beta"].require_size(cells);
  model.beta = root["beta"].list(&Node::number);
  model.cells = read_cells(root["cells"], cells);
  model.record = read_record(root["record"]);
  read_plateaus(root, model);
  return model;
}

}  // namespace gaptv
