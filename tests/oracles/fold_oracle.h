// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
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

// How much of each content belongs to each fold where the outcome is discrete: the k-th copy goes to fold
// (hash + k) mod folds, one copy after the other. Rows whose weights count no copies stay whole, the lightest first.
inline std::map<Content, std::vector<double>> fold_weights_by_copies(const Dataset& data, std::size_t folds,
                                                                     std::uint64_t seed) {
  std::map<Content, std::vector<double>> copies;  // the weight of each
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::vector<double>& of_content = copies[content_of(data, row)];
    const double weight = data.weight.empty() ? 1.0 : data.weight[row];
    if (data.weight_kind == WeightKind::precision) {
      of_content.push_back(weight);
    } else {
      of_content.insert(of_content.end(), static_cast<std::size_t>(weight), 1.0);
    }
  }
  std::map<Content, std::vector<double>> weights;
  for (auto& [content, of_content] : copies) {
    std::sort(of_content.begin(), of_content.end());
    std::vector<double>& in_fold = weights[content];
    in_fold.assign(folds, 0.0);
    std::size_t fold = first_fold_of(content, folds, seed);
    for (const double weight : of_content) {
      in_fold[fold] += weight;
      fold = (fold + 1) % folds;
    }
  }
  return weights;
}

}  // namespace gaptv::testing
