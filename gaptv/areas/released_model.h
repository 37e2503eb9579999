// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/areas/region_polygons.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Makes a model that predicts the published value of the area that a place lies in, and knows nothing else: no rows, no
// counts, no statistics of cells, no curves and no options of the fit (is_released()). Its grid has the borders of the
// areas only. "cells" is the map of the areas, x along axes.horizontal; "values" are those of the areas as they are
// published. Cells of nobody are left out of the map, and predict the value of the nearest area. The link has no number
// for a rate or a share of 0 or 1: there the model predicts one that is less than a millionth off. O(cells).
Model make_released_model(const Model& model, const NumberedCells& cells, const MapAxes& axes,
                          const std::vector<double>& values);

}  // namespace gaptv
