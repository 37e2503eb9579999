// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/case_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaptv::sql {
namespace {

// Pairs of neighbours with different groups, counted for one axis of a box.
struct Changes {
  std::vector<double> across;  // by edge inside of the box: pairs on both sides of it
  std::vector<double> beside;  // by bin: pairs along other axes
};

// What is left on one side of a cut costs about as many comparisons as its changes to this power. Above 1, halves are
// preferred to slices; the larger, the more so, and the more regions are cut for it.
constexpr double cost_power = 1.4;

}  // namespace

CaseTree::CaseTree(const Shape& shape, std::span<const std::uint32_t> group_of_cell)
    : shape_(shape), group_of_cell_(group_of_cell) {
  add_node({std::vector<std::size_t>(shape.dimensions(), 0), shape.bins});
}

std::size_t CaseTree::first_cell(const Box& box) const {
  std::size_t cell = 0;
  for (std::size_t axis = 0; axis < shape_.dimensions(); ++axis) cell += box.first[axis] * shape_.stride(axis);
  return cell;
}

CaseTree::Cut CaseTree::find_cut(const Box& box) const {
  const std::size_t axes = shape_.dimensions();
  std::vector<Changes> changes(axes);
  std::vector<std::size_t> strides;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::size_t bins = box.end[axis] - box.first[axis];
    changes[axis] = {std::vector<double>(bins, 0.0), std::vector<double>(bins, 0.0)};
    strides.push_back(shape_.stride(axis));
  }
  double total = 0;
  std::vector<std::size_t> bin(axes, 0);  // counted from the first of the box
  std::size_t cell = first_cell(box);
  for (bool is_inside = true; is_inside;) {
    for (std::size_t axis = 0; axis < axes; ++axis) {
      if (bin[axis] + 1 == changes[axis].across.size()) continue;
      if (group_of_cell_[cell] == group_of_cell_[cell + strides[axis]]) continue;
      ++total;
      ++changes[axis].across[bin[axis]];
      for (std::size_t other = 0; other < axes; ++other) {
        if (other != axis) ++changes[other].beside[bin[other]];
      }
    }
    is_inside = false;
    for (std::size_t axis = axes; axis-- > 0 && !is_inside;) {
      is_inside = bin[axis] + 1 < changes[axis].across.size();
      if (is_inside) {
        ++bin[axis];
        cell += strides[axis];
      } else {
        cell -= bin[axis] * strides[axis];
        bin[axis] = 0;
      }
    }
  }
  Cut best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < axes && total > 0; ++axis) {
    double before = 0;
    for (std::size_t edge = 0; edge + 1 < changes[axis].across.size(); ++edge) {
      before += changes[axis].beside[edge];
      const double on_cut = changes[axis].across[edge];
      const double cost = std::pow(before, cost_power) + std::pow(total - before - on_cut, cost_power);
      if (on_cut > 0 && cost < least) {
        least = cost;
        best = {axis, box.first[axis] + edge, true};
      }
      before += on_cut;
    }
  }
  return best;
}

std::size_t CaseTree::add_node(const Box& box) {
  const Cut cut = find_cut(box);
  Node node;
  if (!cut.is_needed) {
    node.group = group_of_cell_[first_cell(box)];
  } else {
    Box below = box;
    Box above = box;
    below.end[cut.axis] = above.first[cut.axis] = cut.edge + 1;
    node.is_leaf = false;
    node.axis = cut.axis;
    node.edge = cut.edge;
    node.below = add_node(below);
    node.above = add_node(above);
    const Node& nested = nodes_[nests_below(node) ? node.below : node.above];
    const Node& next = nodes_[nests_below(node) ? node.above : node.below];
    node.leaves = nested.leaves + next.leaves;
    node.nesting = std::max(nested.is_leaf ? 1 : nested.nesting + 1, next.nesting);
  }
  nodes_.push_back(node);
  return nodes_.size() - 1;
}

void CaseTree::append(std::string& text, std::size_t number, const Texts& texts) const {
  const Node* node = &nodes_[number];
  while (!node->is_leaf) {
    const bool is_below = nests_below(*node);
    const std::size_t nested = is_below ? node->below : node->above;
    text += " WHEN " + texts.comparison(node->axis, node->edge, is_below) + " THEN ";
    if (nodes_[nested].is_leaf) {
      text += texts.answer(nodes_[nested].group);
    } else {
      text += "CASE";
      append(text, nested, texts);
    }
    node = &nodes_[is_below ? node->above : node->below];
  }
  text += " ELSE " + texts.answer(node->group) + " END";
}

std::string CaseTree::write(const Texts& texts) const {
  if (nodes_.back().is_leaf && texts.first_branch.empty()) return texts.answer(nodes_.back().group);
  std::string text = "CASE";
  if (!texts.first_branch.empty()) text += ' ' + texts.first_branch;
  append(text, nodes_.size() - 1, texts);
  return text;
}

}  // namespace gaptv::sql
