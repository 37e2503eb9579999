// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// How a partition starts from a flow that was guessed.
#include <algorithm>
#include <array>
#include <numeric>

#include "gaptv/tv/partition/region_partition.h"
#include "gaptv/tv/union_find.h"

namespace gaptv::tv {
template <typename Network>
void RegionPartition<Network>::start_from_flow(const std::vector<double>& flow_by_edge) {
  if constexpr (Network::drains_region_by_region) {
    network_.set_flow(flow_by_edge, threads_);
    sum_regions(network_.assign_loose_pieces(threads_));
  }
  sum_outflow();
}

template <typename Network>
bool RegionPartition<Network>::refine_regions(double lambda) {
  set_lambda(lambda);
  unsettle_all();
  group_unsettled();
  return refine();
}

template <typename Network>
std::size_t RegionPartition<Network>::count_regions() const {
  // Numbers that are not used have no data.
  return static_cast<std::size_t>(
      std::count_if(regions_.begin(), regions_.end(), [](const Region& region) { return region.weight > 0; }));
}

// Regions with an edge between them that is not full are parts of one: the edges between regions have to be full.
template <typename Network>
void RegionPartition<Network>::join_over_loose_edges() {
  parent_.resize(regions_.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  if constexpr (Network::drains_region_by_region) {
    using Pair = std::array<std::int32_t, 2>;
    std::vector<Pair> loosely_joined;
    collect(loosely_joined, [this](Node v, std::vector<Pair>& found) {
      network_.for_each_edge(v, [&](auto arc, Node u) {
        if (network_.region(u) == network_.region(v) || !network_.is_loose(arc)) return;
        found.push_back({network_.region(v), network_.region(u)});
      });
    });
    for (const auto& [here, there] : loosely_joined) {
      const std::int32_t joined = find_root(parent_.data(), there);
      parent_[static_cast<std::size_t>(joined)] = find_root(parent_.data(), here);
    }
  }
  for (const Node v : network_.nodes()) network_.set_region(v, find_root(parent_.data(), network_.region(v)));
  sum_regions(static_cast<std::int32_t>(regions_.size()));
  sum_outflow();
}

template class RegionPartition<FlowNetwork<2>>;
template class RegionPartition<FlowNetwork<3>>;
template class RegionPartition<GraphNetwork>;

}  // namespace gaptv::tv
