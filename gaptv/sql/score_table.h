// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gaptv/grid/shape.h"
#include "gaptv/model/model.h"
#include "gaptv/model/predict.h"

namespace gaptv::sql {

// One thing that is said of a row.
struct ScoreColumn {
  enum class Kind { number, whole_number, text };
  std::string name;
  Kind kind = Kind::number;
  std::vector<double> numbers;     // by answer
  std::vector<std::string> texts;  // the same, of the kind text
};

struct ScoreAxis {
  std::string name;
  std::vector<double> edges;  // as in an Axis; only those at which something changes
};

// A model as one table: a grid that serves all its surfaces, and what is predicted in its cells. Cells in which all
// surfaces have the same regions share an answer.
struct ScoreTable {
  std::vector<ScoreAxis> axes;
  std::vector<std::uint32_t> answer_of_cell;
  std::vector<ScoreColumn> columns;

  Shape shape() const;
};

// Asks predict() for every answer, so that it is that of predict() to the last bit. The columns are those of gaptv
// predict and the number of the region:
//   one outcome      prediction, region
//   several classes  prediction (the label of the most probable one), probability_LABEL or link_LABEL, region_LABEL
// With the type region there are no probabilities, and of one outcome the region only. Throws InvalidInput if the
// grids of several classes have too many cells together.
ScoreTable make_score_table(const Model& model, PredictionType type);

}  // namespace gaptv::sql
