// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/flow/flow_network.h"

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
  is_active_.assign(4 * count, 0);  // the numbers of regions may have gaps
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

// What push_relabel.h sees of the network, as plain pointers: through the members the compiler would have to reload
// every vector's address after each store.
template <int Dimensions>
struct FlowNetwork<Dimensions>::Arrays {
  std::array<Node, static_cast<std::size_t>(slots)> offset;
  Amount* residual;
  Amount* excess_of;
  Word* open;
  std::size_t words;
  std::int32_t* distance_of;

  explicit Arrays(FlowNetwork& network)
      : offset(network.offset_),
        residual(network.residual_.data()),
        excess_of(network.excess_.data()),
        open(network.open_.data()),
        words(network.words_),
        distance_of(network.distance_.data()) {}

  Amount& excess(Node v) const { return excess_of[v]; }
  std::int32_t& distance(Node v) const { return distance_of[v]; }
  static constexpr int first_arc(Node /*v*/) { return 0; }
  static constexpr int last_arc(Node /*v*/) { return slots; }
  Node head(Node v, int slot) const { return v + offset[static_cast<std::size_t>(slot)]; }
  bool is_open(Node v, int slot) const {
    return (open[static_cast<std::size_t>(slot) * words + word_of(v)] & bit_of(v)) != 0;
  }
  // Without branches: whether an arc is open is unpredictable.
  bool label_if_new(Node /*v*/, int slot, Node u, std::int32_t label) const {
    const std::int32_t known = distance_of[u];
    const bool is_new = is_open(u, slot ^ 1) & (known == unreachable);
    distance_of[u] = is_new ? label : known;
    return is_new;
  }
  // Sends as much of v's excess along the arc as it takes; returns what is left of the excess.
  Amount push(Node v, int slot, Node u, Amount available) const {
    Amount& forward = residual[arc(v, slot)];
    const Amount amount = std::min(available, forward);
    forward -= amount;
    open[static_cast<std::size_t>(slot) * words + word_of(v)] &= ~(forward == 0 ? bit_of(v) : 0);
    residual[arc(u, slot ^ 1)] += amount;
    open[static_cast<std::size_t>(slot ^ 1) * words + word_of(u)] |= bit_of(u);
    excess_of[u] += amount;
    return available - amount;
  }
};

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
  const Arrays at(*this);
  while (!lacking_.empty()) {
    if (is_small) {
      find_levels();
      sweep_levels();
      if (!queue_.empty()) label_levels();
    } else {
      reached_count_ = find_distances(at, lacking_, everywhere, reached_.data());
      sweep_inwards(at, std::span(reached_).first(reached_count_), queue_);
    }
    if (!queue_.empty()) {
      discharge_in_turn(at, reached_count_, queue_);
      drop_finished_regions();
    } else {
      lacking_.clear();
    }
    for (std::size_t i = 0; i < reached_count_; ++i) distance_[index(reached_[i])] = unreachable;
    reached_count_ = 0;
  }
}

template class FlowNetwork<2>;
template class FlowNetwork<3>;

}  // namespace gaptv::tv
