// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/flow/graph_layout.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gaptv::tv {
namespace {

constexpr std::int32_t not_placed = -1;

class Layouter {
 public:
  Layouter(const Graph& graph, const EdgesByNode& edges, const std::vector<double>& weight)
      : graph_(graph),
        edges_(edges),
        weight_(weight),
        is_in_component_(graph.nodes, 0),
        block_of_(graph.nodes, not_placed) {
    layout_.node.reserve(graph.nodes);
    layout_.component.reserve(graph.nodes);
    layout_.block.reserve(graph.nodes);
  }

  GraphLayout lay_out() && {
    // Where every node has data there is no need to look for them.
    const bool is_full = std::all_of(weight_.begin(), weight_.end(), [](double weight) { return weight > 0; });
    for (std::uint32_t v = 0; v < graph_.nodes; ++v) {
      const bool begins_component = is_full ? !has_block(v) : is_in_component_[v] == 0 && has_data_around(v);
      if (begins_component) lay_out_component(v);
    }
    layout_.blocks = blocks_;
    return std::move(layout_);
  }

 private:
  bool has_block(std::uint32_t v) const { return block_of_[v] >= 0; }

  template <typename Visit>
  void for_each_neighbour(std::uint32_t v, Visit&& visit) const {
    for (std::uint32_t i = edges_.first[v]; i < edges_.first[v + 1]; ++i) {
      visit(other_end(graph_.edges[edges_.edge[i]], v));
    }
  }

  // Marks the component of the seed, and says whether there are data in it.
  bool has_data_around(std::uint32_t seed) {
    bool has_data = false;
    listed_.assign(1, seed);
    is_in_component_[seed] = 1;
    for (std::size_t head = 0; head < listed_.size(); ++head) {
      has_data |= weight_[listed_[head]] > 0;
      for_each_neighbour(listed_[head], [this](std::uint32_t u) {
        if (std::exchange(is_in_component_[u], std::uint8_t{1}) == 0) listed_.push_back(u);
      });
    }
    return has_data;
  }

  // Block by block, each begun next to the ones before it.
  void lay_out_component(std::uint32_t first) {
    seeds_.assign(1, first);
    // NOLINTNEXTLINE(modernize-loop-convert): growing a block adds seeds
    for (std::size_t i = 0; i < seeds_.size(); ++i) {
      if (!has_block(seeds_[i])) grow_block(seeds_[i]);
    }
    ++layout_.components;
  }

  // Breadth-first from the seed over nodes without a block, until the block is large enough and has data.
  void grow_block(std::uint32_t seed) {
    const std::int32_t mark = --last_mark_;
    bool has_data = false;
    listed_.assign(1, seed);
    block_of_[seed] = mark;
    std::size_t head = 0;
    for (; head < listed_.size() && (head < nodes_per_block || !has_data); ++head) {
      has_data |= weight_[listed_[head]] > 0;
      for_each_neighbour(listed_[head], [&](std::uint32_t u) {
        if (has_block(u) || block_of_[u] == mark) return;
        block_of_[u] = mark;
        listed_.push_back(u);
      });
    }
    const std::int32_t block = has_data ? blocks_++ : block_beside(head);
    for (std::size_t i = 0; i < head; ++i) {
      block_of_[listed_[i]] = block;
      layout_.node.push_back(listed_[i]);
      layout_.component.push_back(layout_.components);
      layout_.block.push_back(block);
    }
    seeds_.insert(seeds_.end(), listed_.begin() + static_cast<std::ptrdiff_t>(head), listed_.end());
  }

  // A block next to the listed nodes. There is one: without, they would be a whole component without data.
  std::int32_t block_beside(std::size_t listed) const {
    std::int32_t block = not_placed;
    for (std::size_t i = 0; i < listed && block == not_placed; ++i) {
      for_each_neighbour(listed_[i], [&](std::uint32_t u) {
        if (block == not_placed && has_block(u)) block = block_of_[u];
      });
    }
    return block;
  }

  const Graph& graph_;
  const EdgesByNode& edges_;
  const std::vector<double>& weight_;
  GraphLayout layout_;
  std::int32_t blocks_ = 0;
  std::int32_t last_mark_ = not_placed;
  std::vector<std::uint8_t> is_in_component_;
  // By node: its block; while it has none a negative number, the mark of the block that listed it last.
  std::vector<std::int32_t> block_of_;
  std::vector<std::uint32_t> listed_;
  std::vector<std::uint32_t> seeds_;
};

}  // namespace

GraphLayout lay_out(const Graph& graph, const EdgesByNode& edges, const std::vector<double>& weight) {
  return Layouter(graph, edges, weight).lay_out();
}

}  // namespace gaptv::tv
