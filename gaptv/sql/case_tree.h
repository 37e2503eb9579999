// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv::sql {

// A tree of comparisons that finds the group of a cell. Each comparison cuts a box of cells in two at an edge, so that
// much of what differs lies on the cut and what is left is about the same on both sides; boxes of one group are not
// cut.
class CaseTree {
 public:
  // O(cells * axes) for each level of the tree. Groups are numbered from 0.
  CaseTree(const Shape& shape, std::span<const std::uint32_t> group_of_cell);

  // How the parts of the expression are written: x < edges[edge] of an axis, or x >= edges[edge], and the answer.
  struct Texts {
    std::function<std::string(std::size_t axis, std::size_t edge, bool is_below)> comparison;
    std::function<std::string(std::uint32_t group)> answer;
    std::string first_branch;  // "WHEN ... THEN ...", looked at before all else; may be empty
  };

  // Writes CASE WHEN ... THEN ... ELSE ... END. The larger part of a box follows as the next WHEN of the same CASE and
  // only the smaller one is nested, so that a CASE is inside of at most log2(leaves) others.
  std::string write(const Texts& texts) const;

  std::size_t leaves() const { return nodes_.back().leaves; }
  // How many CASE are inside of each other.
  std::size_t nesting() const { return nodes_.back().nesting; }

 private:
  struct Box {
    std::vector<std::size_t> first, end;  // bins by axis, without the end
  };
  struct Cut {
    std::size_t axis = 0;
    std::size_t edge = 0;
    bool is_needed = false;
  };
  struct Node {
    bool is_leaf = true;
    std::uint32_t group = 0;
    std::size_t axis = 0, edge = 0;
    std::size_t below = 0, above = 0;  // nodes
    std::size_t leaves = 1, nesting = 1;
  };

  std::size_t add_node(const Box& box);
  Cut find_cut(const Box& box) const;
  std::size_t first_cell(const Box& box) const;
  bool nests_below(const Node& node) const { return nodes_[node.below].leaves <= nodes_[node.above].leaves; }
  void append(std::string& text, std::size_t number, const Texts& texts) const;

  Shape shape_;
  std::span<const std::uint32_t> group_of_cell_;
  std::vector<Node> nodes_;  // the root is the last one
};

}  // namespace gaptv::sql
