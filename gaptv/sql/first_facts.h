// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/base/interval.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/scan/row_facts.h"
#include "gaptv/sql/sql_answer.h"
#include "gaptv/sql/table_columns.h"

namespace gaptv::sql {

// Holds what the statement of the first look tells.
struct FirstFacts : RowFacts {
  std::vector<Interval> range;  // by column, in the order of used_columns()
  double outcomes_not_whole = 0;
  double outcomes_not_zero_or_one = 0;
  double weights_not_whole = 0;
};

// Sets what the columns hold. Throws InvalidInput, with the column's name, for one that holds neither numbers nor, as
// the outcome, labels.
void read_kinds(const SqlAnswer& types, std::vector<UsedColumn>& columns);

// Reads the labels of the outcome, sorted. Throws InvalidInput where they look like numbers and no classes are asked
// for.
std::vector<std::string> read_labels(const SqlAnswer& answer, const std::string& outcome, const FitOptions& options);

// Throws InvalidInput, with the column's name and the number of rows, where a value cannot be used.
FirstFacts read_first_look(const SqlAnswer& answer, const RowQuery& query, const std::vector<UsedColumn>& columns);

// Throws InvalidInput where outcomes, weights, labels or exposures are not what the loss takes; adds notes on labels.
void check_loss(const FirstFacts& facts, const RowPreparation& how, const FitOptions& options, SourceSummary& summary);

}  // namespace gaptv::sql
