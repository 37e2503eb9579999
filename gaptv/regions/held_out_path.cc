// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/held_out_path.h"

#include <algorithm>
#include <numeric>

namespace gaptv {
namespace {

// The regions that there are at one place of the path, and the held-out rows in them.
class MeasuredRegions {
 public:
  MeasuredRegions(const JoinableCells& cells, const CellTable& training, const CellTable& held_out,
                  const Valuation& how)
      : how_(how),
        region_at_(cells.path.start().count),
        place_of_(cells.path.start().count),
        evidence_(sum_evidence(cells.path.start(), cells.values, cells.weight, training)),
        held_out_(cells.path.start().count),
        within_(how.loss->deviance_within(held_out)) {
    std::iota(region_at_.begin(), region_at_.end(), 0);
    std::iota(place_of_.begin(), place_of_.end(), 0);
    const std::vector<std::size_t>& label = cells.path.start().label;
    for (std::size_t cell = 0; cell < label.size(); ++cell) add(held_out.cells[cell], held_out_[label[cell]]);
  }

  void join(const Join& step) {
    evidence_at(step.kept).add(evidence_at(step.gone));
    add(held_out_at(step.gone), held_out_at(step.kept));
    remove(step.gone);
  }

  double deviance() const {
    const std::vector<double> values = value_regions(evidence_, how_);
    std::vector<double> weight;
    std::vector<double> mean;
    weight.reserve(values.size());
    mean.reserve(values.size());
    for (const CellStats& region : held_out_) {
      weight.push_back(region.weight);
      mean.push_back(region.mean);
    }
    return within_ + 2 * how_.loss->divergence(weight, mean, values);
  }

 private:
  RegionEvidence& evidence_at(std::uint32_t region) { return evidence_[place_of_[region]]; }
  CellStats& held_out_at(std::uint32_t region) { return held_out_[place_of_[region]]; }

  // What the rows of two regions are apart, one value for both cannot remove: the divergences from their common mean.
  void add(const CellStats& from, CellStats& to) {
    const CellStats before = to;
    to.add(from);
    if (before.weight <= 0 || from.weight <= 0) return;
    const double weight[] = {before.weight, from.weight};
    const double mean[] = {before.mean, from.mean};
    const double common[] = {to.mean, to.mean};
    within_ += 2 * how_.loss->divergence(weight, mean, common);
  }

  // The last one takes the place.
  void remove(std::uint32_t region) {
    const std::size_t place = place_of_[region];
    evidence_[place] = evidence_.back();
    held_out_[place] = held_out_.back();
    region_at_[place] = region_at_.back();
    place_of_[region_at_[place]] = place;
    evidence_.pop_back();
    held_out_.pop_back();
    region_at_.pop_back();
  }

  Valuation how_;
  std::vector<std::uint32_t> region_at_;  // by place in the lists below
  std::vector<std::size_t> place_of_;     // by region
  std::vector<RegionEvidence> evidence_;
  std::vector<CellStats> held_out_;
  double within_;
};

}  // namespace

std::vector<std::size_t> counts_to_measure(const JoinPath& path) {
  constexpr std::size_t each_up_to = 100;
  constexpr std::size_t growth = 5;
  std::vector<std::size_t> counts;
  const std::size_t most_regions = path.most_regions();
  for (std::size_t count = path.fewest_regions(); count < most_regions;
       count += count < each_up_to ? 1 : count / growth) {
    counts.push_back(count);
  }
  counts.push_back(most_regions);
  return counts;
}

std::vector<double> measure_held_out(const JoinableCells& cells, const CellTable& training, const CellTable& held_out,
                                     const Valuation& how, std::span<const std::size_t> counts) {
  MeasuredRegions regions(cells, training, held_out, how);
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&counts](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  std::vector<double> deviance(counts.size());
  std::size_t remaining = cells.path.start().count;
  for (const std::size_t i : order) {
    const std::size_t wanted =
        std::clamp<std::size_t>(counts[i], cells.path.fewest_regions(), cells.path.most_regions());
    for (; remaining > wanted; --remaining) regions.join(cells.path.joins()[cells.path.start().count - remaining]);
    deviance[i] = regions.deviance();
  }
  return deviance;
}

}  // namespace gaptv
