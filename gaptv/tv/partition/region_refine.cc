// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// How regions are refined until each is optimal: the part of RegionPartition that loads, drains and hands out work.
#include <algorithm>
#include <cmath>

#include "gaptv/base/parallel.h"
#include "gaptv/tv/flow/tasks.h"
#include "gaptv/tv/partition/region_partition.h"

namespace gaptv::tv {

// Loads each node with its surplus over the region's constant.
template <typename Network>
void RegionPartition<Network>::load(const Group& group) {
  const Region& region = regions_[static_cast<std::size_t>(group.region)];
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
    // No more than its arcs can carry needs to be told apart: beyond that a node is cut off anyway.
    const Amount most = network_.most_load(v);
    Amount amount = 0;
    if (std::abs(surplus) >= static_cast<double>(most)) {
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
template <typename Network>
bool RegionPartition<Network>::refine() {
  // Empty components can wander between regions only while the order of the regions is wrong.
  const std::size_t most_attachments = 4 * network_.nodes().size() + 64;
  while (!groups_.empty()) {
    if (attachments_ > most_attachments) return false;
    refine_once();
    attach_empty_components();
    groups_.swap(splits_.unsettled);
    if (needs_grouping_) {
      group_unsettled();
    } else if constexpr (!Network::drains_region_by_region) {
      close_gaps_in_order();
    }
  }
  return true;
}

// Looks at every group once; what falls apart into parts that have to be looked at again is in splits_ then.
template <typename Network>
void RegionPartition<Network>::refine_once() {
  splits_.unsettled.clear();
  splits_.have_moved_borders = false;
  if constexpr (Network::drains_region_by_region) {
    const std::vector<std::span<const Group>> tasks = tasks_of_groups();
    std::vector<Splits> found(tasks.size());
    parallel_for(tasks.size(), threads_, [&](std::size_t task) { refine_task(tasks[task], found[task]); });
    for (const Splits& splits : found) {
      splits_.unsettled.insert(splits_.unsettled.end(), splits.unsettled.begin(), splits.unsettled.end());
      splits_.empty_components.insert(splits_.empty_components.end(), splits.empty_components.begin(),
                                      splits.empty_components.end());
      splits_.have_moved_borders |= splits.have_moved_borders;
    }
  } else {
    for (const Group& group : groups_) load(group);
    network_.drain(std::span(order_).first(groups_.back().end));
    for (const Group& group : groups_) settle_or_split(group, splits_);
  }
  if (splits_.have_moved_borders) are_borders_known_ = false;
}

// Runs of groups that are worth a task. Cut by the size of the data alone: the result must not depend on the threads.
template <typename Network>
std::vector<std::span<const typename RegionPartition<Network>::Group>> RegionPartition<Network>::tasks_of_groups()
    const {
  std::vector<std::span<const Group>> tasks;
  std::size_t first = 0;
  std::size_t size = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    size += groups_[i].end - groups_[i].begin;
    if (size < nodes_per_task && i + 1 < groups_.size()) continue;
    tasks.push_back(std::span(groups_).subspan(first, i + 1 - first));
    first = i + 1;
    size = 0;
  }
  return tasks;
}

// Drains and splits one group after the other. A small group is followed up to its end at once, while its nodes are in
// the cache; not so if there are
// empty nodes, whose components may have to move to other regions in between.
template <typename Network>
void RegionPartition<Network>::refine_task(std::span<const Group> groups, Splits& splits) {
  if constexpr (Network::drains_region_by_region) {
    typename Network::DrainSpace space;
    Splits parts;
    std::vector<Group>& pending = parts.unsettled;
    for (const Group& group : groups) {
      pending.assign(1, group);
      while (!pending.empty()) {
        const Group next = pending.back();
        pending.pop_back();
        load(next);
        network_.drain(members(next), space);
        const bool is_followed_up = !has_empty_nodes_ && next.end - next.begin <= nodes_per_task;
        settle_or_split(next, is_followed_up ? parts : splits);
      }
    }
    splits.empty_components.insert(splits.empty_components.end(), parts.empty_components.begin(),
                                   parts.empty_components.end());
    splits.have_moved_borders |= parts.have_moved_borders;
  }
}

// Settled regions left gaps in the list of nodes.
template <typename Network>
void RegionPartition<Network>::close_gaps_in_order() {
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

template class RegionPartition<FlowNetwork<2>>;
template class RegionPartition<FlowNetwork<3>>;
template class RegionPartition<GraphNetwork>;

}  // namespace gaptv::tv
