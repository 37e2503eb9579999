// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/region_text.h"

#include <algorithm>
#include <cstddef>

#include "cli/number_text.h"
#include "cli/text_table.h"

namespace gaptv::cli {

RegionText::RegionText(const Model& model) : model_(model) {
  for (const Axis& axis : model.grid.axes) edges_.push_back(distinct_numbers(axis.edges));
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

double share_of_box(const Plateau& plateau) {
  double cells = 1;
  for (std::size_t j = 0; j < plateau.first_bin.size(); ++j) {
    cells *= static_cast<double>(plateau.last_bin[j] - plateau.first_bin[j] + 1);
  }
  return static_cast<double>(plateau.cells) / cells;
}

std::string region_table(const Model& model, const std::vector<Plateau>& plateaus) {
  const RegionText text(model);
  const auto [low, high] = std::ranges::minmax(fitted_values(model));
  const bool has_exposure = !model.record.exposure.empty();
  std::vector<std::vector<std::string>> rows = {
      {"id", "value", "mean", has_exposure ? "exposure" : "rows", "share", "fills", "where"}};
  for (const Plateau& plateau : plateaus) {
    rows.push_back({std::to_string(plateau.id), number_in_range(plateau.value, high - low),
                    plateau.weight > 0 ? number_in_range(plateau.mean, high - low) : "-",
                    has_exposure ? short_number(plateau.weight) : count_text(plateau.weight),
                    percent_text(plateau.weight / model.record.total_weight), percent_text(share_of_box(plateau)),
                    text.where(plateau)});
  }
  return text_table(rows);
}

}  // namespace gaptv::cli
