// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/region_partition.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gaptv::tv {
namespace {

constexpr std::int32_t unknown = -2;  // a region yet to be found; -1 is the padding

// Merge-and-split rounds before a warm start is given up. Two or three are usual.
constexpr int max_rounds = 40;

std::int32_t find_root(std::vector<std::int32_t>& parent, std::int32_t i) {
  while (parent[static_cast<std::size_t>(i)] != i) {
    auto& up = parent[static_cast<std::size_t>(i)];
    up = parent[static_cast<std::size_t>(up)];
    i = up;
  }
  return i;
}

}  // namespace

template <int Dimensions>
RegionPartition<Dimensions>::RegionPartition(const TvProblem& problem) : network_(problem.shape) {
  const auto count = static_cast<std::size_t>(network_.node_count());
  weight_.assign(count, 0.0);
  mean_.assign(count, 0.0);
  side_.assign(count, 0);
  const std::span<const Node> nodes = network_.nodes();
  for (std::size_t cell = 0; cell < nodes.size(); ++cell) {
    weight_[index(nodes[cell])] = problem.weight[cell];
    mean_[index(nodes[cell])] = problem.weight[cell] > 0 ? problem.mean[cell] : 0.0;
  }
  order_.assign(nodes.begin(), nodes.end());
  reset();
}

template <int Dimensions>
void RegionPartition<Dimensions>::reset() {
  network_.reset();
  Region whole;
  for (const Node v : network_.nodes()) {
    whole.weight += weight_[index(v)];
    whole.weighted_sum += weight_[index(v)] * mean_[index(v)];
  }
  regions_.assign(1, whole);
  are_borders_known_ = false;
}

template <int Dimensions>
void RegionPartition<Dimensions>::start_from_cells() {
  network_.reset();
  regions_.clear();
  listed_.clear();
  for (const Node v : network_.nodes()) {
    network_.region(v) = unknown;
    if (weight_[index(v)] <= 0) continue;
    network_.region(v) = static_cast<std::int32_t>(regions_.size());
    regions_.push_back({weight_[index(v)], weight_[index(v)] * mean_[index(v)], 0, mean_[index(v)], false});
    listed_.push_back(v);
  }
  for (std::size_t head = 0; head < listed_.size(); ++head) {
    for (int k = 0; k < network_.slots; ++k) {
      const Node u = network_.neighbour(listed_[head], k);
      if (network_.region(u) != unknown) continue;
      network_.region(u) = network_.region(listed_[head]);
      listed_.push_back(u);
    }
  }
  for (const Node v : network_.nodes()) {
    for (int k = 0; k < network_.slots; ++k) {
      const Node u = network_.neighbour(v, k);
      // Equal means count as a full edge too, whichever way: the first look at the order merges them.
      const bool is_border = network_.region(u) >= 0 && network_.region(u) != network_.region(v);
      const bool is_higher = is_border && (region_of(v).constant > region_of(u).constant ||
                                           (region_of(v).constant == region_of(u).constant && v < u));
      if (is_higher) network_.saturate(v, k);
    }
  }
  for (const Node v : network_.nodes()) {
    region_of(v).outflow += network_.outflow(v);
    network_.update_open_arcs(v);
  }
  are_borders_known_ = false;
}

template <int Dimensions>
std::vector<double> RegionPartition<Dimensions>::values() const {
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

template <int Dimensions>
bool RegionPartition<Dimensions>::solve(double lambda) {
  set_lambda(lambda);
  attachments_ = 0;
  for (Region& region : regions_) {
    set_constant(region);
    region.is_settled = false;
  }
  merge_overturned_regions();
  for (int round = 0; round < max_rounds; ++round) {
    group_unsettled();
    if (!refine()) return false;
    if (!merge_overturned_regions()) return true;
  }
  return false;
}

template <int Dimensions>
void RegionPartition<Dimensions>::find_borders() {
  borders_.clear();
  are_borders_known_ = true;
  if (regions_.size() == 1) return;
  for (const Node v : network_.nodes()) {
    const std::int32_t region = network_.region(v);
    for (int k = 0; k < network_.slots; k += 2) {
      const Node u = network_.neighbour(v, k);
      if (network_.region(u) == region || network_.region(u) < 0) continue;
      borders_.push_back(network_.flow(v, k) > 0 ? Border{v, u, region, network_.region(u)}
                                                 : Border{u, v, network_.region(u), region});
    }
  }
}

// Pools neighbouring regions whose constants no longer are in the order that the flow between them says. Whether a pool
// should have been left apart is for refine() to find out.
template <int Dimensions>
bool RegionPartition<Dimensions>::merge_overturned_regions() {
  if (!are_borders_known_) find_borders();
  // The constants side by side: the loops below go over all borders several times.
  constant_.clear();
  for (const Region& region : regions_) constant_.push_back(region.constant);
  const auto constant = [this](std::int32_t region) { return constant_[static_cast<std::size_t>(region)]; };
  const auto is_in_order = [&](const Border& border) {
    return constant(border.high_region) > constant(border.low_region);
  };
  if (std::all_of(borders_.begin(), borders_.end(), is_in_order)) return false;
  parent_.resize(regions_.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const Border& border : borders_) {
      const std::int32_t high = find_root(parent_, border.high_region);
      const std::int32_t low = find_root(parent_, border.low_region);
      if (high == low || constant(high) > constant(low)) continue;
      Region& kept = regions_[static_cast<std::size_t>(high)];
      const Region& gone = regions_[static_cast<std::size_t>(low)];
      kept.weight += gone.weight;
      kept.weighted_sum += gone.weighted_sum;
      kept.outflow += gone.outflow;
      kept.is_settled = false;
      set_constant(kept);
      constant_[static_cast<std::size_t>(high)] = kept.constant;
      parent_[static_cast<std::size_t>(low)] = high;
      goes_on = true;
    }
  }
  for (std::size_t region = 0; region < parent_.size(); ++region) {
    parent_[region] = find_root(parent_, static_cast<std::int32_t>(region));
  }
  const auto root = [this](std::int32_t region) { return parent_[static_cast<std::size_t>(region)]; };
  for (const Node v : network_.nodes()) network_.region(v) = root(network_.region(v));
  for (Border& border : borders_) {
    border.high_region = root(border.high_region);
    border.low_region = root(border.low_region);
  }
  std::erase_if(borders_, [this](const Border& border) {
    if (border.high_region != border.low_region) return false;
    network_.update_open_arcs(border.high);
    network_.update_open_arcs(border.low);
    return true;
  });
  return true;
}

// Numbers the regions anew without gaps, and lists the nodes of the unsettled ones region by region.
template <int Dimensions>
void RegionPartition<Dimensions>::group_unsettled() {
  needs_grouping_ = false;
  number_.assign(regions_.size(), -1);
  numbered_.clear();
  size_.clear();
  for (const Node v : network_.nodes()) {
    std::int32_t& number = number_[static_cast<std::size_t>(network_.region(v))];
    if (number < 0) {
      number = static_cast<std::int32_t>(numbered_.size());
      numbered_.push_back(region_of(v));
      size_.push_back(0);
    }
    network_.region(v) = number;
    ++size_[static_cast<std::size_t>(number)];
  }
  regions_.swap(numbered_);
  if (are_borders_known_) {
    for (Border& border : borders_) {
      border.high_region = number_[static_cast<std::size_t>(border.high_region)];
      border.low_region = number_[static_cast<std::size_t>(border.low_region)];
    }
  }
  groups_.clear();
  std::size_t total = 0;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (size_[r] == 1) regions_[r].is_settled = true;  // its constant balances it by definition
    if (regions_[r].is_settled) continue;
    groups_.push_back({static_cast<std::int32_t>(r), total, total + size_[r]});
    total += size_[r];
    size_[r] = groups_.back().begin;  // from here on the place of its next node
  }
  for (const Node v : network_.nodes()) {
    const auto r = static_cast<std::size_t>(network_.region(v));
    if (!regions_[r].is_settled) order_[size_[r]++] = v;
  }
}

// Loads each node with its surplus over the region's constant.
template <int Dimensions>
void RegionPartition<Dimensions>::load(const Group& group) {
  const Region& region = regions_[static_cast<std::size_t>(group.region)];
  // No more than its arcs can carry needs to be told apart: beyond that a node is cut off anyway.
  constexpr Amount most = edge_capacity * (FlowNetwork<Dimensions>::slots + 1);
  constexpr auto most_as_double = static_cast<double>(most);
  // The constant is rounded; times a large weight or over a small lambda that is many units. What it is off by, below
  // its last digit, follows from what it leaves over in the region.
  double left_over = -static_cast<double>(region.outflow) / units_per_lambda_;
  for (std::size_t i = group.begin; i < group.end; ++i) {
    left_over += weight_[index(order_[i])] * (mean_[index(order_[i])] - region.constant);
  }
  const double correction = left_over / region.weight;
  Amount imbalance = -region.outflow;
  bool is_clamped = false;
  for (std::size_t i = group.begin; i < group.end; ++i) {
    const Node v = order_[i];
    const double surplus = weight_[index(v)] * ((mean_[index(v)] - region.constant) - correction) * units_per_lambda_;
    Amount amount = 0;
    if (std::abs(surplus) >= most_as_double) {
      amount = surplus > 0 ? most : -most;
      is_clamped = true;
    } else {
      amount = static_cast<Amount>(surplus + (surplus < 0 ? -0.5 : 0.5));
    }
    imbalance += amount;
    network_.set_load(v, amount);
  }
  if (is_clamped || imbalance == 0) return;
  // Rounding left a few units too many or too few in the region: take them from the nodes with data by their weight,
  // and the last ones a unit each in turn.
  const double per_weight = static_cast<double>(imbalance) / region.weight;
  for (std::size_t i = group.begin; i < group.end; ++i) {
    const auto share = static_cast<Amount>(weight_[index(order_[i])] * per_weight);
    network_.change_load(order_[i], -share);
    imbalance -= share;
  }
  while (imbalance != 0) {
    const Amount unit = imbalance > 0 ? 1 : -1;
    for (std::size_t i = group.begin; i < group.end && imbalance != 0; ++i) {
      const Node v = order_[i];
      if (weight_[index(v)] <= 0) continue;
      network_.change_load(v, -unit);
      imbalance -= unit;
    }
  }
}

// Splits every region that is not optimal until all are. Exact from a single region; from any other start the order of
// neighbouring regions has to be checked afterwards. Returns false if it gave up.
template <int Dimensions>
bool RegionPartition<Dimensions>::refine() {
  // Empty components can wander between regions only while the order of the regions is wrong.
  const std::size_t most_attachments = 4 * network_.nodes().size() + 64;
  std::vector<Group> next;
  while (!groups_.empty()) {
    if (attachments_ > most_attachments) return false;
    for (const Group& group : groups_) load(group);
    network_.drain(std::span(order_).first(groups_.back().end));
    next.clear();
    for (const Group& group : groups_) {
      const auto members = std::span(order_).subspan(group.begin, group.end - group.begin);
      const bool is_balanced =
          std::all_of(members.begin(), members.end(), [this](Node v) { return network_.excess(v) == 0; });
      if (is_balanced) {
        regions_[static_cast<std::size_t>(group.region)].is_settled = true;
      } else {
        split(group, next);
      }
    }
    attach_empty_components();
    groups_.swap(next);
    if (needs_grouping_) {
      group_unsettled();
      continue;
    }
    // Close the gaps that settled regions left in the list of nodes.
    std::size_t end = 0;
    for (Group& group : groups_) {
      const std::size_t size = group.end - group.begin;
      if (group.begin != end) {
        std::copy_n(order_.begin() + static_cast<std::ptrdiff_t>(group.begin), size,
                    order_.begin() + static_cast<std::ptrdiff_t>(end));
      }
      group = {group.region, end, end + size};
      end += size;
    }
  }
  return true;
}

template <int Dimensions>
double RegionPartition<Dimensions>::violated_ratio(double lambda) {
  reset();
  set_lambda(lambda);
  Region& whole = regions_.front();
  set_constant(whole);
  group_unsettled();
  if (groups_.empty()) return 0;
  load(groups_.front());
  network_.drain(network_.nodes());
  for (const Node v : network_.nodes()) {
    if (network_.excess(v) > 0 && side_[index(v)] == 0) mark_above(v);
  }
  double surplus = 0;
  std::size_t cut = 0;
  for (const Node v : network_.nodes()) {
    if (side_[index(v)] == 0) continue;
    surplus += weight_[index(v)] * (mean_[index(v)] - whole.constant);
    for (int k = 0; k < network_.slots; ++k) {
      const Node u = network_.neighbour(v, k);
      if (network_.region(u) >= 0 && side_[index(u)] == 0) ++cut;
    }
  }
  for (const Node v : network_.nodes()) side_[index(v)] = 0;
  return cut > 0 ? surplus / static_cast<double>(cut) : 0.0;
}

template class RegionPartition<1>;
template class RegionPartition<2>;
template class RegionPartition<3>;

}  // namespace gaptv::tv
