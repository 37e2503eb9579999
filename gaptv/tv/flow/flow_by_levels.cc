// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Search and sweep of FlowNetwork on small grids: breadth-first search on sets of nodes, 64 at a time, and a sweep that
// touches the nodes with excess only.
#include <algorithm>

#include "gaptv/tv/flow/flow_network.h"

namespace gaptv::tv {

// The nodes of a word whose arc in the slot is open and leads into the target set.
template <int Dimensions>
Word FlowNetwork<Dimensions>::step_towards(const Word* target, std::size_t word, int slot) const {
  const Word open = open_[static_cast<std::size_t>(slot) * words_ + word];
  if (slot == slots - 2) return open & ((target[word] >> 1U) | (target[word + 1] << 63U));
  if (slot == slots - 1) return open & ((target[word] << 1U) | (target[word - 1] >> 63U));
  // Rows are whole words: the other axes step from word to word.
  return open & target[word + static_cast<std::size_t>(offset_[static_cast<std::size_t>(slot)] / 64)];
}

struct SearchResult {
  Word found = 0;    // nodes one step farther
  Word missing = 0;  // nodes with excess that are not visited yet
};

// From the nodes at one distance ("last") to those one step farther ("next"). A function of plain arrays, so that the
// compiler knows that they do not overlap and takes several words at a time. open: slot by slot; step: words from a row
// to the next one along every axis but the last.
template <int Dimensions>
SearchResult search_one_step(const Word* __restrict open, const Word* __restrict surplus, const Word* __restrict last,
                             Word* __restrict next, Word* __restrict visited,
                             const std::array<std::ptrdiff_t, static_cast<std::size_t>(Dimensions)>& step,
                             std::size_t words, std::size_t begin, std::size_t end) {
  const Word* const second_axis = open + 2 * words;
  const Word* const last_axis = open + (2 * Dimensions - 2) * words;
  const std::ptrdiff_t first_step = step[0];
  const std::ptrdiff_t second_step = step[1];
  SearchResult result;
  for (std::size_t word = begin; word < end; ++word) {
    const auto here = static_cast<std::ptrdiff_t>(word);
    Word reached = last_axis[word] & ((last[word] >> 1U) | (last[word + 1] << 63U));
    reached |= last_axis[words + word] & ((last[word] << 1U) | (last[word - 1] >> 63U));
    // Rows are whole words: the other axes step from word to word.
    reached |= open[word] & last[here + first_step];
    reached |= open[words + word] & last[here - first_step];
    if constexpr (Dimensions == 3) {
      reached |= second_axis[word] & last[here + second_step];
      reached |= second_axis[words + word] & last[here - second_step];
    }
    const Word known = visited[word];
    reached &= ~known;
    next[word] = reached;
    visited[word] = known | reached;
    result.found |= reached;
    result.missing |= surplus[word] & ~(known | reached);
  }
  return result;
}

// Fills levels_ with the nodes at distance 0, 1, 2, ... from the lacking nodes, as far as nodes with excess may be
// there.
template <int Dimensions>
void FlowNetwork<Dimensions>::find_levels() {
  const auto level_begin = [this](std::size_t level) {
    if (levels_.size() < (level + 1) * words_) levels_.resize((level + 1) * words_, 0);
    return levels_.data() + level * words_;
  };
  Word* const lacking = level_begin(0);
  std::fill(lacking, lacking + words_, 0);
  for (const Node v : lacking_) lacking[word_of(v)] |= bit_of(v);
  std::copy(lacking, lacking + words_, visited_.begin());
  std::array<std::ptrdiff_t, static_cast<std::size_t>(Dimensions)> step{};
  for (std::size_t axis = 0; axis < Dimensions; ++axis) step[axis] = offset_[2 * axis] / 64;
  SearchResult result{0, 1};
  for (level_count_ = 1; result.missing != 0; ++level_count_) {
    Word* const next = level_begin(level_count_);
    result = search_one_step<Dimensions>(open_.data(), surplus_.data(), next - words_, next, visited_.data(), step,
                                         words_, first_word_, last_word_ + 1);
    if (result.found == 0) return;
  }
}

// The distances of all nodes in levels_, for the discharge.
template <int Dimensions>
void FlowNetwork<Dimensions>::label_levels() {
  reached_count_ = 0;
  for (std::size_t level = 0; level < level_count_; ++level) {
    const Word* here = levels_.data() + level * words_;
    for (std::size_t word = first_word_; word <= last_word_; ++word) {
      for (Word left = here[word]; left != 0; left &= left - 1) {
        const Node v = static_cast<Node>(word * 64) + std::countr_zero(left);
        distance_[index(v)] = static_cast<std::int32_t>(level);
        reached_[reached_count_++] = v;
      }
    }
  }
}

// From the farthest level inwards every node with excess pushes it one level on, as far as its arcs take it.
template <int Dimensions>
void FlowNetwork<Dimensions>::sweep_levels() {
  queue_.clear();
  const auto keep_active = [this](std::size_t word, Word active) {
    for (; active != 0; active &= active - 1) {
      queue_.push_back(static_cast<Node>(word * 64) + std::countr_zero(active));
    }
  };
  for (std::size_t level = level_count_ - 1; level > 0; --level) {
    const Word* here = levels_.data() + level * words_;
    const Word* onward = here - words_;
    for (std::size_t word = first_word_; word <= last_word_; ++word) {
      Word active = here[word] & surplus_[word];
      if (active == 0) continue;
      std::array<Word, static_cast<std::size_t>(slots)> admissible{};
      for (int k = 0; k < slots; ++k) admissible[static_cast<std::size_t>(k)] = step_towards(onward, word, k);
      for (; active != 0; active &= active - 1) {
        const Word bit = active & (~active + 1);
        const Node v = static_cast<Node>(word * 64) + std::countr_zero(active);
        Amount available = excess_[index(v)];
        for (int k = 0; k < slots; ++k) {
          if ((admissible[static_cast<std::size_t>(k)] & bit) == 0) continue;
          const Node u = neighbour(v, k);
          Amount& forward = residual_[arc(v, k)];
          const Amount amount = std::min(available, forward);
          forward -= amount;
          if (forward == 0) open_[open_word(v, k)] &= ~bit;
          residual_[arc(u, k ^ 1)] += amount;
          open_[open_word(u, k ^ 1)] |= bit_of(u);
          excess_[index(u)] += amount;
          if (excess_[index(u)] > 0) surplus_[word_of(u)] |= bit_of(u);
          available -= amount;
          if (available == 0) break;
        }
        excess_[index(v)] = available;
        if (available == 0) surplus_[word] &= ~bit;
      }
      keep_active(word, here[word] & surplus_[word]);
    }
  }
  // What lacked may have got too much.
  for (std::size_t word = first_word_; word <= last_word_; ++word) keep_active(word, levels_[word] & surplus_[word]);
}

template class FlowNetwork<2>;
template class FlowNetwork<3>;

}  // namespace gaptv::tv
