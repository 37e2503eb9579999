// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model_file.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/model/json_text.h"
#include "gaptv/model/model_parts.h"
#include "gaptv/model/record_fields.h"

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

// How many cells stay, how many after them are left out, and so on in turn.
std::vector<std::size_t> runs_of(const std::vector<bool>& left_out) {
  std::vector<std::size_t> runs = {0};
  for (const bool is_left_out : left_out) {
    if (is_left_out != (runs.size() % 2 == 0)) runs.push_back(0);
    ++runs.back();
  }
  return runs;
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
  Json json = {{"axes", axes}};
  if (!grid.left_out.empty()) json["left_out"] = runs_of(grid.left_out);
  return json;
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

Json bounds_to_json(const Region& region, const Grid& grid) {
  Json bounds = Json::array();
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    const std::vector<double>& edges = grid.axes[axis].edges;
    const std::size_t first = region.first_bin[axis];
    const std::size_t last = region.last_bin[axis];
    bounds.push_back(
        Json::array({first > 0 ? Json(edges[first - 1]) : Json(), last < edges.size() ? Json(edges[last]) : Json()}));
  }
  return bounds;
}

Json regions_to_json(const Surface& surface) {
  Json regions = Json::array();
  for (const Region& region : surface.regions) {
    regions.push_back({{"id", region.id},
                       {"value", finite(region.value, "region value")},
                       {"weight", finite(region.weight, "region weight")},
                       {"mean", finite(region.mean, "region mean")},
                       {"cells", region.cells},
                       {"bounds", bounds_to_json(region, surface.grid)},
                       {"first_bin", region.first_bin},
                       {"last_bin", region.last_bin}});
  }
  return regions;
}

// Writes the fields of a record, by their names.
class FieldWriter {
 public:
  template <typename Record>
  static Json write_record(const Record& record) {
    Json json = Json::object();
    visit_fields(record, [&json](const char* key, const auto& field) { json[key] = write(field, key); });
    return json;
  }

 private:
  static Json write(const std::string& text, const char*) { return text; }
  static Json write(std::size_t count, const char*) { return count; }
  static Json write(double number, const char* key) { return finite(number, key); }
  static Json write(const std::vector<double>& numbers, const char* key) { return finite(numbers, key); }
  static Json write(const std::vector<std::size_t>& counts, const char*) { return counts; }
  static Json write(const std::vector<std::string>& texts, const char*) { return texts; }
  static Json write(const std::vector<std::pair<std::string, std::string>>& texts, const char*) {
    Json json = Json::object();
    for (const auto& [name, text] : texts) json[name] = text;
    return json;
  }
  template <typename Value>
  static Json write(const std::optional<Value>& value, const char* key) {
    return value ? write(*value, key) : Json();
  }
  static Json write(const AnyNumber<const double>& number, const char*) { return write_any(number.value); }
  static Json write(const AnyNumber<const std::vector<double>>& numbers, const char*) {
    Json list = Json::array();
    for (const double number : numbers.value) list.push_back(write_any(number));
    return list;
  }
  template <typename Field>
  static Json write(const AddedLater<Field>& field, const char* key) {
    return write(field.value, key);
  }
  template <typename Record>
  static Json write(const Record& record, const char*) {
    return write_record(record);
  }
  static Json write_any(double number) {
    if (std::isfinite(number)) return number;
    return std::isnan(number) ? Json() : Json(number > 0 ? "infinity" : "-infinity");
  }
};

Json surface_to_json(const Surface& surface) {
  Json json = {{"label", surface.label},
               {"grid", grid_to_json(surface.grid)},
               {"beta", finite(surface.beta, "beta")},
               {"cells", cells_to_json(surface.cells)},
               {"rows", surface.rows.empty() ? Json() : finite(surface.rows, "number of rows")},
               {"regions", regions_to_json(surface)},
               {"region_of_cell", surface.region_of_cell},
               {"record", FieldWriter::write_record(surface.record)}};
  if (surface.rows_outside_mask > 0) json["rows_outside_mask"] = surface.rows_outside_mask;
  return json;
}

}  // namespace

std::string model_to_json(const Model& model) {
  Json surfaces = Json::array();
  for (const Surface& surface : model.surfaces) surfaces.push_back(surface_to_json(surface));
  return json_text({{"format", model_format},
                    {"format_version", newest_model_format},
                    {"record", FieldWriter::write_record(model.record)},
                    {"surfaces", std::move(surfaces)}});
}

void write_model(const Model& model, const std::string& path) {
  write_file(path, model_to_json(model));
}

Model read_model(const std::string& path) {
  return model_from_json(read_file(path), path);
}

}  // namespace gaptv
