// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_choice.h"

#include <algorithm>
#include <cmath>

namespace gaptv {

std::size_t count_worth_their_price(const JoinableCells& cells, const CellLoss& loss, const BorderPrices& prices) {
  const std::size_t count = cells.path.count_at_price(prices.border);
  if (count < 2 || prices.first <= 0) return count;
  const ConnectedCells regions = cells.path.cut(count);
  std::vector<RegionEvidence> sums(count);
  for (std::size_t cell = 0; cell < cells.values.size(); ++cell) {
    sums[regions.label[cell]].add({cells.weight[cell], cells.values[cell], {}});
  }
  RegionEvidence all;
  for (const RegionEvidence& region : sums) all.add(region);
  double explained = 0;
  for (const RegionEvidence& region : sums) {
    if (region.weight <= 0) continue;
    const double distance = region.fitted - all.fitted;
    explained += region.weight * distance * distance / loss.variance(all.fitted);
  }
  return explained < prices.first * static_cast<double>(count - 1) ? 1 : count;
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
