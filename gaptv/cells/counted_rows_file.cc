// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/cells/counted_rows_file.h"

#include <nlohmann/json.hpp>

#include "gaptv/base/file.h"
#include "gaptv/base/number_text.h"
#include "gaptv/data/fold_rule.h"
#include "gaptv/data/observations.h"
#include "gaptv/model/json_text.h"

namespace gaptv {
namespace {

using Json = nlohmann::ordered_json;

Json cells_to_json(const CountedCells& cells) {
  Json number = Json::array();
  Json weight = Json::array();
  Json mean = Json::array();
  Json scatter = Json::array();
  for (const CountedCell& cell : cells) {
    number.push_back(cell.number);
    weight.push_back(cell.stats.weight);
    mean.push_back(cell.stats.mean);
    scatter.push_back(cell.stats.scatter);
  }
  return {{"cell", std::move(number)},
          {"weight", std::move(weight)},
          {"mean", std::move(mean)},
          {"scatter", std::move(scatter)}};
}

Json folds_to_json(const std::vector<CountedCells>& folds) {
  Json list = Json::array();
  for (const CountedCells& fold : folds) list.push_back(cells_to_json(fold));
  return list;
}

Json axes_to_json(const std::vector<CountedAxis>& axes) {
  Json list = Json::array();
  for (const CountedAxis& axis : axes) {
    Json grids = Json::array();
    for (const KnownGrid& grid : axis.grids) grids.push_back({{"bins", grid.bins}, {"edges", grid.edges}});
    list.push_back({{"name", axis.name},
                    {"lowest", axis.lowest},
                    {"highest", axis.highest},
                    {"edges", axis.edges},
                    {"grids", std::move(grids)}});
  }
  return list;
}

Json deviances_to_json(const std::vector<RowDeviance>& deviances) {
  Json list = Json::array();
  for (const RowDeviance& rows : deviances) {
    list.push_back({{"observations", rows.observations}, {"reference", rows.reference}, {"deviance", rows.deviance}});
  }
  return list;
}

Json exact_to_json(const CountedRows& rows) {
  Json tables = Json::array();
  for (const ExactTable& table : rows.exact_tables) {
    tables.push_back({{"bins", table.bins}, {"folds", folds_to_json(table.folds)}});
  }
  const bool is_printed = rows.exact_gap.formula == GapFormula::as_printed;
  return {{"gap",
           {{"formula", is_printed ? "as-printed" : "mean-pair-distance"},
            {"bins", rows.exact_gap.bins},
            {"sums", rows.exact_gap.sums}}},
          {"tables", std::move(tables)}};
}

}  // namespace

std::string counted_rows_to_json(const CountedRows& rows) {
  const SourceSummary& summary = rows.summary;
  Json json = {
      {"format", "gaptv-cells"},
      {"format_version", rows.fold_scales ? 2 : 1},
      {"outcome", {{"name", summary.outcome_name}, {"center", summary.scale.center}, {"unit", summary.scale.unit}}},
      {"loss", summary.loss->name()},
      {"rows", summary.rows},
      {"dropped_rows", summary.dropped_rows},
      {"observations", summary.observations},
      {"total_weight", summary.total_weight},
      {"input_hash", hexadecimal_text(summary.content_hash)},
      {"seed", rows.seed},
      {"bins_max", rows.bins_max},
      {"mean_outcome", rows.mean_outcome},
      {"notes", summary.notes}};
  if (rows.fold_scales) json["fold_rule"] = {{"name", fold_rule_name}, {"scales", *rows.fold_scales}};
  if (!summary.classes.empty()) json["classes"] = summary.classes;
  if (summary.has_weights) {
    json["weight"] = {{"name", summary.weight_name}, {"kind", name_of(summary.weight_kind)}};
  }
  if (!rows.copies.empty()) {
    json["exposure"] = {
        {"name", summary.exposure_name}, {"sample", rows.exposures}, {"copies", cells_to_json(rows.copies)}};
  }
  json["axes"] = axes_to_json(rows.axes);
  json["folds"] = folds_to_json(rows.folds);
  if (!rows.deviances.empty()) json["row_deviances"] = deviances_to_json(rows.deviances);
  json["exact"] = exact_to_json(rows);
  return json_text(json);
}

CountedRows read_counted_rows(const std::string& path) {
  return counted_rows_from_json(read_file(path), path);
}

}  // namespace gaptv
