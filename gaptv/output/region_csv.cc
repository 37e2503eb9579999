// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/region_csv.h"

#include <cstddef>
#include <vector>

#include "gaptv/output/csv.h"
#include "gaptv/output/region_facts.h"

namespace gaptv {
namespace {

std::string join_fields(const std::vector<std::string>& fields) {
  std::string line = fields.front();
  for (std::size_t i = 1; i < fields.size(); ++i) line += "," + fields[i];
  return line + "\n";
}

std::vector<std::string> list_headings(const Model& model) {
  std::vector<std::string> headings;
  if (model.has_classes()) headings.emplace_back("class");
  headings.insert(headings.end(), {"region", "value", "rows"});
  if (!model.record.exposure.empty()) headings.emplace_back("exposure");
  headings.insert(headings.end(), {"share", "mean", "standard_error"});
  for (const std::string& name : feature_names(model)) {
    headings.push_back(csv_field(name + "_from"));
    headings.push_back(csv_field(name + "_to"));
  }
  return headings;
}

std::vector<std::string> list_fields(const Model& model, const Surface& surface, const Region& region,
                                     const RegionFacts& facts) {
  std::vector<std::string> fields;
  if (model.has_classes()) fields.push_back(csv_field(surface.label));
  fields.insert(fields.end(), {std::to_string(region.id), csv_number(region.value), csv_number(region.rows)});
  if (!model.record.exposure.empty()) fields.push_back(csv_number(region.weight));
  fields.insert(fields.end(),
                {csv_number(region.weight / model.record.total_weight), facts.mean ? csv_number(*facts.mean) : "",
                 facts.standard_error ? csv_number(*facts.standard_error) : ""});
  for (std::size_t j = 0; j < surface.grid.axes.size(); ++j) {
    const std::vector<double>& edges = surface.grid.axes[j].edges;
    fields.push_back(region.first_bin[j] > 0 ? csv_number(edges[region.first_bin[j] - 1]) : "");
    fields.push_back(region.last_bin[j] < edges.size() ? csv_number(edges[region.last_bin[j]]) : "");
  }
  return fields;
}

}  // namespace

std::string write_region_csv(const Model& model, std::size_t fewest_rows) {
  check_knows_rows(model, "the table of regions");
  std::string text = join_fields(list_headings(model));
  for (const Surface& surface : model.surfaces) {
    const std::vector<RegionFacts> facts = region_facts(model, surface, fewest_rows);
    for (const Region& region : surface.regions) {
      text += join_fields(list_fields(model, surface, region, facts[region.id]));
    }
  }
  return text;
}

}  // namespace gaptv
