// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/loss/one_vs_rest.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/model_parts.h"
#include "gaptv/model/record_fields.h"

namespace gaptv {
namespace {

using Node = JsonNode;

constexpr const char* class_format_of_version_1 = "gaptv-class-model";

template <typename Field>
constexpr bool is_added_later = false;
template <typename Value>
constexpr bool is_added_later<AddedLater<Value>> = true;

// Reads the fields of a record, by their names; what is missing or of another type is refused. No number of a record is
// negative, but for those that need not be finite.
class FieldReader {
 public:
  template <typename Record>
  static void read_record(const Node& node, Record& record) {
    visit_fields(record, [&node](const char* key, auto&& field) {
      if constexpr (is_added_later<std::remove_cvref_t<decltype(field)>>) {
        if (node.has(key)) read(node[key], field.value);
      } else {
        read(node[key], field);
      }
    });
  }

 private:
  static void read(const Node& node, std::string& text) { text = node.text(); }
  static void read(const Node& node, std::size_t& count) { count = node.count(); }
  static void read(const Node& node, double& number) { number = node.number_from_0(); }
  static void read(const Node& node, std::vector<double>& numbers) { numbers = node.list(&Node::number_from_0); }
  static void read(const Node& node, std::vector<std::size_t>& counts) { counts = node.list(&Node::count); }
  static void read(const Node& node, std::vector<std::string>& texts) { texts = node.list(&Node::text); }
  static void read(const Node& node, OptionTexts& options) { options = read_options(node); }
  template <typename Value>
  static void read(const Node& node, std::optional<Value>& value) {
    value.reset();
    if (!node.is_null()) read(node, value.emplace());
  }
  static void read(const Node& node, AnyNumber<double> number) { number.value = read_any(node); }
  static void read(const Node& node, AnyNumber<std::vector<double>> numbers) {
    numbers.value.clear();
    for (std::size_t i = 0; i < node.size(); ++i) numbers.value.push_back(read_any(node.element(i)));
  }
  template <typename Record>
  static void read(const Node& node, Record& record) {
    read_record(node, record);
  }
  static double read_any(const Node& node) {
    if (node.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (node.is_text("infinity")) return infinity;
    return node.is_text("-infinity") ? -infinity : node.number();
  }
};

void check_lengths(const Node& node, const SurfaceRecord& record) {
  const Node cv = node["cv"];
  for (const char* key : {"mean", "standard_error"}) cv[key].require_size(record.cv.lambdas.size());
  if (cv["standard_error_of_difference"].size() > 0) {  // a tree has none
    cv["standard_error_of_difference"].require_size(record.cv.lambdas.size());
  }
  if (record.held_out) {
    const Node path = node["held_out"]["path"];
    for (const char* key : {"error", "standard_error"}) path[key].require_size(record.held_out->path.regions.size());
    if (std::ranges::adjacent_find(record.held_out->path.regions, std::ranges::greater_equal()) !=
        record.held_out->path.regions.end()) {
      path["regions"].refuse("is not increasing");
    }
  }
  const Node gap = node["gap"];
  for (const char* key : {"log_w", "gap"}) gap[key].require_size(record.gap.bins.size());
  if (std::ranges::adjacent_find(record.gap.bins, std::ranges::greater_equal()) != record.gap.bins.end()) {
    gap["bins"].refuse("is not increasing");
  }
}

Surface read_surface(const Node& node, const std::string& loss) {
  Surface surface;
  surface.label = node["label"].text();
  surface.grid = read_grid(node["grid"]);
  const std::size_t cells = surface.grid.shape().cells();
  node["beta"].require_size(cells);
  surface.beta = node["beta"].list(&Node::number);
  surface.cells = read_cells(node["cells"], cells);
  if (node.has("rows") && !node["rows"].is_null()) {
    node["rows"].require_size(cells);
    surface.rows = node["rows"].list(&Node::number_from_0);
  }
  if (node.has("rows_outside_mask")) surface.rows_outside_mask = node["rows_outside_mask"].number_from_0();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (surface.grid.is_left_out(cell) && surface.cells[cell].weight > 0) {
      node["grid"]["left_out"].refuse("leaves out a cell that has rows");
    }
  }
  read_regions(node["regions"], node["region_of_cell"], loss, surface);
  FieldReader::read_record(node["record"], surface.record);
  check_lengths(node["record"], surface.record);
  return surface;
}

// Two labels belong to one surface, three or more to one each.
void check_classes(const Node& root, const Model& model) {
  const std::vector<std::string>& classes = model.record.classes;
  const Node node = root["record"]["classes"];
  if (std::set(classes.begin(), classes.end()).size() != classes.size()) node.refuse("has an entry twice");
  if (!model.has_classes()) {
    if (!classes.empty() && classes.size() != 2) node.refuse("has not two entries");
    return;
  }
  if (classes.size() < fewest_classes) node.refuse("has fewer than three entries");
  root["surfaces"].require_size(classes.size());
  if (!loss_of(model.record)->accepts().are_two_classes) root["record"]["loss"].refuse("is not that of two classes");
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const Surface& surface = model.surfaces[k];
    const Node of_surface = root["surfaces"].element(k);
    if (surface.label != classes[k]) of_surface["label"].refuse("is not that of the class, '" + classes[k] + "'");
    for (std::size_t axis = 0; axis < surface.grid.axes.size(); ++axis) {
      const std::vector<std::string> names = feature_names(model);
      if (surface.grid.axes.size() != names.size() || surface.grid.axes[axis].name != names[axis]) {
        of_surface["grid"].refuse("has other features than that of the first class");
      }
    }
  }
}

Model read_version_2(const Node& root) {
  Model model;
  FieldReader::read_record(root["record"], model.record);
  check_loss(root["record"], model.record);
  const Node surfaces = root["surfaces"];
  if (surfaces.size() == 0) surfaces.refuse("is empty");
  for (std::size_t k = 0; k < surfaces.size(); ++k) {
    model.surfaces.push_back(read_surface(surfaces.element(k), model.record.loss));
  }
  check_classes(root, model);
  return model;
}

}  // namespace

Model model_from_json(std::string_view text, const std::string& source) {
  const JsonSource file = {source};
  const nlohmann::json json = parse_json(text, file);
  const Node root(json, "", file);
  const bool has_class_format = root.has("format", class_format_of_version_1);
  if (!has_class_format && !root.has("format", model_format)) {
    throw InvalidInput(source + ": is not a GapTV model; give a file that was written by gaptv fit");
  }
  const Node version = root["format_version"];
  const std::uint64_t newest = has_class_format ? 1 : newest_model_format;
  if (version.count() < 1) version.refuse("is 0");
  if (version.count() > newest) {
    throw InvalidInput(source + ": was written by a newer version (format " + std::to_string(version.count()) +
                       ", this program reads up to " + std::to_string(newest) + "); update gaptv");
  }
  if (has_class_format) return read_classes_of_version_1(root);
  return version.count() == 1 ? read_version_1(root) : read_version_2(root);
}

}  // namespace gaptv
