// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/region_facts.h"

#include <algorithm>
#include <memory>

#include "gaptv/loss/loss.h"

namespace gaptv {

std::vector<RegionFacts> region_facts(const Model& model, const Surface& surface, std::size_t fewest_rows) {
  std::vector<double> scatter(surface.regions.size(), 0.0);
  for (std::size_t cell = 0; cell < surface.cells.size(); ++cell) {
    const CellStats& stats = surface.cells[cell];
    if (stats.weight <= 0) continue;
    const Region& region = surface.regions[surface.region_of_cell[cell]];
    const double shift = stats.mean - region.mean;
    scatter[region.id] += stats.scatter + stats.weight * shift * shift;
  }
  const std::shared_ptr<const Loss> loss = loss_of(model.record);
  std::vector<RegionFacts> facts;
  facts.reserve(surface.regions.size());
  for (const Region& region : surface.regions) {
    RegionFacts& of_region = facts.emplace_back();
    if (!(region.weight > 0) || region.rows < static_cast<double>(fewest_rows)) continue;
    const MeanError error = loss->mean_error(region.weight, region.mean, scatter[region.id]);
    of_region = {region.mean, error.standard_error, error.spread};
  }
  return facts;
}

std::string note_on_hidden_means(const Surface& surface, const std::vector<RegionFacts>& facts,
                                 std::size_t fewest_rows) {
  const auto is_hidden = [&](const Region& region) { return region.rows > 0 && !facts[region.id].mean; };
  if (std::ranges::none_of(surface.regions, is_hidden)) return {};
  return "Means of fewer than " + std::to_string(fewest_rows) + " rows are not shown.";
}

}  // namespace gaptv
