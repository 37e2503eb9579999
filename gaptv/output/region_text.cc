// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/region_text.h"

#include <algorithm>
#include <cstddef>

#include "gaptv/output/readable_number.h"

namespace gaptv {

RegionText::RegionText(const Model& model) : model_(model) {
  for (const Axis& axis : model.grid.axes) edges_.push_back(write_distinct_numbers(axis.edges));
}

std::string RegionText::where(const Plateau& plateau) const {
  std::string text;
  for (std::size_t j = 0; j < edges_.size(); ++j) {
    const Axis& axis = model_.grid.axes[j];
    const std::size_t first = plateau.first_bin[j];
    const std::size_t last = plateau.last_bin[j];
    const bool has_lower = first > 0;
    const bool has_upper = last + 1 < axis.bins();
    if (!has_lower && !has_upper) continue;
    if (!text.empty()) text += ", ";
    text += axis.name;
    if (has_lower && has_upper) {
      text += " from " + edges_[j][first - 1] + " to " + edges_[j][last];
    } else {
      text += has_upper ? " below " + edges_[j][last] : " " + edges_[j][first - 1] + " or more";
    }
  }
  return text.empty() ? "everywhere" : text;
}

std::vector<Plateau> sort_regions_by_value(const Model& model, double least_weight) {
  std::vector<Plateau> plateaus;
  for (const Plateau& plateau : model.plateaus) {
    if (plateau.weight > 0 && plateau.weight >= least_weight) plateaus.push_back(plateau);
  }
  std::ranges::stable_sort(plateaus, {}, &Plateau::value);
  return plateaus;
}

double share_of_box(const Plateau& plateau) {
  double cells = 1;
  for (std::size_t j = 0; j < plateau.first_bin.size(); ++j) {
    cells *= static_cast<double>(plateau.last_bin[j] - plateau.first_bin[j] + 1);
  }
  return static_cast<double>(plateau.cells) / cells;
}

}  // namespace gaptv
