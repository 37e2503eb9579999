// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/flow_network.h"

#include <algorithm>

namespace gaptv::tv {
namespace {

// Up to here a search over all words is cheaper than one over the nodes that it reaches.
constexpr std::size_t most_words_for_levels = 512;

}  // namespace

template <int Dimensions>
FlowNetwork<Dimensions>::FlowNetwork(const Shape& shape) {
  std::array<std::size_t, static_cast<std::size_t>(Dimensions)> stride{};
  std::size_t count = 1;
  for (std::size_t axis = Dimensions; axis-- > 0;) {
    stride[axis] = count;
    count *= shape.bins[axis] + 2;
    if (axis + 1 == Dimensions) count = (count + 63) / 64 * 64;
  }
  for (std::size_t axis = 0; axis < Dimensions; ++axis) {
    offset_[2 * axis] = static_cast<Node>(stride[axis]);
    offset_[2 * axis + 1] = -static_cast<Node>(stride[axis]);
  }
  // A word more at either end, so that a step from any cell's word stays inside.
  constexpr std::size_t guard = 64;
  count += 2 * guard;
  node_count_ = static_cast<Node>(count);
  words_ = count / 64;
  region_.assign(count, -1);
  surplus_.assign(words_, 0);
  visited_.assign(words_, 0);
  distance_.assign(count, unreachable);
  reached_.resize(count + static_cast<std::size_t>(slots));
  is_active_.assign(count, 0);
  const std::size_t cells = shape.cells();
  nodes_.reserve(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::size_t node = guard;
    for (std::size_t axis = 0; axis < Dimensions; ++axis) node += (shape.bin_of(cell, axis) + 1) * stride[axis];
    nodes_.push_back(static_cast<Node>(node));
  }
  first_word_ = word_of(nodes_.front());
  last_word_ = word_of(nodes_.back());
  reset();
}

template <int Dimensions>
void FlowNetwork<Dimensions>::reset() {
  const auto count = index(node_count_);
  residual_.assign(count * static_cast<std::size_t>(slots), edge_capacity);
  load_.assign(count, 0);
  excess_.assign(count, 0);
  open_.assign(words_ * static_cast<std::size_t>(slots), 0);
  for (const Node v : nodes_) region_[index(v)] = 0;
  for (const Node v : nodes_) update_open_arcs(v);
}

// The hot loops below work on plain pointers: through the members the compiler would have to reload every vector's
// address after each store.
template <int Dimensions>
struct FlowNetwork<Dimensions>::Arrays {
  std::array<Node, static_cast<std::size_t>(slots)> offset;
  Amount* residual;
  Amount* excess;
  Word* open;
  std::size_t words;
  std::int32_t* distance;

  explicit Arrays(FlowNetwork& network)
      : offset(network.offset_),
        residual(network.residual_.data()),
        excess(network.excess_.data()),
        open(network.open_.data()),
        words(network.words_),
        distance(network.distance_.data()) {}

  bool is_open(Node v, int slot) const {
    return (open[static_cast<std::size_t>(slot) * words + word_of(v)] & bit_of(v)) != 0;
  }
  // Sends as much of v's excess along the arc as it takes; returns what is left of the excess.
  Amount push(Node v, int slot, Node u, Amount available) const {
    Amount& forward = residual[arc(v, slot)];
    const Amount amount = std::min(available, forward);
    forward -= amount;
    open[static_cast<std::size_t>(slot) * words + word_of(v)] &= ~(forward == 0 ? bit_of(v) : 0);
    residual[arc(u, slot ^ 1)] += amount;
    open[static_cast<std::size_t>(slot ^ 1) * words + word_of(u)] |= bit_of(u);
    excess[u] += amount;
    return available - amount;
  }
};

template <int Dimensions>
void FlowNetwork<Dimensions>::find_distances() {
  const Arrays at(*this);
  Node* const reached = reached_.data();
  std::size_t tail = 0;
  for (const Node v : lacking_) {
    at.distance[v] = 0;
    reached[tail++] = v;
  }
  // Without branches in the inner loop: whether an arc is open is unpredictable. A node is appended in any case and
  // kept only if it counts.
  for (std::size_t head = 0; head < tail; ++head) {
    const Node v = reached[head];
    const std::int32_t next = at.distance[v] + 1;
    for (int k = 0; k < slots; ++k) {
      const Node u = v + at.offset[static_cast<std::size_t>(k)];
      const std::int32_t known = at.distance[u];
      const bool is_new = at.is_open(u, k ^ 1) & (known == unreachable);
      at.distance[u] = is_new ? next : known;
      reached[tail] = u;
      tail += is_new ? 1 : 0;
    }
  }
  reached_count_ = tail;
}

// From the farthest node inwards every node with excess pushes it one step on; what cannot leave is queued.
template <int Dimensions>
void FlowNetwork<Dimensions>::sweep_inwards() {
  const Arrays at(*this);
  queue_.clear();
  for (std::size_t i = reached_count_; i-- > 0;) {
    const Node v = reached_[i];
    Amount available = at.excess[v];
    if (available <= 0) continue;
    const std::int32_t inward = at.distance[v] - 1;
    for (int k = 0; k < slots && available > 0; ++k) {
      const Node u = v + at.offset[static_cast<std::size_t>(k)];
      if (at.is_open(v, k) && at.distance[u] == inward) available = at.push(v, k, u, available);
    }
    at.excess[v] = available;
    if (available > 0) queue_.push_back(v);
  }
}

// First-in first-out discharge from the nodes that the sweep left active, for about as much work as one search costs.
template <int Dimensions>
void FlowNetwork<Dimensions>::discharge_in_turn() {
  const Arrays at(*this);
  const std::size_t limit = queue_.size() + reached_count_ / 2 + 16;
  const auto push = [&](Node v, int slot, Node u, Amount available) {
    const bool was_active = at.excess[u] > 0;
    const Amount left = at.push(v, slot, u, available);
    if (!was_active && at.excess[u] > 0) queue_.push_back(u);
    return left;
  };
  for (std::size_t head = 0; head < queue_.size() && head < limit; ++head) {
    const Node v = queue_[head];
    Amount available = at.excess[v];
    while (available > 0) {
      const std::int32_t distance = at.distance[v];
      std::int32_t lowest = unreachable;
      int way = 0;
      for (int k = 0; k < slots; ++k) {
        if (!at.is_open(v, k)) continue;
        const Node u = v + at.offset[static_cast<std::size_t>(k)];
        const std::int32_t onward = at.distance[u];
        if (onward < distance) {
          available = push(v, k, u, available);
          if (available == 0) break;
        } else if (onward < lowest) {
          lowest = onward;
          way = k;
        }
      }
      if (available == 0) break;
      if (lowest == unreachable) {
        at.distance[v] = unreachable;
        break;
      }
      // Every arc to a nearer node is full now: the way leads over the nearest of the others.
      at.distance[v] = lowest + 1;
      available = push(v, way, v + at.offset[static_cast<std::size_t>(way)], available);
    }
    at.excess[v] = available;
  }
}

// Keeps the lacking nodes of the regions in which excess is still under way: where none is, what remains cannot reach
// what lacks, and never will.
template <int Dimensions>
void FlowNetwork<Dimensions>::drop_finished_regions() {
  ++stamp_;
  for (const Node v : queue_) {
    const bool has_excess = excess_[index(v)] > 0;
    surplus_[word_of(v)] = (surplus_[word_of(v)] & ~bit_of(v)) | (has_excess ? bit_of(v) : 0);
    if (has_excess) is_active_[static_cast<std::size_t>(region_[index(v)])] = stamp_;
  }
  std::erase_if(lacking_, [this](Node v) {
    return excess_[index(v)] >= 0 || is_active_[static_cast<std::size_t>(region_[index(v)])] != stamp_;
  });
}

template <int Dimensions>
void FlowNetwork<Dimensions>::drain(std::span<const Node> nodes) {
  lacking_.clear();
  std::fill(surplus_.begin(), surplus_.end(), 0);
  for (const Node v : nodes) {
    if (excess_[index(v)] < 0) lacking_.push_back(v);
    if (excess_[index(v)] > 0) surplus_[word_of(v)] |= bit_of(v);
  }
  const bool is_small = words_ <= most_words_for_levels;
  while (!lacking_.empty()) {
    if (is_small) {
      find_levels();
      sweep_levels();
      if (!queue_.empty()) label_levels();
    } else {
      find_distances();
      sweep_inwards();
    }
    if (!queue_.empty()) {
      discharge_in_turn();
      drop_finished_regions();
    } else {
      lacking_.clear();
    }
    for (std::size_t i = 0; i < reached_count_; ++i) distance_[index(reached_[i])] = unreachable;
    reached_count_ = 0;
  }
}

template class FlowNetwork<1>;
template class FlowNetwork<2>;
template class FlowNetwork<3>;

}  // namespace gaptv::tv
