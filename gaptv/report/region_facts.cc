// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/region_facts.h"

#include <cmath>
#include <cstddef>

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
  std::vector<RegionFacts> facts;
  for (const Plateau& plateau : model.plateaus) {
    RegionFacts of_region;
    const double n = plateau.weight;
    if (model.record.loss == "binomial") {
      // After Agresti and Coull (1998): two of each kind are added, so that 0 of 50 is not called certain.
      const double share = (n * plateau.mean + 2) / (n + 4);
      if (n > 0) of_region.standard_error = std::sqrt(share * (1 - share) / (n + 4));
    } else if (model.record.loss == "poisson") {
      // One event is added, so that no events are not called certain.
      if (n > 0) of_region.standard_error = std::sqrt(n * plateau.mean + 1) / n;
    } else if (n >= 2) {
      of_region.spread = std::sqrt(scatter[plateau.id] / (n - 1));
      of_region.standard_error = *of_region.spread / std::sqrt(n);
    }
    facts.push_back(of_region);
  }
  return facts;
}

}  // namespace gaptv::report
