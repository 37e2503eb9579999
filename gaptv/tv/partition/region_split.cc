// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// How a region falls apart along a minimum cut: the part of RegionPartition that moves nodes between regions.
#include <algorithm>

#include "gaptv/tv/partition/region_partition.h"

namespace gaptv::tv {
namespace {

// The sides of a cut, and the mark of nodes whose component is known.
enum : std::uint8_t { at_constant = 0, above = 1, below = 2, collected = 4 };

constexpr std::int32_t unassigned = -2;

}  // namespace

// Marks v and all that it can reach.
template <typename Network>
void RegionPartition<Network>::mark_above(Node v, std::vector<Node>& stack) {
  const auto visit = [&](Node u) {
    if (side_[index(u)] == above) return;
    side_[index(u)] = above;
    stack.push_back(u);
  };
  visit(v);
  while (!stack.empty()) {
    const Node from = stack.back();
    stack.pop_back();
    network_.for_each_open_arc(from, visit);
  }
}

// Marks v and all that can reach it.
template <typename Network>
void RegionPartition<Network>::mark_below(Node v, std::vector<Node>& stack) {
  const auto visit = [&](Node u) {
    if (side_[index(u)] == below) return;
    side_[index(u)] = below;
    stack.push_back(u);
  };
  visit(v);
  while (!stack.empty()) {
    const Node to = stack.back();
    stack.pop_back();
    network_.for_each_open_arc_into(to, visit);
  }
}

// The connected components of the sides; the members are listed anew component by component.
template <typename Network>
void RegionPartition<Network>::collect_components(const Group& group, std::span<Node> members, Splits& splits) {
  std::vector<Node>& listed = splits.listed;
  splits.components.clear();
  listed.clear();
  for (const Node seed : members) {
    if (side_[index(seed)] & collected) continue;
    Component component{listed.size(), 0, side_[index(seed)], {}};
    side_[index(seed)] |= collected;
    listed.push_back(seed);
    for (std::size_t head = component.begin; head < listed.size(); ++head) {
      const Node v = listed[head];
      component.region.weight += weight_[index(v)];
      component.region.weighted_sum += weight_[index(v)] * mean_[index(v)];
      component.region.outflow += network_.outflow(v);
      network_.for_each_arc(v, [&](auto, Node u) {
        if (network_.region(u) != group.region || side_[index(u)] != component.side) return;
        side_[index(u)] |= collected;
        listed.push_back(u);
      });
    }
    component.end = listed.size();
    splits.components.push_back(component);
  }
  std::copy(listed.begin(), listed.end(), members.begin());
  for (const Node v : members) side_[index(v)] = 0;
}

// A number for a region whose nodes begin at this place of the order. Regions that are split by several threads at the
// same time find theirs without talking to each other.
template <typename Network>
std::int32_t RegionPartition<Network>::new_region(std::size_t begin) {
  if constexpr (Network::drains_region_by_region) {
    return static_cast<std::int32_t>(first_new_region_ + begin);
  } else {
    regions_.emplace_back();
    return static_cast<std::int32_t>(regions_.size() - 1);
  }
}

template <typename Network>
void RegionPartition<Network>::settle_or_split(const Group& group, Splits& splits) {
  const std::span<Node> nodes = members(group);
  if (std::all_of(nodes.begin(), nodes.end(), [this](Node v) { return network_.excess(v) == 0; })) {
    regions_[static_cast<std::size_t>(group.region)].is_settled = true;
  } else {
    split(group, splits);
  }
}

template <typename Network>
void RegionPartition<Network>::split(const Group& group, Splits& splits) {
  splits.have_moved_borders = true;
  const std::span<Node> nodes = members(group);
  // Above: what the kept surplus can reach. Below: what can reach a remaining lack. Neither: exactly at the constant.
  for (const Node v : nodes) {
    if (network_.excess(v) > 0 && side_[index(v)] != above) mark_above(v, splits.stack);
    if (network_.excess(v) < 0 && side_[index(v)] != below) mark_below(v, splits.stack);
  }
  collect_components(group, nodes, splits);
  std::int32_t id = group.region;  // the first component with data takes the place of the region
  for (Component& component : splits.components) {
    const auto part = nodes.subspan(component.begin, component.end - component.begin);
    if (component.region.weight <= 0) {
      for (const Node v : part) network_.set_region(v, unassigned);
      splits.empty_components.push_back(
          {part, component.region.outflow, component.side == below, component.side == at_constant});
      continue;
    }
    set_constant(component.region);
    // In one piece after all: what is left over is rounding, and no cut can do better.
    const bool is_whole = part.size() == nodes.size();
    component.region.is_settled = component.side == at_constant || part.size() == 1 || is_whole;
    if (id < 0) {
      id = new_region(group.begin + component.begin);
      for (const Node v : part) network_.set_region(v, id);
    }
    regions_[static_cast<std::size_t>(id)] = component.region;
    if (!component.region.is_settled) {
      splits.unsettled.push_back({id, group.begin + component.begin, group.begin + component.end});
    }
    id = -1;
  }
  for (const Node v : nodes) network_.update_open_arcs(v);
}

// A component without data has no constant of its own. One with surplus belongs to the lowest region above it, one that
// lacks to the highest region below it; a balanced one may take any value between these, so it joins either (which of
// the optimal values it gets in the end is for the rule in empty_cells.h).
template <typename Network>
bool RegionPartition<Network>::attach_empty_component(const EmptyComponent& component) {
  std::int32_t lowest_above = -1;
  std::int32_t highest_below = -1;
  const auto constant = [this](std::int32_t id) { return regions_[static_cast<std::size_t>(id)].constant; };
  for (const Node v : component.members) {
    network_.for_each_arc(v, [&](auto arc, Node u) {
      const std::int32_t id = network_.region(u);
      if (id < 0) return;
      if (network_.flow(v, arc) < 0) {
        if (lowest_above < 0 || constant(id) < constant(lowest_above)) lowest_above = id;
      } else {
        if (highest_below < 0 || constant(id) > constant(highest_below)) highest_below = id;
      }
    });
  }
  const std::int32_t first_choice = component.belongs_below ? highest_below : lowest_above;
  const std::int32_t id = first_choice >= 0 ? first_choice : std::max(lowest_above, highest_below);
  if (id < 0) return false;  // only other empty components around: they go first
  for (const Node v : component.members) network_.set_region(v, id);
  Region& region = regions_[static_cast<std::size_t>(id)];
  if (component.is_balanced && region.is_settled) return true;
  region.outflow += component.outflow;
  region.is_settled = false;
  set_constant(region);
  needs_grouping_ = true;
  ++attachments_;
  return true;
}

template <typename Network>
void RegionPartition<Network>::attach_empty_components() {
  if (splits_.empty_components.empty()) return;
  std::vector<std::span<const Node>> attached;
  while (!splits_.empty_components.empty()) {
    std::erase_if(splits_.empty_components, [&](const EmptyComponent& component) {
      if (!attach_empty_component(component)) return false;
      attached.push_back(component.members);
      return true;
    });
  }
  for (const std::span<const Node> members : attached) {
    for (const Node v : members) {
      network_.update_open_arcs(v);
      network_.for_each_arc(v, [this](auto, Node u) { network_.update_open_arcs(u); });
    }
  }
}

template class RegionPartition<FlowNetwork<2>>;
template class RegionPartition<FlowNetwork<3>>;
template class RegionPartition<GraphNetwork>;

}  // namespace gaptv::tv
