// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/model/model.h"
#include "gaptv/model/predict.h"

namespace gaptv::sql {

struct ScoringOptions {
  std::string dialect = {};
  // "expression": what predicts one thing, to be put into any statement; comparisons of the features with edges.
  // "query": a SELECT of all columns of a table with the predictions beside them, which are such expressions.
  // "lookup": a table of cells and a SELECT that joins it; for models that are too large for expressions.
  std::string what = {};  // empty: a query if there is a table, else an expression
  PredictionType type = PredictionType::response;
  std::string table = {};  // of the rows: "homes", "public.homes"
  std::string label = {};  // of an expression about classes: the class it is about; else the most probable one
  std::string lookup_table = "gaptv_cells";  // its name
};

// Returns what is written: options.what, or what it is where that is left open.
GAPTV_API std::string settle_what(const ScoringOptions& options);

// Throws InvalidInput for options that are impossible or do not go together, whatever the model is.
GAPTV_API void check(const ScoringOptions& options);

// Returns the statements that score rows in a database as predict() does in memory: the same regions and, to the last
// bit, the same values, also at edges and outside of the range of the training rows. Where a feature is NULL or NaN
// everything is NULL. Statements come one by one, without semicolons; an expression comes alone. Throws InvalidInput
// for options that are impossible or do not go together, and for statements that are larger than the database takes.
GAPTV_API std::vector<std::string> scoring_statements(const Model& model, const ScoringOptions& options);

// Returns the same as the text of a file: with semicolons, and comments that say what it is. The comment of a dialect
// that is not verified comes first; an expression of another one is bare.
GAPTV_API std::string scoring_sql(const Model& model, const ScoringOptions& options);

}  // namespace gaptv::sql
