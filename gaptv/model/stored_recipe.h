// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/data/outcome_scale.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/model/model.h"
#include "gaptv/regions/region_recipe.h"

namespace gaptv {

// Holds what a fit made regions of, taken from its model: no rows are needed. It refers to the surface, which must
// outlive it.
struct StoredRecipe {
  CellTable table;     // in units in which nothing overflows or is rounded away, as in a fit
  OutcomeScale scale;  // of the table
  double lambda_unit = 1;
  RegionRecipe recipe;  // noise and lambda are those of the model

  // Brings values of cells to the units of the outcome.
  std::vector<double> to_outcome(std::vector<double> values) const;
};

// Tells whether a model has a recipe to repeat: it has if it was fitted by total variation, its loss needs the
// statistics of the cells only, and its lambda_max is above 0.
bool has_stored_recipe(const Model& model, const Surface& surface);

// Reads the recipe. Throws InvalidInput if there is none, or if the model's record contradicts its grid.
StoredRecipe read_stored_recipe(const Model& model, const Surface& surface);

}  // namespace gaptv
