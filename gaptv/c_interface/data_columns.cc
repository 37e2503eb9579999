// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/data_columns.h"

#include "gaptv/base/error.h"
#include "gaptv/c_interface/status.h"

namespace gaptv::c_interface {

void add_column(DataView& data, const std::string& role, const std::string& name, const ColumnView& column) {
  if (column.stride == 0) throw InvalidInput("the stride is 0; give 1 for numbers that lie side by side");
  if (!column.empty() && column.data == nullptr) require(nullptr, "values");
  if (role == "feature") {
    if (name.empty()) throw InvalidInput("a feature needs a name; models and messages show it");
    data.features.reserve(data.features.size() + 1);
    data.feature_names.push_back(name);
    data.features.push_back(column);
    return;
  }
  if (role != "outcome" && role != "weight" && role != "exposure") {
    refuse_choice("role", role, "feature, outcome, weight or exposure");
  }
  // No numbers would mean no such column, and a fit would go on without it.
  if (column.empty()) throw InvalidInput("the " + role + " has no numbers; leave the column out if there is none");
  const bool is_weight = role == "weight";
  (role == "outcome" ? data.outcome_name : is_weight ? data.weight_name : data.exposure_name) = name;
  (role == "outcome" ? data.outcome : is_weight ? data.weight : data.exposure) = column;
}

}  // namespace gaptv::c_interface
