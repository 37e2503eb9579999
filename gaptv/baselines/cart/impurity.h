// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaptv/baselines/cart/rows.h"

namespace gaptv {

// Holds what is known of the rows of a node before it is divided.
struct CartSummary {
  double weight = 0;
  double count = 0;  // of rows, as far as limits are concerned
  double risk = 0;
  std::size_t most_frequent = 0;
  std::vector<double> values;         // the mean; of classes the share of each
  std::vector<double> class_weights;  // empty without classes
  bool is_pure = false;               // all outcomes are equal
};

// Describes the best place to divide a list, if any makes the impurity smaller.
struct CartSplit {
  double gain = 0;             // 0: there is none
  std::size_t left_count = 0;  // entries on the left
};

// Both look at a node's rows in the order of a feature. summarise() takes the first feature's; best_split() leaves at
// least min_bucket rows on either side.
CartSummary summarise(const CartRows& rows, std::span<const CartEntry> entries);
CartSplit best_split(const CartRows& rows, const CartSummary& node, std::span<const CartEntry> entries,
                     std::size_t min_bucket);

}  // namespace gaptv
