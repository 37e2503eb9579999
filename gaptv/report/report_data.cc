// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/report_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "gaptv/base/hash.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/output/colour_limits.h"
#include "gaptv/output/colour_map.h"
#include "gaptv/output/drawable_text.h"
#include "gaptv/output/empty_places.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_facts.h"
#include "gaptv/output/region_text.h"
#include "gaptv/output/row_means.h"
#include "gaptv/output/value_text.h"
#include "gaptv/report/packed.h"
#include "gaptv/report/path_data.h"

namespace gaptv::report {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json finite_numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number_or_null(value));
  return list;
}

Json axes_of(const Surface& surface) {
  Json axes = Json::array();
  for (const Axis& axis : surface.grid.axes) {
    axes.push_back({{"name", drawable_text(axis.name)},
                    {"edges", axis.edges},
                    {"edge_texts", write_distinct_numbers(axis.edges)},
                    {"lowest", axis.lowest},
                    {"highest", axis.highest}});
  }
  return axes;
}

Json map_axes_of(const Surface& surface) {
  const MapAxes axes = find_map_axes(surface.grid);
  return {{"across", axes.horizontal}, {"up", axes.vertical}, {"height_per_width", axes.height_per_width}};
}

Json colours_of(const Surface& surface) {
  const ColourLimits limits = find_colour_limits(surface);
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  return {
      {"low", limits.low}, {"high", limits.high}, {"cuts_low", low < limits.low}, {"cuts_high", high > limits.high}};
}

Json regions_of(const Model& model, const Surface& surface, std::size_t fewest_rows) {
  const RegionText text(surface);
  const std::vector<RegionFacts> facts = region_facts(model, surface, fewest_rows);
  Json list = Json::array();
  for (const Region& region : surface.regions) {
    const RegionFacts& of_region = facts[region.id];
    list.push_back({{"value", region.value},
                    {"weight", region.weight},
                    {"rows", region.rows},
                    {"mean", of_region.mean ? Json(*of_region.mean) : Json()},
                    {"error", of_region.standard_error ? number_or_null(*of_region.standard_error) : Json()},
                    {"spread", of_region.spread ? number_or_null(*of_region.spread) : Json()},
                    {"where", drawable_text(text.where(region))}});
  }
  return list;
}

// Packs the number of each cell's region as the difference to the cell before: 0 within a region.
std::string pack_labels(const Surface& surface) {
  std::vector<std::uint32_t> differences;
  differences.reserve(surface.region_of_cell.size());
  std::size_t before = 0;
  for (const std::size_t region : surface.region_of_cell) {
    differences.push_back(static_cast<std::uint32_t>(region - before));
    before = region;
  }
  return pack(differences);
}

// Names the error in words that need no explanation.
std::string error_name(const FitRecord& fit, const SurfaceRecord& record) {
  const std::shared_ptr<const Loss> loss = loss_of(fit);
  if (record.leaves && loss->trees() == TreeRule::wrong_classes) return "share of wrong classes";
  return loss->error().is_root ? loss->error().name : "error";
}

// The held-out error by lambda, in the units of the outcome where errors are squared: people can relate to these.
Json errors_by_lambda(const FitRecord& fit, const SurfaceRecord& record) {
  const CrossValidation& cv = record.cv;
  const ErrorMeasure& measure = loss_of(fit)->error();
  Json error = Json::array();
  Json standard_error = Json::array();
  for (std::size_t k = 0; k < cv.lambdas.size(); ++k) {
    error.push_back(number_or_null(measure.of_mean_deviance(cv.mean[k])));
    standard_error.push_back(number_or_null(measure.standard_error(cv.mean[k], cv.standard_error[k])));
  }
  return {{"lambdas", finite_numbers(cv.lambdas)},
          {"error", std::move(error)},
          {"standard_error", std::move(standard_error)},
          {"chosen", number_or_null(record.lambda)}};
}

// The same rows whatever their order: those with the smallest hashes of their content.
Json points_of(const Surface& surface, const Dataset& data) {
  std::vector<std::pair<std::uint64_t, std::size_t>> rows;
  rows.reserve(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::uint64_t hash = 0;
    for (const std::vector<double>& feature : data.features) hash = hash_combine(hash, feature[row]);
    rows.emplace_back(mix64(hash_combine(hash, data.outcome[row])), row);
  }
  std::ranges::sort(rows);
  rows.resize(std::min(rows.size(), most_points_in_report));
  Json features = Json::array();
  for (std::size_t axis = 0; axis < surface.grid.axes.size(); ++axis) {
    std::vector<float> values;
    values.reserve(rows.size());
    for (const auto& [hash, row] : rows) values.push_back(static_cast<float>(data.features[axis][row]));
    features.push_back(pack(values));
  }
  std::vector<float> outcomes;
  outcomes.reserve(rows.size());
  for (const auto& [hash, row] : rows) {
    const double exposure = data.exposure.empty() ? 1.0 : data.exposure[row];
    outcomes.push_back(static_cast<float>(data.outcome[row] / exposure));
  }
  return {{"features", features}, {"outcome", pack(outcomes)}, {"count", rows.size()}, {"of", data.rows()}};
}

// What is drawn beside the steps of one feature.
Json means_of(const Surface& surface, std::size_t fewest_rows) {
  Json list = Json::array();
  for (const RowMean& mean : means_of_rows(surface, fewest_rows)) {
    list.push_back({{"first", mean.first_bin}, {"last", mean.last_bin}, {"weight", mean.weight}, {"mean", mean.mean}});
  }
  return list;
}

// The lines one after the other: how many points each has, and their coordinates.
Json outline_of(const std::vector<MapLine>& lines) {
  std::vector<std::uint32_t> counts;
  std::vector<float> x;
  std::vector<float> y;
  for (const MapLine& line : lines) {
    counts.push_back(static_cast<std::uint32_t>(line.size()));
    for (const auto& point : line) {
      x.push_back(static_cast<float>(point[0]));
      y.push_back(static_cast<float>(point[1]));
    }
  }
  return {{"counts", pack(counts)}, {"x", pack(x)}, {"y", pack(y)}};
}

Json gap_of(const SurfaceRecord& record) {
  if (record.gap.bins.size() < 2) return {};
  return {{"bins", record.gap.bins}, {"gap", finite_numbers(record.gap.gap)}, {"chosen", choose_bins(record.gap)}};
}

}  // namespace

Json model_data(const Model& model, const Surface& surface, const ReportOptions& options, Progress& progress) {
  std::vector<float> weight;
  weight.reserve(surface.cells.size());
  for (const CellStats& cell : surface.cells) weight.push_back(static_cast<float>(cell.weight));
  Json json = {{"name", drawable_text(surface.label)},
               {"outcome", drawable_text(describe_outcome(model.record, surface))},
               {"has_exposure", !model.record.exposure.empty()},
               {"total", model.record.total_weight},
               {"axes", axes_of(surface)},
               {"map_axes", map_axes_of(surface)},
               {"colours", colours_of(surface)},
               {"unit", drawable_text(options.drawing.unit)},
               {"is_percent", shows_percent(model.record, options.drawing)},
               {"weight", pack(weight)},
               {"empty", pack(find_empty_places(model.record, surface))},
               {"regions", regions_of(model, surface, options.drawing.min_rows)},
               {"labels", pack_labels(surface)},
               {"path", path_data(model, surface, options, progress)},
               {"held_out", held_out_curve(model, surface)},
               {"cv", errors_by_lambda(model.record, surface.record)},
               {"error_name", error_name(model.record, surface.record)},
               {"gap", gap_of(surface.record)}};
  if (surface.grid.axes.size() == 1) json["means"] = means_of(surface, options.drawing.min_rows);
  if (!surface.grid.left_out.empty()) {
    json["left_out"] = pack(std::vector<std::uint8_t>(surface.grid.left_out.begin(), surface.grid.left_out.end()));
  }
  if (!options.drawing.outline.empty()) json["outline"] = outline_of(options.drawing.outline);
  // Outcomes of several classes are no heights to draw dots at.
  const bool can_show_points = surface.label.empty() || surface.grid.axes.size() > 1;
  const Dataset* const points = options.points;
  if (points != nullptr && points->rows() > 0 && can_show_points) json["points"] = points_of(surface, *points);
  return json;
}

std::string colour_table() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string table;
  for (int i = 0; i < 256; ++i) {
    const Colour colour = viridis(i / 255.0);
    for (const double part : {colour.red, colour.green, colour.blue}) {
      const auto byte = static_cast<unsigned>(std::lround(part));
      table += digits[byte >> 4];
      table += digits[byte & 15U];
    }
  }
  return table;
}

}  // namespace gaptv::report
