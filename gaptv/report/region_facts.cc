// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/region_facts.h"

#include <cstddef>
#include <memory>

namespace gaptv::report {

std::vector<RegionFacts> region_facts(const Model& model) {
  std::vector<double> scatter(model.plateaus.size(), 0.0);
  for (std::size_t cell = 0; cell < model.cells.size(); ++cell) {
    const CellStats& stats = model.cells[cell];
    if (stats.weight <= 0) continue;
    const Plateau& plateau = model.plateaus[model.plateau_of_cell[cell]];
    const double shift = stats.mean - plateau.mean;
    scatter[plateau.id] += stats.scatter + stats.weight * shift * shift;
  }
  const std::shared_ptr<const Loss> loss = loss_of(model.record);
  std::vector<RegionFacts> facts;
  facts.reserve(model.plateaus.size());
  for (const Plateau& plateau : model.plateaus) {
    facts.push_back(loss->mean_error(plateau.weight, plateau.mean, scatter[plateau.id]));
  }
  return facts;
}

}  // namespace gaptv::report
