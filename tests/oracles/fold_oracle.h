// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "gaptv/base/hash.h"
#include "gaptv/data/dataset.h"

namespace gaptv::testing {

// Features and outcome of a row: rows of equal content are copies of each other.
using Content = std::vector<double>;

inline Content content_of(const Dataset& data, std::size_t row) {
  Content content;
  for (const std::vector<double>& feature : data.features) content.push_back(feature[row]);
  content.push_back(data.outcome[row]);
  return content;
}

inline std::size_t first_fold_of(const Content& content, std::size_t folds, std::uint64_t seed) {
  std::uint64_t hash = 0;
  for (const double value : content) hash = hash_combine(hash, value);
  return reduce_hash(mix64(hash ^ mix64(seed)), folds);
}

// How much of each content belongs to each fold, straight from spec section 5: the k-th copy goes to fold
// (hash + k) mod folds, one copy after the other; what is left of a fractional weight goes to the next fold whole.
inline std::map<Content, std::vector<double>> fold_weights_by_copies(const Dataset& data, std::size_t folds,
                                                                     std::uint64_t seed) {
  std::map<Content, double> total;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    total[content_of(data, row)] += data.weight.empty() ? 1.0 : data.weight[row];
  }
  std::map<Content, std::vector<double>> weights;
  for (const auto& [content, copies] : total) {
    std::vector<double>& in_fold = weights[content];
    in_fold.assign(folds, 0.0);
    std::size_t fold = first_fold_of(content, folds, seed);
    double left = copies;
    for (; left >= 1; left -= 1, fold = (fold + 1) % folds) in_fold[fold] += 1;
    in_fold[fold] += left;
  }
  return weights;
}

}  // namespace gaptv::testing
