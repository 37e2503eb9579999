// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/summary.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

std::size_t place_of(const Fields& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw std::logic_error("there is no column " + name);
  return static_cast<std::size_t>(found - names.begin());
}

std::string field_of(double value) {
  return std::isnan(value) ? "" : csv_number(value);
}

}  // namespace

std::size_t Summary::measure(const std::string& name) const {
  return place_of(measures, name);
}

Summary summarise(const Fields& columns, const std::vector<Fields>& rows, const Fields& group_columns,
                  const Fields& measures) {
  std::vector<Fields> groups;
  std::map<Fields, std::vector<const Fields*>> rows_of;
  for (const Fields& row : rows) {
    Fields group;
    for (const std::string& column : group_columns) group.push_back(row[place_of(columns, column)]);
    std::vector<const Fields*>& members = rows_of[group];
    if (members.empty()) groups.push_back(group);
    members.push_back(&row);
  }
  Summary summary{group_columns, measures, {}};
  for (const Fields& group : groups) {
    GroupSummary result{group, rows_of[group].size(), {}};
    for (const std::string& measure : measures) {
      std::vector<double> values;
      for (const Fields* const row : rows_of[group]) {
        const std::string& field = (*row)[place_of(columns, measure)];
        if (!field.empty()) values.push_back(std::strtod(field.c_str(), nullptr));
      }
      result.measures.push_back(mean_and_error(values));
    }
    summary.groups.push_back(std::move(result));
  }
  return summary;
}

std::string to_csv(const Summary& summary) {
  std::string text;
  for (const std::string& column : summary.group_columns) text += column + ",";
  text += "trials";
  for (const std::string& measure : summary.measures)
    text.append(",").append(measure).append(",").append(measure).append("_se");
  for (const GroupSummary& group : summary.groups) {
    text += "\n";
    for (const std::string& field : group.group) text += field + ",";
    text += std::to_string(group.trials);
    for (const MeanAndError& value : group.measures) {
      text += "," + field_of(value.mean) + "," + field_of(value.standard_error);
    }
  }
  return text + "\n";
}

}  // namespace gaptv
