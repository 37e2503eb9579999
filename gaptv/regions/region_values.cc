// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_values.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gaptv {
namespace {

// Means of few observations are taken for less, unless they are asked for as they are: a single outlier would otherwise
// pull its cell half the way. With 10 the largest error of a fit is 3 % larger on average than with 100, its typical
// error 0.5 % smaller (docs/presets.md).
constexpr double cautious_observations = 100;

// A mean this many standard errors from the fitted value may be so by chance.
constexpr double chance_distance = 2;
// Of fewer such a mean is not believed either: regions are chosen by the data, so that the means of small ones are too
// extreme. With 50 the errors of most simulated rates and classes are smaller still, but the largest region of a rare
// class is given twice its rate.
constexpr double few_observations = 20;

double change_with_link(const CellLoss& loss, double mean) {
  return std::sqrt(loss.information_on_link(mean) * loss.variance(mean));
}

// Moves all values by one step on the scale of the link, so that their weighted sum is that of the outcomes.
class TotalKeeper {
 public:
  TotalKeeper(std::span<const RegionEvidence> regions, const CellLoss& loss) : regions_(regions), loss_(loss) {
    for (const RegionEvidence& region : regions) {
      weight_ += region.outcomes.weight;
      wanted_ += region.outcomes.weight * region.outcomes.mean;
    }
  }

  void keep(std::vector<double>& values) {
    const Interval possible = loss_.possible_means();
    // Where all outcomes are at an end, so are all means, and no published value is.
    if (weight_ <= 0 || wanted_ <= possible.lowest * weight_ || wanted_ >= possible.highest * weight_) return;
    std::vector<double> links = values;
    loss_.to_link(links);
    constexpr int most_steps = 100;
    double step = 0;
    double lowest = -infinity;
    double highest = infinity;
    for (int i = 0; i < most_steps; ++i) {
      const double missing = wanted_ - sum(values);
      if (missing == 0) return;
      (missing > 0 ? lowest : highest) = step;
      double next = step + missing / slope(values);
      // Newton's step, unless it leaves what is known to hold the answer, as it may where values are at an end.
      if (!(next > lowest && next < highest)) next = bisect(lowest, highest, step, missing);
      if (next == step) return;  // rounding is all that is left
      step = next;
      values = links;
      for (double& link : values) link += step;
      loss_.to_mean(values);
      keep_inside(loss_, weight_, values);
    }
  }

 private:
  static double bisect(double lowest, double highest, double step, double missing) {
    if (std::isfinite(lowest) && std::isfinite(highest)) return lowest + (highest - lowest) / 2;
    return step + (missing > 0 ? 1 : -1) * (1 + std::abs(step));
  }
  double sum(const std::vector<double>& values) const {
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) total += regions_[i].outcomes.weight * values[i];
    return total;
  }
  // Values at an end do not move.
  double slope(const std::vector<double>& values) const {
    const double lowest = loss_.lowest_mean(weight_);
    const double highest = loss_.highest_mean(weight_);
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] <= lowest || values[i] >= highest) continue;
      total += regions_[i].outcomes.weight * change_with_link(loss_, values[i]);
    }
    return total;
  }

  std::span<const RegionEvidence> regions_;
  const CellLoss& loss_;
  double weight_ = 0;
  double wanted_ = 0;
};

double total_of_outcomes(std::span<const RegionEvidence> regions) {
  double weight = 0;
  for (const RegionEvidence& region : regions) weight += region.outcomes.weight;
  return weight;
}

}  // namespace

void RegionEvidence::add(const RegionEvidence& other) {
  const double both = weight + other.weight;
  if (both > 0) fitted += (other.fitted - fitted) * (other.weight / both);
  weight = both;
  outcomes.add(other.outcomes);
}

std::vector<RegionEvidence> sum_evidence(const ConnectedCells& regions, std::span<const double> values,
                                         std::span<const double> weight, const CellTable& table) {
  std::vector<RegionEvidence> sums(regions.count);
  std::vector<bool> is_begun(regions.count, false);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const std::size_t region = regions.label[cell];
    // A region without weight keeps the value of its first cell.
    if (!is_begun[region]) sums[region].fitted = values[cell];
    is_begun[region] = true;
    sums[region].add({weight[cell], values[cell], table.cells[cell]});
  }
  return sums;
}

double share_of_way(const RegionEvidence& region, const Valuation& how) {
  if (how.relax <= 0) return 0;
  const bool is_noise_known = how.noise > 0 && how.loss->has_known_dispersion();
  // At the fitted value: where an outcome is far from it, as a count of 50 is from a rate of 0.5, it is not by its own
  // measure that it tells much. Outcomes that vary more than the loss says tell less.
  const double information =
      region.outcomes.weight * how.loss->information_on_link(region.fitted) / (is_noise_known ? how.noise : 1.0);
  if (!(information > 0)) return 0;
  const double usual = how.relax * information / (information + cautious_observations * (1 - how.relax));
  // A distance of many standard errors is shrinkage, not chance (as in the estimator of James and Stein). Where the
  // noise is not known outliers are part of it, and this costs more than it gains.
  if (!is_noise_known) return usual;
  const double distance = region.outcomes.mean - region.fitted;
  const double variance = std::max(how.loss->variance(region.outcomes.mean), how.loss->variance(region.fitted));
  const double error = how.noise * variance / region.outcomes.weight;
  const double by_chance = chance_distance * chance_distance * error / (distance * distance);
  if (!(by_chance < 1)) return usual;
  return std::max(usual, (1 - by_chance * by_chance) * information / (information + few_observations));
}

std::vector<double> value_regions(std::span<const RegionEvidence> regions, const Valuation& how) {
  std::vector<double> values;
  values.reserve(regions.size());
  for (const RegionEvidence& region : regions) {
    values.push_back(region.fitted + share_of_way(region, how) * (region.outcomes.mean - region.fitted));
  }
  if (!how.loss->has_identity_link()) keep_inside(*how.loss, total_of_outcomes(regions), values);
  TotalKeeper(regions, *how.loss).keep(values);
  return values;
}

void relax_values(const CellTable& table, const Valuation& how, std::vector<double>& values,
                  const std::vector<bool>& left_out) {
  if (how.relax <= 0) return;
  const ConnectedCells regions = connect_equal_cells(table.shape, values, left_out);
  const std::vector<double> weight(values.size(), 1.0);  // values of a region are equal
  const std::vector<RegionEvidence> evidence = sum_evidence(regions, values, weight, table);
  std::vector<double> share;
  share.reserve(evidence.size());
  for (const RegionEvidence& region : evidence) share.push_back(share_of_way(region, how));
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const std::size_t region = regions.label[cell];
    values[cell] += share[region] * (evidence[region].outcomes.mean - values[cell]);
  }
}

}  // namespace gaptv
