// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/partition/region_partition.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/tv/union_find.h"

namespace gaptv::tv {
namespace {

constexpr std::int32_t unknown = -2;  // a region yet to be found; -1 is the padding

// Merge-and-split rounds before a warm start is given up. Two or three are usual.
constexpr int max_rounds = 40;

}  // namespace

template <typename Network>
RegionPartition<Network>::RegionPartition(Network network, const std::vector<double>& weight,
                                          const std::vector<double>& mean, std::size_t threads)
    : network_(std::move(network)), threads_(threads) {
  const auto count = static_cast<std::size_t>(network_.node_count());
  weight_.assign(count, 0.0);
  mean_.assign(count, 0.0);
  side_.assign(count, 0);
  const std::span<const Node> nodes = network_.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    weight_[index(nodes[i])] = weight[i];
    mean_[index(nodes[i])] = weight[i] > 0 ? mean[i] : 0.0;
    if (weight[i] <= 0) has_empty_nodes_ = true;
  }
  order_.assign(nodes.begin(), nodes.end());
  sum_regions(network_.component_count());
}

template <typename Network>
void RegionPartition<Network>::reset() {
  network_.reset();
  sum_regions(network_.component_count());
}

// The regions 0 .. count - 1 that the network's nodes say they belong to, without flow between them.
template <typename Network>
void RegionPartition<Network>::sum_regions(std::int32_t count) {
  regions_.assign(static_cast<std::size_t>(count), {});
  for (const Node v : network_.nodes()) {
    region_of(v).weight += weight_[index(v)];
    region_of(v).weighted_sum += weight_[index(v)] * mean_[index(v)];
  }
  are_borders_known_ = false;
}

template <typename Network>
void RegionPartition<Network>::start_from_nodes() {
  network_.reset();
  regions_.clear();
  std::vector<Node>& listed = splits_.listed;
  listed.clear();
  for (const Node v : network_.nodes()) {
    network_.set_region(v, unknown);
    if (weight_[index(v)] <= 0) continue;
    network_.set_region(v, static_cast<std::int32_t>(regions_.size()));
    regions_.push_back({weight_[index(v)], weight_[index(v)] * mean_[index(v)], 0, mean_[index(v)], false});
    listed.push_back(v);
  }
  for (std::size_t head = 0; head < listed.size(); ++head) {
    const std::int32_t region = network_.region(listed[head]);
    network_.for_each_arc(listed[head], [&](auto, Node u) {
      if (network_.region(u) != unknown) return;
      network_.set_region(u, region);
      listed.push_back(u);
    });
  }
  fill_unused_borders();
}

template <typename Network>
void RegionPartition<Network>::start_from_blocks(double lambda) {
  network_.reset();
  if constexpr (Network::drains_region_by_region) sum_regions(network_.assign_blocks());
  set_lambda(lambda);
  unsettle_all();
  group_unsettled();
  if (refine()) {
    fill_unused_borders();
  } else {
    reset();
  }
}

// Makes every edge between two regions full that carries nothing yet, from the higher to the lower one.
template <typename Network>
void RegionPartition<Network>::fill_unused_borders() {
  for (const Node v : network_.nodes()) {
    network_.for_each_arc(v, [&](auto arc, Node u) {
      const bool is_border = network_.region(u) >= 0 && network_.region(u) != network_.region(v);
      if (!is_border || network_.flow(v, arc) != 0) return;
      // Equal constants count as a full edge too, whichever way: the first look at the order merges them.
      const double here = region_of(v).constant;
      const double there = region_of(u).constant;
      if (here > there || (here == there && v < u)) network_.saturate(v, arc);
    });
  }
  sum_outflow();
  for (const Node v : network_.nodes()) network_.update_open_arcs(v);
  are_borders_known_ = false;
}

template <typename Network>
void RegionPartition<Network>::sum_outflow() {
  for (Region& region : regions_) region.outflow = 0;
  for (const Node v : network_.nodes()) region_of(v).outflow += network_.outflow(v);
}

template <typename Network>
std::vector<double> RegionPartition<Network>::values() const {
  struct Sums {
    double weight = 0;
    double weighted_sum = 0;
  };
  const auto region_index = [this](Node v) { return static_cast<std::size_t>(network_.region(v)); };
  std::vector<Sums> sums(regions_.size());
  for (const Node v : network_.nodes()) {
    Sums& sum = sums[region_index(v)];
    sum.weight += weight_[index(v)];
    sum.weighted_sum += weight_[index(v)] * mean_[index(v)];
  }
  std::vector<double> constant(regions_.size(), 0.0);
  std::vector<double> left_over(regions_.size(), 0.0);
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (sums[r].weight <= 0) continue;  // a number that is no longer used
    const double pull = static_cast<double>(regions_[r].outflow) / units_per_lambda_;
    constant[r] = (sums[r].weighted_sum - pull) / sums[r].weight;
    left_over[r] = -pull;
  }
  // What rounding in the sums made the constants miss shows in the sums of the differences from them.
  for (const Node v : network_.nodes()) {
    left_over[region_index(v)] += weight_[index(v)] * (mean_[index(v)] - constant[region_index(v)]);
  }
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (sums[r].weight > 0) constant[r] += left_over[r] / sums[r].weight;
  }
  std::vector<double> values;
  values.reserve(network_.nodes().size());
  for (const Node v : network_.nodes()) values.push_back(constant[region_index(v)]);
  return values;
}

template <typename Network>
bool RegionPartition<Network>::solve(double lambda) {
  set_lambda(lambda);
  attachments_ = 0;
  unsettle_all();
  merge_overturned_regions();
  for (int round = 0; round < max_rounds; ++round) {
    group_unsettled();
    if (!refine()) return false;
    if (!merge_overturned_regions()) return true;
  }
  return false;
}

template <typename Network>
void RegionPartition<Network>::unsettle_all() {
  for (Region& region : regions_) {
    set_constant(region);
    region.is_settled = false;
  }
}

template <typename Network>
void RegionPartition<Network>::find_borders() {
  borders_.clear();
  are_borders_known_ = true;
  if (regions_.size() == 1) return;
  collect(borders_, [this](Node v, std::vector<Border>& found) {
    const std::int32_t region = network_.region(v);
    network_.for_each_edge(v, [&](auto arc, Node u) {
      if (network_.region(u) == region || network_.region(u) < 0) return;
      found.push_back(network_.flow(v, arc) > 0 ? Border{v, u, region, network_.region(u)}
                                                : Border{u, v, network_.region(u), region});
    });
  });
}

template <typename Network>
void RegionPartition<Network>::pool(std::int32_t high, std::int32_t low) {
  Region& kept = regions_[static_cast<std::size_t>(high)];
  const Region& gone = regions_[static_cast<std::size_t>(low)];
  kept.weight += gone.weight;
  kept.weighted_sum += gone.weighted_sum;
  kept.outflow += gone.outflow;
  kept.is_settled = false;
  set_constant(kept);
  constant_[static_cast<std::size_t>(high)] = kept.constant;
  parent_[static_cast<std::size_t>(low)] = high;
  is_pooled_[static_cast<std::size_t>(high)] = 1;
  is_pooled_[static_cast<std::size_t>(low)] = 1;
}

// Goes over the borders until no more regions have to be pooled; parent_ says then into which one each has gone.
// Returns whether there were any.
template <typename Network>
bool RegionPartition<Network>::pool_overturned_regions() {
  // The constants side by side: the loop goes over all borders several times.
  constant_.clear();
  for (const Region& region : regions_) constant_.push_back(region.constant);
  parent_.resize(regions_.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  is_pooled_.assign(regions_.size(), 0);
  // Plain pointers: the compiler need not load the vectors' addresses again after every store.
  const double* const constant = constant_.data();
  const std::uint8_t* const is_pooled = is_pooled_.data();
  bool is_first_look = true;
  bool have_pooled = false;
  for (bool goes_on = true; goes_on; is_first_look = false) {
    goes_on = false;
    for (const Border& border : borders_) {
      std::int32_t high = border.high_region;
      std::int32_t low = border.low_region;
      if ((is_pooled[high] | is_pooled[low]) != 0) {
        high = find_root(parent_.data(), high);
        low = find_root(parent_.data(), low);
        if (high == low) continue;
      } else if (!is_first_look) {
        continue;  // nothing changed here
      }
      if (constant[high] > constant[low]) continue;
      pool(high, low);
      goes_on = true;
    }
    have_pooled |= goes_on;
  }
  return have_pooled;
}

// Pools neighbouring regions whose constants no longer are in the order that the flow between them says. Whether a pool
// should have been left apart is for refine() to find out.
template <typename Network>
bool RegionPartition<Network>::merge_overturned_regions() {
  if (!are_borders_known_) find_borders();
  if (!pool_overturned_regions()) return false;
  for (std::size_t region = 0; region < parent_.size(); ++region) {
    parent_[region] = find_root(parent_.data(), static_cast<std::int32_t>(region));
  }
  const std::int32_t* const parent = parent_.data();
  for (const Node v : network_.nodes()) network_.set_region(v, parent[network_.region(v)]);
  std::size_t kept = 0;
  for (Border border : borders_) {
    border.high_region = parent[border.high_region];
    border.low_region = parent[border.low_region];
    if (border.high_region == border.low_region) {
      network_.update_open_arcs(border.high);
      network_.update_open_arcs(border.low);
    } else {
      borders_[kept++] = border;
    }
  }
  borders_.resize(kept);
  return true;
}

// Numbers the regions anew without gaps.
template <typename Network>
void RegionPartition<Network>::renumber_regions() {
  number_.assign(regions_.size(), -1);
  numbered_.clear();
  for (const Node v : network_.nodes()) {
    std::int32_t& number = number_[static_cast<std::size_t>(network_.region(v))];
    if (number < 0) {
      number = static_cast<std::int32_t>(numbered_.size());
      numbered_.push_back(region_of(v));
    }
    network_.set_region(v, number);
  }
  regions_.swap(numbered_);
  regions_in_use_ = regions_.size();
  if (!are_borders_known_) return;
  for (Border& border : borders_) {
    border.high_region = number_[static_cast<std::size_t>(border.high_region)];
    border.low_region = number_[static_cast<std::size_t>(border.low_region)];
  }
}

// Lists the nodes of the unsettled regions region by region.
template <typename Network>
void RegionPartition<Network>::group_unsettled() {
  needs_grouping_ = false;
  // Numbers that are no longer used do little harm while they are few.
  if (Network::drains_region_by_region || regions_.size() > 5 * regions_in_use_ / 4) renumber_regions();
  size_.assign(regions_.size(), 0);
  for (const Node v : network_.nodes()) ++size_[static_cast<std::size_t>(network_.region(v))];
  groups_.clear();
  std::size_t total = 0;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (size_[r] <= 1) regions_[r].is_settled = true;  // its constant balances it by definition; or it is not used
    if (regions_[r].is_settled) continue;
    groups_.push_back({static_cast<std::int32_t>(r), total, total + size_[r]});
    total += size_[r];
    size_[r] = groups_.back().begin;  // from here on the place of its next node
  }
  if (total == 0) return;
  for (const Node v : network_.nodes()) {
    const auto r = static_cast<std::size_t>(network_.region(v));
    if (!regions_[r].is_settled) order_[size_[r]++] = v;
  }
  if constexpr (Network::drains_region_by_region) {
    // Room for the regions to come, one for each place in the order at which it may begin.
    first_new_region_ = regions_.size();
    regions_.resize(first_new_region_ + total);
  }
}

template <typename Network>
double RegionPartition<Network>::violated_ratio(double lambda) {
  reset();
  set_lambda(lambda);
  unsettle_all();
  group_unsettled();
  if (groups_.empty()) return 0;
  for (const Group& group : groups_) load(group);
  if constexpr (Network::drains_region_by_region) {
    parallel_for(groups_.size(), threads_, [&](std::size_t i) {
      typename Network::DrainSpace space;
      network_.drain(members(groups_[i]), space);
    });
  } else {
    network_.drain(network_.nodes());
  }
  for (const Node v : network_.nodes()) {
    if (network_.excess(v) > 0 && side_[index(v)] == 0) mark_above(v, splits_.stack);
  }
  double surplus = 0;
  double cut = 0;
  for (const Node v : network_.nodes()) {
    if (side_[index(v)] == 0) continue;
    surplus += weight_[index(v)] * (mean_[index(v)] - region_of(v).constant);
    network_.for_each_arc(v, [&](auto arc, Node u) {
      if (network_.region(u) >= 0 && side_[index(u)] == 0) cut += network_.weight(arc);
    });
  }
  for (const Node v : network_.nodes()) side_[index(v)] = 0;
  return cut > 0 ? surplus / cut : 0.0;
}

template class RegionPartition<FlowNetwork<2>>;
template class RegionPartition<FlowNetwork<3>>;
template class RegionPartition<GraphNetwork>;

}  // namespace gaptv::tv
