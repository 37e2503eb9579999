// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/contributors.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace gaptv {
namespace {

void keep_largest(std::array<double, 2>& largest, double contribution) {
  if (contribution > largest[0]) std::swap(contribution, largest[0]);
  largest[1] = std::max(largest[1], contribution);
}

}  // namespace

void Contributors::add_row(double contribution) {
  ++rows_;
  total_ += contribution;
  keep_largest(largest_, contribution);
}

void Contributors::add(std::uint32_t who, double contribution) {
  ++rows_;
  total_ += contribution;
  by_id_[who] += contribution;
}

void Contributors::add_all(Contributors&& others) {
  rows_ += others.rows_;
  total_ += others.total_;
  for (const double contribution : others.largest_) keep_largest(largest_, contribution);
  if (by_id_.size() < others.by_id_.size()) by_id_.swap(others.by_id_);
  for (const auto& [who, contribution] : others.by_id_) by_id_[who] += contribution;
  others.by_id_.clear();
}

std::array<double, 2> Contributors::two_largest() const {
  std::array<double, 2> largest = largest_;
  for (const auto& entry : by_id_) keep_largest(largest, entry.second);
  return largest;
}

double Contributors::share_of_two_largest() const {
  if (!(total_ > 0)) return 0;
  const std::array<double, 2> largest = two_largest();
  return (largest[0] + largest[1]) / total_;
}

double Contributors::percent_of_others() const {
  const std::array<double, 2> largest = two_largest();
  if (!(largest[0] > 0)) return std::numeric_limits<double>::infinity();
  return 100 * std::max(0.0, total_ - largest[0] - largest[1]) / largest[0];
}

}  // namespace gaptv
