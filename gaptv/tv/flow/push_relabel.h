// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace gaptv::tv {

using Node = std::int32_t;
using Amount = std::int64_t;

// The steps of a push-relabel maximum flow without source and sink, node by node, for any network. "Arcs" is a cheap
// view of it:
//   excess(v), distance(v)               references; all distances are "unreachable" before a search
//   first_arc(v) .. last_arc(v)          the names of v's arcs
//   head(v, arc)                         the node at the other end
//   is_open(v, arc)                      whether the arc leads on
//   label_if_new(v, arc, u, distance)    if the arc back from u is open and u is not labelled: labels u, returns true
//   push(v, arc, u, available)           sends what the arc takes; returns what is left

inline constexpr std::int32_t unreachable = std::numeric_limits<std::int32_t>::max() / 2;

// Tells find_distances() not to stop before all is searched.
inline constexpr std::size_t everywhere = std::numeric_limits<std::size_t>::max();

// Finds the exact distances to the lacking nodes by breadth-first search along open arcs, until so many nodes with
// excess have been found. Writes the nodes to "reached" in the order of their distance (room for one more than there
// are) and returns their number.
template <typename Arcs>
std::size_t find_distances(const Arcs at, std::span<const Node> lacking, std::size_t wanted, Node* reached) {
  std::size_t tail = 0;
  for (const Node v : lacking) {
    at.distance(v) = 0;
    reached[tail++] = v;
  }
  for (std::size_t head = 0; head < tail && wanted > 0; ++head) {
    const Node v = reached[head];
    const std::int32_t next = at.distance(v) + 1;
    for (auto arc = at.first_arc(v); arc < at.last_arc(v); ++arc) {
      const Node u = at.head(v, arc);
      // A node is appended in any case and kept only if it counts.
      const bool is_new = at.label_if_new(v, arc, u, next);
      reached[tail] = u;
      tail += is_new ? 1 : 0;
      if (wanted != everywhere && is_new && at.excess(u) > 0) --wanted;
    }
  }
  return tail;
}

// Lets every node with excess, from the farthest one inwards, push it one step on; what cannot leave is queued.
template <typename Arcs>
void sweep_inwards(const Arcs at, std::span<const Node> reached, std::vector<Node>& queue) {
  queue.clear();
  for (std::size_t i = reached.size(); i-- > 0;) {
    const Node v = reached[i];
    Amount available = at.excess(v);
    if (available <= 0) continue;
    const std::int32_t inward = at.distance(v) - 1;
    for (auto arc = at.first_arc(v); arc < at.last_arc(v) && available > 0; ++arc) {
      const Node u = at.head(v, arc);
      if (at.is_open(v, arc) && at.distance(u) == inward) available = at.push(v, arc, u, available);
    }
    at.excess(v) = available;
    if (available > 0) queue.push_back(v);
  }
}

// Discharges the nodes that the sweep left active, first in first out, for about as much work as one search costs.
template <typename Arcs>
void discharge_in_turn(const Arcs at, std::size_t reached_count, std::vector<Node>& queue) {
  const std::size_t limit = queue.size() + reached_count / 2 + 16;
  const auto push = [&](Node v, auto arc, Node u, Amount available) {
    const bool was_active = at.excess(u) > 0;
    const Amount left = at.push(v, arc, u, available);
    if (!was_active && at.excess(u) > 0) queue.push_back(u);
    return left;
  };
  for (std::size_t head = 0; head < queue.size() && head < limit; ++head) {
    const Node v = queue[head];
    Amount available = at.excess(v);
    while (available > 0) {
      const std::int32_t distance = at.distance(v);
      std::int32_t lowest = unreachable;
      auto way = at.first_arc(v);
      for (auto arc = at.first_arc(v); arc < at.last_arc(v); ++arc) {
        if (!at.is_open(v, arc)) continue;
        const Node u = at.head(v, arc);
        const std::int32_t onward = at.distance(u);
        if (onward < distance) {
          available = push(v, arc, u, available);
          if (available == 0) break;
        } else if (onward < lowest) {
          lowest = onward;
          way = arc;
        }
      }
      if (available == 0) break;
      if (lowest == unreachable) {
        at.distance(v) = unreachable;
        break;
      }
      // Every arc to a nearer node is full now: the way leads over the nearest of the others.
      at.distance(v) = lowest + 1;
      available = push(v, way, at.head(v, way), available);
    }
    at.excess(v) = available;
  }
}

}  // namespace gaptv::tv
