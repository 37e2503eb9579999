// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// How a region falls apart along a minimum cut: the part of RegionPartition that moves nodes between regions.
#include <algorithm>

#include "gaptv/tv/region_partition.h"

namespace gaptv::tv {
namespace {

// The sides of a cut, and the mark of nodes whose component is known.
enum : std::uint8_t { at_constant = 0, above = 1, below = 2, collected = 4 };

constexpr std::int32_t unassigned = -2;

}  // namespace

// Marks v and all that it can reach.
template <int Dimensions>
void RegionPartition<Dimensions>::mark_above(Node v) {
  const auto visit = [this](Node u) {
    if (side_[index(u)] == above) return;
    side_[index(u)] = above;
    stack_.push_back(u);
  };
  visit(v);
  while (!stack_.empty()) {
    const Node from = stack_.back();
    stack_.pop_back();
    network_.for_each_open_arc(from, visit);
  }
}

// Marks v and all that can reach it.
template <int Dimensions>
void RegionPartition<Dimensions>::mark_below(Node v) {
  const auto visit = [this](Node u) {
    if (side_[index(u)] == below) return;
    side_[index(u)] = below;
    stack_.push_back(u);
  };
  visit(v);
  while (!stack_.empty()) {
    const Node to = stack_.back();
    stack_.pop_back();
    network_.for_each_open_arc_into(to, visit);
  }
}

// The connected components of the sides; the members are listed anew component by component.
template <int Dimensions>
void RegionPartition<Dimensions>::collect_components(const Group& group, std::span<Node> members) {
  components_.clear();
  listed_.clear();
  for (const Node seed : members) {
    if (side_[index(seed)] & collected) continue;
    Component component{listed_.size(), 0, side_[index(seed)], {}};
    side_[index(seed)] |= collected;
    listed_.push_back(seed);
    for (std::size_t head = component.begin; head < listed_.size(); ++head) {
      const Node v = listed_[head];
      component.region.weight += weight_[index(v)];
      component.region.weighted_sum += weight_[index(v)] * mean_[index(v)];
      component.region.outflow += network_.outflow(v);
      for (int k = 0; k < network_.slots; ++k) {
        const Node u = network_.neighbour(v, k);
        if (network_.region(u) != group.region || side_[index(u)] != component.side) continue;
        side_[index(u)] |= collected;
        listed_.push_back(u);
      }
    }
    component.end = listed_.size();
    components_.push_back(component);
  }
  std::copy(listed_.begin(), listed_.end(), members.begin());
  for (const Node v : members) side_[index(v)] = 0;
}

template <int Dimensions>
void RegionPartition<Dimensions>::split(const Group& group, std::vector<Group>& next) {
  are_borders_known_ = false;
  const auto members = std::span(order_).subspan(group.begin, group.end - group.begin);
  // Above: what the kept surplus can reach. Below: what can reach a remaining lack. Neither: exactly at the constant.
  for (const Node v : members) {
    if (network_.excess(v) > 0 && side_[index(v)] != above) mark_above(v);
    if (network_.excess(v) < 0 && side_[index(v)] != below) mark_below(v);
  }
  collect_components(group, members);
  std::int32_t id = group.region;  // the first component with data takes the place of the region
  for (Component& component : components_) {
    const auto part = members.subspan(component.begin, component.end - component.begin);
    if (component.region.weight <= 0) {
      for (const Node v : part) network_.region(v) = unassigned;
      empty_components_.push_back(
          {part, component.region.outflow, component.side == below, component.side == at_constant});
      continue;
    }
    set_constant(component.region);
    component.region.is_settled = component.side == at_constant || part.size() == 1;
    if (id < 0) {
      id = static_cast<std::int32_t>(regions_.size());
      regions_.emplace_back();
      for (const Node v : part) network_.region(v) = id;
    }
    regions_[static_cast<std::size_t>(id)] = component.region;
    if (!component.region.is_settled) {
      next.push_back({id, group.begin + component.begin, group.begin + component.end});
    }
    id = -1;
  }
  for (const Node v : members) network_.update_open_arcs(v);
}

// A component without data has no constant of its own. One with surplus belongs to the lowest region above it, one that
// lacks to the highest region below it; a balanced one may take any value between these, so it joins either (which of
// the optimal values it gets in the end is for the rule in empty_cells.h).
template <int Dimensions>
bool RegionPartition<Dimensions>::attach_empty_component(const EmptyComponent& component) {
  std::int32_t lowest_above = -1;
  std::int32_t highest_below = -1;
  const auto constant = [this](std::int32_t id) { return regions_[static_cast<std::size_t>(id)].constant; };
  for (const Node v : component.members) {
    for (int k = 0; k < network_.slots; ++k) {
      const std::int32_t id = network_.region(network_.neighbour(v, k));
      if (id < 0) continue;
      if (network_.flow(v, k) < 0) {
        if (lowest_above < 0 || constant(id) < constant(lowest_above)) lowest_above = id;
      } else {
        if (highest_below < 0 || constant(id) > constant(highest_below)) highest_below = id;
      }
    }
  }
  const std::int32_t first_choice = component.belongs_below ? highest_below : lowest_above;
  const std::int32_t id = first_choice >= 0 ? first_choice : std::max(lowest_above, highest_below);
  if (id < 0) return false;  // only other empty components around: they go first
  for (const Node v : component.members) network_.region(v) = id;
  Region& region = regions_[static_cast<std::size_t>(id)];
  if (component.is_balanced && region.is_settled) return true;
  region.outflow += component.outflow;
  region.is_settled = false;
  set_constant(region);
  needs_grouping_ = true;
  ++attachments_;
  return true;
}

template <int Dimensions>
void RegionPartition<Dimensions>::attach_empty_components() {
  if (empty_components_.empty()) return;
  std::vector<std::span<const Node>> attached;
  while (!empty_components_.empty()) {
    std::erase_if(empty_components_, [&](const EmptyComponent& component) {
      if (!attach_empty_component(component)) return false;
      attached.push_back(component.members);
      return true;
    });
  }
  for (const std::span<const Node> members : attached) {
    for (const Node v : members) {
      network_.update_open_arcs(v);
      for (int k = 0; k < network_.slots; ++k) network_.update_open_arcs(network_.neighbour(v, k));
    }
  }
}

template class RegionPartition<1>;
template class RegionPartition<2>;
template class RegionPartition<3>;

}  // namespace gaptv::tv
