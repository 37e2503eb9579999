// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/result_file.h"
#include "gaptv/evaluate/mean_and_error.h"

namespace gaptv {

struct GroupSummary {
  Fields group;
  std::size_t trials = 0;
  std::vector<MeanAndError> measures;  // over the trials, or folds; NaN where the method has no such number
};

// Holds results in brief, the groups in the order in which they come first.
struct Summary {
  Fields group_columns;
  Fields measures;
  std::vector<GroupSummary> groups;

  std::size_t measure(const std::string& name) const;  // its place
};

// Groups rows by some of their columns and averages others, whose fields are numbers or empty.
Summary summarise(const Fields& columns, const std::vector<Fields>& rows, const Fields& group_columns,
                  const Fields& measures);

// Writes a summary with the columns of the group, trials, and for each measure NAME and NAME_se.
std::string to_csv(const Summary& summary);

}  // namespace gaptv
