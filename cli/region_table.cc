// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/region_table.h"

#include <algorithm>

#include "cli/text_table.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_text.h"

namespace gaptv::cli {

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
