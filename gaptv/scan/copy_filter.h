// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gaptv {

// Tells the rows that certainly have no copy by a few bits for each row, so that only the others are remembered. Rows
// are known by the hash of their content alone: of 50 million rows two different ones share it once in 15,000 times,
// and then one of them is in another fold than its content says. add() may be called from several threads at once.
class SharedCopyFilter {
 public:
  // Takes 16 bits for each of so many rows, within reason.
  explicit SharedCopyFilter(std::size_t expected_rows);

  void add(std::uint64_t mixed_hash);
  bool may_have_copy(std::uint64_t mixed_hash) const;

 private:
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> seen_again_;
};

// Counts how much of each content has come so far.
class CopyCounts {
 public:
  // Adds weight to a content and returns what it had before.
  double add(std::uint64_t hash, double weight) {
    double& sum = sums_[hash];
    const double before = sum;
    sum += weight;
    return before;
  }
  std::size_t contents() const { return sums_.size(); }

 private:
  std::unordered_map<std::uint64_t, double> sums_;
};

}  // namespace gaptv
