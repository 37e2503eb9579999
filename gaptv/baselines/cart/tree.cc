// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/tree.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/baselines/cart/impurity.h"

namespace gaptv {
namespace {

// Below this many rows a node and all that grows from it is one piece of work for one thread; above, the features of a
// node are looked at side by side.
constexpr std::size_t rows_of_a_task = std::size_t{1} << 16U;

// Rows of a node: the same stretch of every feature's list.
struct Stretch {
  std::size_t begin;
  std::size_t end;
  std::size_t depth;

  std::size_t count() const { return end - begin; }
};

// Where a node is divided.
struct Division {
  double gain = 0;  // 0: nowhere
  std::size_t feature = 0;
  std::size_t left_count = 0;
};

class Grower {
 public:
  Grower(CartRows rows, const CartLimits& limits, std::size_t threads, Progress& progress)
      : rows_(std::move(rows)), limits_(limits), threads_(threads), progress_(progress), goes_left_(marks_needed()) {
    for (std::size_t feature = 0; feature < rows_.features(); ++feature) {
      scratch_.emplace_back(rows_.features() == 1 ? 0 : rows_.count());
    }
  }

  CartTree grow() { return limits_.most_leaves ? grow_best_first(*limits_.most_leaves) : grow_all(); }

 private:
  // A node whose rows are few enough for one thread.
  struct Branch {
    std::size_t node;
    Stretch rows;
  };

  // A leaf that can be split, and where.
  struct Candidate {
    std::size_t node;
    Stretch rows;
    Division division;

    // The largest gain comes out of a heap first.
    bool operator<(const Candidate& other) const {
      if (division.gain != other.division.gain) return division.gain < other.division.gain;
      return node > other.node;
    }
  };

  CartTree grow_all() {
    CartTree tree = empty_tree();
    std::vector<Branch> later;
    grow_large(tree, {0, rows_.count(), 0}, later);
    std::vector<CartTree> branches(later.size());
    parallel_for(later.size(), threads_, [&](std::size_t i) {
      branches[i] = empty_tree();
      grow_small(branches[i], later[i].rows);
    });
    for (std::size_t i = 0; i < later.size(); ++i) attach(tree, later[i].node, branches[i]);
    return tree;
  }

  CartTree grow_best_first(std::size_t most_leaves) {
    CartTree tree = empty_tree();
    std::vector<Candidate> heap;
    add_candidate(tree, {0, rows_.count(), 0}, heap);
    while (!heap.empty() && tree.leaves() < most_leaves) {
      std::pop_heap(heap.begin(), heap.end());
      const Candidate best = heap.back();
      heap.pop_back();
      const auto [left, right] = split(tree, best.node, best.division, best.rows, threads_for(best.rows));
      tree.nodes[best.node].left = static_cast<std::uint32_t>(add_candidate(tree, left, heap));
      tree.nodes[best.node].right = static_cast<std::uint32_t>(add_candidate(tree, right, heap));
    }
    return tree;
  }

  // Adds a leaf to the tree, and to the heap if it can be split.
  std::size_t add_candidate(CartTree& tree, const Stretch& stretch, std::vector<Candidate>& heap) {
    progress_.check();
    const CartSummary summary = summarise(rows_, entries(0, stretch));
    const std::size_t node = add_node(tree, summary, stretch);
    if (const std::optional<Division> division = find_division(summary, stretch, threads_for(stretch))) {
      heap.push_back({node, stretch, *division});
      std::push_heap(heap.begin(), heap.end());
    }
    return node;
  }

  std::size_t threads_for(const Stretch& stretch) const { return stretch.count() > rows_of_a_task ? threads_ : 1; }

  CartTree empty_tree() const {
    CartTree tree;
    tree.outputs = std::max<std::size_t>(1, rows_.classes);
    return tree;
  }

  // One mark for each row that was given: lists of a part of the rows keep their numbers.
  std::size_t marks_needed() const {
    std::uint32_t last = 0;
    for (const CartEntry& entry : rows_.by_feature.front()) last = std::max(last, entry.row);
    return std::size_t{last} + 1;
  }

  std::span<const CartEntry> entries(std::size_t feature, const Stretch& stretch) const {
    return {rows_.by_feature[feature].data() + stretch.begin, stretch.count()};
  }

  static std::size_t add_node(CartTree& tree, const CartSummary& summary, const Stretch& stretch) {
    CartNode node;
    node.count = stretch.count();
    node.weight = summary.weight;
    node.risk = summary.risk;
    node.most_frequent = summary.most_frequent;
    tree.nodes.push_back(node);
    tree.values.insert(tree.values.end(), summary.values.begin(), summary.values.end());
    return tree.nodes.size() - 1;
  }

  bool is_final(const CartSummary& summary, const Stretch& stretch) const {
    return summary.count < static_cast<double>(limits_.min_split) ||
           summary.count < 2 * static_cast<double>(limits_.min_bucket) || stretch.count() < 2 ||
           stretch.depth >= limits_.max_depth || summary.is_pure || summary.risk <= limits_.smallest_risk;
  }

  Division best_division(const CartSummary& summary, const Stretch& stretch, std::size_t threads) const {
    std::vector<CartSplit> splits(rows_.features());
    const auto look = [&](std::size_t feature) {
      splits[feature] = best_split(rows_, summary, entries(feature, stretch), limits_.min_bucket);
    };
    if (threads == 1) {
      for (std::size_t feature = 0; feature < splits.size(); ++feature) look(feature);
    } else {
      parallel_for(splits.size(), threads, look);
    }
    Division best;
    for (std::size_t feature = 0; feature < splits.size(); ++feature) {
      if (splits[feature].gain > best.gain) best = {splits[feature].gain, feature, splits[feature].left_count};
    }
    return best;
  }

  // Halfway between the neighbours; above the lower one even where they are neighbouring numbers.
  double split_point(const Division& division, const Stretch& stretch) const {
    const CartEntry* const right = rows_.by_feature[division.feature].data() + stretch.begin + division.left_count;
    const std::vector<double>& values = (*rows_.values)[division.feature];
    const double below = values[(right - 1)->rank];
    const double above = values[right->rank];
    const double middle = std::midpoint(below, above);
    return middle > below ? middle : above;
  }

  // Brings the rows that go left to the front of every list, keeping the order on both sides.
  void divide(const Division& division, const Stretch& stretch, std::size_t threads) {
    const std::span<const CartEntry> divided = entries(division.feature, stretch);
    for (std::size_t i = 0; i < divided.size(); ++i) goes_left_[divided[i].row] = i < division.left_count ? 1 : 0;
    const auto move = [&](std::size_t feature) {
      if (feature != division.feature) divide_list(rows_.by_feature[feature], scratch_[feature], stretch);
    };
    if (threads == 1) {
      for (std::size_t feature = 0; feature < rows_.features(); ++feature) move(feature);
    } else {
      parallel_for(rows_.features(), threads, move);
    }
  }

  void divide_list(RawArray<CartEntry>& list, RawArray<CartEntry>& scratch, const Stretch& stretch) const {
    CartEntry* left = list.data() + stretch.begin;
    CartEntry* const first_right = scratch.data() + stretch.begin;
    CartEntry* right = first_right;
    for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
      // Both are written, and one is written over: no branch that nobody could predict.
      const CartEntry entry = list[i];
      const std::size_t is_left = goes_left_[entry.row];
      *left = entry;
      *right = entry;
      left += is_left;
      right += 1 - is_left;
    }
    std::copy(first_right, right, left);
  }

  // Nothing if the node is to be left as it is.
  std::optional<Division> find_division(const CartSummary& summary, const Stretch& stretch, std::size_t threads) const {
    if (is_final(summary, stretch)) return std::nullopt;
    const Division division = best_division(summary, stretch, threads);
    return division.gain > 0 ? std::optional(division) : std::nullopt;
  }

  // Divides the rows of a node; the stretches of its children, left first.
  std::pair<Stretch, Stretch> split(CartTree& tree, std::size_t node, const Division& division, const Stretch& stretch,
                                    std::size_t threads) {
    tree.nodes[node].feature = static_cast<std::uint32_t>(division.feature);
    tree.nodes[node].split = split_point(division, stretch);
    tree.nodes[node].gain = division.gain;
    divide(division, stretch, threads);
    const std::size_t middle = stretch.begin + division.left_count;
    return {{stretch.begin, middle, stretch.depth + 1}, {middle, stretch.end, stretch.depth + 1}};
  }

  std::size_t grow_small(CartTree& tree, const Stretch& stretch) {
    progress_.check();
    const CartSummary summary = summarise(rows_, entries(0, stretch));
    const std::size_t node = add_node(tree, summary, stretch);
    if (const std::optional<Division> division = find_division(summary, stretch, 1)) {
      const auto children = split(tree, node, *division, stretch, 1);
      const std::size_t left = grow_small(tree, children.first);
      const std::size_t right = grow_small(tree, children.second);
      tree.nodes[node].left = static_cast<std::uint32_t>(left);
      tree.nodes[node].right = static_cast<std::uint32_t>(right);
    }
    return node;
  }

  std::size_t grow_large(CartTree& tree, const Stretch& stretch, std::vector<Branch>& later) {
    progress_.check();
    if (stretch.count() <= rows_of_a_task) {
      later.push_back({tree.nodes.size(), stretch});
      tree.nodes.emplace_back();
      tree.values.resize(tree.nodes.size() * tree.outputs);
      return tree.nodes.size() - 1;
    }
    const CartSummary summary = summarise(rows_, entries(0, stretch));
    const std::size_t node = add_node(tree, summary, stretch);
    if (const std::optional<Division> division = find_division(summary, stretch, threads_)) {
      const auto children = split(tree, node, *division, stretch, threads_);
      const std::size_t left = grow_large(tree, children.first, later);
      const std::size_t right = grow_large(tree, children.second, later);
      tree.nodes[node].left = static_cast<std::uint32_t>(left);
      tree.nodes[node].right = static_cast<std::uint32_t>(right);
    }
    return node;
  }

  // Puts the root of the branch in its place, and the rest of it at the end.
  static void attach(CartTree& tree, std::size_t place, const CartTree& branch) {
    const std::size_t offset = tree.nodes.size() - 1;  // node 1 of the branch is the next one
    for (std::size_t i = 0; i < branch.nodes.size(); ++i) {
      CartNode node = branch.nodes[i];
      if (!node.is_leaf()) {
        node.left += static_cast<std::uint32_t>(offset);
        node.right += static_cast<std::uint32_t>(offset);
      }
      const std::span<const double> values = branch.values_of(i);
      if (i == 0) {
        tree.nodes[place] = node;
        std::ranges::copy(values, tree.values.begin() + static_cast<std::ptrdiff_t>(place * tree.outputs));
      } else {
        tree.nodes.push_back(node);
        tree.values.insert(tree.values.end(), values.begin(), values.end());
      }
    }
  }

  CartRows rows_;
  CartLimits limits_;
  std::size_t threads_;
  Progress& progress_;
  RawArray<std::uint8_t> goes_left_;
  std::vector<RawArray<CartEntry>> scratch_;
};

}  // namespace

CartTree grow_tree(CartRows rows, const CartLimits& limits, std::size_t threads, Progress& progress) {
  return Grower(std::move(rows), limits, threads, progress).grow();
}

}  // namespace gaptv
