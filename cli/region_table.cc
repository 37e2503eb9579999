// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/region_table.h"

#include <algorithm>

#include "cli/text_table.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_text.h"

namespace gaptv::cli {

std::string region_table(const Model& model, const Surface& surface, const std::vector<Region>& regions,
                         const std::vector<RegionFacts>& facts) {
  const RegionText text(surface);
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  const bool has_exposure = !model.record.exposure.empty();
  std::vector<std::vector<std::string>> rows = {{"id", "value", "mean", "rows", "share", "fills", "where"}};
  constexpr std::ptrdiff_t after_rows = 4;
  if (has_exposure) rows.front().insert(rows.front().begin() + after_rows, "exposure");
  for (const Region& region : regions) {
    rows.push_back({std::to_string(region.id), number_in_range(region.value, high - low),
                    facts[region.id].mean ? number_in_range(*facts[region.id].mean, high - low) : "-",
                    count_text(region.rows), percent_text(region.weight / model.record.total_weight),
                    percent_text(share_of_box(surface, region)), text.where(region)});
    if (has_exposure) rows.back().insert(rows.back().begin() + after_rows, short_number(region.weight));
  }
  return text_table(rows);
}

}  // namespace gaptv::cli
