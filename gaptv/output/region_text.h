// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv {

// The regions of a model in words.
class RegionText {
 public:
  explicit RegionText(const Model& model);

  // The bounding box, e.g. "x1 from 12.5 to 40, x2 below 7"; "everywhere" if it spans all axes.
  std::string where(const Plateau& plateau) const;

 private:
  const Model& model_;
  std::vector<std::vector<std::string>> edges_;  // by axis, with as many digits as it takes to tell them apart
};

// The regions with observations, at least so many, the lowest value first.
std::vector<Plateau> plateaus_by_value(const Model& model, double least_weight = 0);

// The share of its bounding box that a region covers, counted in cells.
double share_of_box(const Plateau& plateau);

}  // namespace gaptv
