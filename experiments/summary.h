// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/result_file.h"

namespace gaptv {

// Mean and standard error of the mean over the trials (or folds) of one group.
struct MeasureSummary {
  double mean = 0;
  double standard_error = 0;  // NaN of a single trial
};

struct GroupSummary {
  Fields group;
  std::size_t trials = 0;
  std::vector<MeasureSummary> measures;  // NaN where the method has no such number
};

// Results in brief: groups in the order in which they come first.
struct Summary {
  Fields group_columns;
  Fields measures;
  std::vector<GroupSummary> groups;

  const GroupSummary* find(const Fields& group) const;  // null: there is none
  std::size_t measure(const std::string& name) const;   // its place
};

// Groups rows by some of their columns and averages others, whose fields are numbers or empty.
Summary summarise(const Fields& columns, const std::vector<Fields>& rows, const Fields& group_columns,
                  const Fields& measures);

// Columns: those of the group, trials, and of each measure NAME and NAME_se.
std::string to_csv(const Summary& summary);

}  // namespace gaptv
