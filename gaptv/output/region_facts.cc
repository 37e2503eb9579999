// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/region_facts.h"

#include <cstddef>
#include <memory>

namespace gaptv {

std::vector<RegionFacts> region_facts(const Model& model, const Surface& surface) {
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
    facts.push_back(loss->mean_error(region.weight, region.mean, scatter[region.id]));
  }
  return facts;
}

}  // namespace gaptv
