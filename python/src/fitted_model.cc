// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "fitted_model.h"

#include <cstdint>
#include <vector>

#include "gaptv/areas/model_areas.h"
#include "gaptv/areas/outline_file.h"
#include "gaptv/areas/well_known_binary.h"
#include "gaptv/base/error.h"
#include "gaptv/gaptv.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/model/fitted_path.h"
#include "gaptv/output/colour_limits.h"
#include "gaptv/output/empty_places.h"
#include "gaptv/scan/collect_rows.h"
#include "gaptv/scan/fit_batches.h"
#include "gaptv/scan/kept_batches.h"
#include "gaptv/sql/scoring.h"
#include "python_progress.h"

namespace nb = nanobind;

namespace gaptv::python {

FittedModel FittedModel::fit(const Rows& rows, const GivenOptions& options) {
  const FitOptions chosen = fit_options(options);
  PythonProgress progress;
  const nb::gil_scoped_release released;
  return FittedModel(gaptv::fit(rows.view(), chosen, &progress));
}

FittedModel FittedModel::fit_batches(ArrowBatches& rows, bool drops_missing, const std::string& kept,
                                     const GivenOptions& options) {
  const FitOptions chosen = fit_options(options);
  const MissingRule missing = drops_missing ? MissingRule::drop : MissingRule::error;
  PythonProgress progress;
  const nb::gil_scoped_release released;
  if (kept == "nothing") return FittedModel(gaptv::fit_batches(rows, missing, chosen, &progress));
  if (kept == "batches") {
    KeptBatches batches(rows);
    return FittedModel(gaptv::fit_batches(batches, missing, chosen, &progress));
  }
  const Dataset data = collect_rows(rows, missing, progress);
  if (data.rows() == 0 && data.dropped_rows > 0) {
    throw InvalidInput("no row is left: all " + std::to_string(data.dropped_rows) + " have a missing value");
  }
  return FittedModel(gaptv::fit(data.view(), chosen, &progress));
}

FittedModel FittedModel::from_json(const std::string& text, const std::string& source) {
  return FittedModel(model_from_json(text, source));
}

std::string FittedModel::to_json() const {
  return model_to_json(model_);
}

NumpyArray FittedModel::predict(const std::vector<Column>& features, const std::string& type,
                                std::size_t threads) const {
  const PredictionType prediction = parse_prediction_type(type);
  Columns columns;
  DataView data;
  data.feature_names = feature_names(model_);
  for (const Column& feature : features) data.features.push_back(columns.add(feature));
  std::vector<double> values;
  std::vector<std::size_t> shape = {data.rows()};
  if (model_.has_classes()) shape.push_back(model_.surfaces.size());
  {
    const nb::gil_scoped_release released;
    values = gaptv::predict(model_, data, prediction, threads);
  }
  return to_numpy(std::move(values), std::move(shape));
}

nb::list FittedModel::path(std::size_t surface, std::size_t threads) const {
  PythonProgress progress;
  std::vector<FitOnPath> fits;
  {
    const nb::gil_scoped_release released;
    fits = fitted_path(model_, model_.surfaces.at(surface), threads, progress);
  }
  nb::list list;
  for (FitOnPath& fit : fits) {
    list.append(nb::make_tuple(fit.lambda, to_numpy(std::move(fit.values)), fit.regions, fit.is_chosen));
  }
  return list;
}

nb::dict FittedModel::map_facts(std::size_t surface) const {
  const Surface& drawn = model_.surfaces.at(surface);
  const MapAxes axes = find_map_axes(drawn.grid);
  const ColourLimits limits = find_colour_limits(drawn);
  nb::dict facts;
  facts["across"] = axes.horizontal;
  facts["up"] = axes.vertical;
  facts["height_per_width"] = axes.height_per_width;
  facts["low"] = limits.low;
  facts["high"] = limits.high;
  std::vector<double> is_empty;
  for (const std::uint8_t cell : find_empty_places(model_.record, drawn)) is_empty.push_back(cell);
  for (std::size_t cell = 0; cell < is_empty.size(); ++cell) {
    if (drawn.grid.is_left_out(cell)) is_empty[cell] = 1;
  }
  facts["is_empty"] = to_numpy(std::move(is_empty));
  return facts;
}

nb::tuple FittedModel::areas(const std::optional<std::size_t>& horizontal) const {
  AreaOptions options;
  options.horizontal = horizontal;
  const AreaLayer layer = make_area_layer(model_, options).layer;
  nb::list polygons;
  for (const MultiPolygon& area : layer.geometry) {
    const std::string bytes = well_known_binary(area);
    polygons.append(nb::bytes(bytes.data(), bytes.size()));
  }
  return nb::make_tuple(layer.epsg, polygons);
}

std::vector<std::string> FittedModel::scoring_sql(const GivenOptions& options, bool is_file) const {
  sql::ScoringOptions chosen;
  for (const auto& [name, text] : options) {
    if (name == "dialect") chosen.dialect = text;
    if (name == "what") chosen.what = text;
    if (name == "type") chosen.type = parse_prediction_type(text);
    if (name == "table") chosen.table = text;
    if (name == "label") chosen.label = text;
    if (name == "lookup_table") chosen.lookup_table = text;
  }
  const nb::gil_scoped_release released;
  if (is_file) return {sql::scoring_sql(model_, chosen)};
  return sql::scoring_statements(model_, chosen);
}

std::string FittedModel::report(const std::string& command, std::size_t threads, const std::string& title,
                                const std::string& unit, bool is_percent, const std::string& outline) const {
  PythonProgress progress;
  const nb::gil_scoped_release released;
  ReportOptions options;
  options.command = command;
  options.threads = threads;
  options.drawing = {title, unit, is_percent};
  if (!outline.empty()) options.drawing.outline = read_outline(outline, model_);
  return html_report(model_, options, &progress);
}

}  // namespace gaptv::python
