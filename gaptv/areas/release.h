// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/areas/map_of_model.h"
#include "gaptv/data/dataset.h"
#include "gaptv/loss/error_measure.h"
#include "gaptv/model/model.h"

namespace gaptv {

struct ReleaseOptions {
  DisclosureRules rules;
  AreaOptions area = {};  // without bounds the map ends at round numbers outside of all rows
};

// Holds areas that may be published, and what is known of them. Only the layer and the model are for the public.
// Throws InvalidInput for models of which no rows can make a release: without a map of one outcome, without statistics,
// with a mask that tells where rows are, or of a loss whose values are no means.
void check_can_be_released(const Model& model);

struct Release {
  Model model;      // predicts the values of the areas and knows no rows: the same for programs
  AreaLayer layer;  // columns: id, value, count and, where rates of few events are marked, unstable
  std::size_t rows = 0;
  std::size_t smallest_count = 0;
  std::size_t joined = 0;  // regions that are no longer there
  // These are errors of rows (the measure of the loss) whose region is given, predicted by the others of the region.
  const ErrorMeasure* measure = nullptr;
  double error_before = 0;
  double error_after = 0;
  std::size_t of_one_outcome = 0;  // areas whose rows all have the same outcome, which the value then tells
  bool tells_events = false;       // the outcome counts something, so that value times count is a number of events
  std::vector<std::string> notes;
};

// Makes areas of a model's regions that keep the rules for these rows. Regions that do not are joined with neighbours
// (protect_regions()), as are those whose rows are all in one place; nothing is left blank. Values are the means of the
// rows of the joined regions, with at most four significant digits, and with fewer where they would tell the count that
// rounding hides (step_of_means()). Counts are those of contributors, rounded as the rules say. All borders lie at
// simple numbers that are no row's coordinate (safe_edges.h), so that a row beside a border may be in the area across
// it. Areas are numbered by their place. Nothing else of the model or of the rows goes into the layer.
//
// "ids" says who each row is about, by number; where it is empty, each row is about somebody else.
//
// Where a mask cuts the map into parts, a part that breaks the rules as a whole is joined to the nearest one. A mask
// that follows the rows would tell where they are, and is refused, as are rows outside of the polygons of one.
//
// Where outcomes are successes and weights trials, as fit() reads them, values are shares of the trials.
//
// Throws InvalidInput as check_can_be_released() does, for outcomes that are none of the model's loss, if there are
// fewer people than an area needs, for negative outcomes where rules look at the largest contributions, for bounds that
// do not contain all rows, and if all rows together break a rule. O(rows + cells).
Release make_release(const Model& model, const DataView& given, const std::vector<std::uint32_t>& ids,
                     const ReleaseOptions& options);

}  // namespace gaptv
