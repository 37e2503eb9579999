// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace gaptv {

// Holds who stands behind the total of an area: how many there are, and what the largest of them contribute.
class Contributors {
 public:
  // Adds a row that is a contributor of its own.
  void add_row(double contribution);
  // Adds what somebody contributes, who may have contributed before.
  void add(std::uint32_t who, double contribution);
  // Takes over all of another area's. Costs as much as the smaller of both.
  void add_all(Contributors&& others);

  std::size_t count() const { return by_id_.empty() ? rows_ : by_id_.size(); }
  double total() const { return total_; }
  // The share of the two largest in the total; 0 if there is no total.
  double share_of_two_largest() const;
  // How closely the second largest can know the largest: what all others contribute, as a percentage of the largest. A
  // total without contributors, or of zeros only, tells nothing: infinity.
  double percent_of_others() const;

 private:
  std::array<double, 2> two_largest() const;

  std::size_t rows_ = 0;
  double total_ = 0;
  std::array<double, 2> largest_ = {0, 0};  // of rows without an owner, the larger first
  std::unordered_map<std::uint32_t, double> by_id_;
};

}  // namespace gaptv
