// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/region_error.h"

#include <algorithm>

namespace gaptv {

double error_of_regions(const DataView& rows, const std::vector<std::size_t>& region_of_row,
                        const std::vector<RegionRows>& regions, const CellLoss& loss) {
  CellStats all;
  for (const RegionRows& region : regions) all.add(region.outcomes);
  double deviance = 0;
  double observations = 0;
  const double mean_size = all.weight / static_cast<double>(rows.rows());
  const auto deviance_of = [&loss](double size, double value, double fitted) {
    return 2 * loss.divergence({&size, 1}, {&value, 1}, {&fitted, 1});
  };
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const CellStats& region = regions[region_of_row[row]].outcomes;
    const double size = rows.size_of(row);
    const double value = value_of(rows, row);
    const double others = std::max(0.0, region.weight - size);
    const double mean_of_others = others > 0 ? region.mean + (region.mean - value) * size / others : all.mean;
    const double predicted = (others * mean_of_others + mean_size * all.mean) / (others + mean_size);
    const double fitted = std::clamp(predicted, loss.lowest_mean(all.weight), loss.highest_mean(all.weight));
    if (loss.accepts().are_two_classes) {
      // Of trials, some are successes and the others are not.
      deviance += deviance_of(size * value, 1, fitted) + deviance_of(size * (1 - value), 0, fitted);
    } else {
      deviance += deviance_of(size, value, fitted);
    }
    observations += rows.weight_of(row);
  }
  return loss.error().of_mean_deviance(deviance / observations);
}

}  // namespace gaptv
