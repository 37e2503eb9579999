// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace gaptv {

// Averages what was measured on folds, each counted by its weight. Folds of weight 0 were passed over.
class FoldAverage {
 public:
  explicit FoldAverage(const std::vector<double>& weight) {
    double total = 0;
    for (const double of_fold : weight) {
      if (of_fold <= 0) continue;
      ++used_;
      total += of_fold;
    }
    share_.reserve(weight.size());
    for (const double of_fold : weight) share_.push_back(used_ > 0 ? of_fold / total : 0.0);
  }

  template <typename Value>
  double mean(Value&& value) const {
    double sum = 0;
    for (std::size_t fold = 0; fold < share_.size(); ++fold) sum += share_[fold] * value(fold);
    return sum;
  }
  // Returns the standard error of the mean, from the spread between folds; 0 for a single one.
  template <typename Value>
  double standard_error(double mean_value, Value&& value) const {
    const double variance = mean([&](std::size_t fold) {
      const double difference = value(fold) - mean_value;
      return difference * difference;
    });
    return used_ > 1 ? std::sqrt(variance / static_cast<double>(used_ - 1)) : 0.0;
  }

 private:
  std::vector<double> share_;  // of each fold in the weight of those that were used
  std::size_t used_ = 0;
};

}  // namespace gaptv
