// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_choice.h"

#include <algorithm>
#include <cmath>

namespace gaptv {

std::size_t count_worth_their_price(const JoinableCells& cells, const CellLoss& loss, const BorderPrices& prices) {
  const std::size_t count = cells.path.count_at_price(prices.border);
  const std::size_t fewest = cells.path.fewest_regions();
  if (count <= fewest || prices.first <= 0) return count;
  const ConnectedCells regions = cells.path.cut(count);
  const ConnectedCells parts = cells.path.cut(fewest);  // one, unless cells that are left out cut the others
  std::vector<RegionEvidence> sums(count);
  std::vector<std::size_t> part_of(count);
  for (std::size_t cell = 0; cell < cells.values.size(); ++cell) {
    sums[regions.label[cell]].add({cells.weight[cell], cells.values[cell], {}});
    part_of[regions.label[cell]] = parts.label[cell];
  }
  std::vector<RegionEvidence> all(fewest);
  for (std::size_t region = 0; region < count; ++region) all[part_of[region]].add(sums[region]);
  double explained = 0;
  for (std::size_t region = 0; region < count; ++region) {
    if (sums[region].weight <= 0) continue;
    const double of_part = all[part_of[region]].fitted;
    const double distance = sums[region].fitted - of_part;
    explained += sums[region].weight * distance * distance / loss.variance(of_part);
  }
  return explained < prices.first * static_cast<double>(count - fewest) ? fewest : count;
}

std::size_t choose_on_curve(const HeldOutCurve& curve, const RegionsChoice& choice, bool is_root) {
  const auto best = static_cast<std::size_t>(std::ranges::min_element(curve.error) - curve.error.begin());
  double limit = curve.error[best] + curve.standard_error[best];
  if (choice.rule == RegionsRule::within) {
    limit = curve.error[best] * (is_root ? std::pow(1 + choice.within, 2) : 1 + choice.within);
  }
  const auto fewest = std::ranges::find_if(curve.error, [limit](double error) { return error <= limit; });
  return curve.regions[static_cast<std::size_t>(fewest - curve.error.begin())];
}

}  // namespace gaptv
