// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

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

// The scale of each number of a content: 52 less the exponent of the largest.
inline std::vector<int> fold_scales_of(const Dataset& data) {
  std::vector<int> scales;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const Content content = content_of(data, row);
    scales.resize(content.size(), 1023);
    for (std::size_t j = 0; j < content.size(); ++j) {
      if (content[j] != 0) scales[j] = std::min(scales[j], 51 - std::ilogb(content[j]));
    }
  }
  for (std::size_t j = 0; j < scales.size(); ++j) {
    bool is_zero = true;
    for (std::size_t row = 0; row < data.rows(); ++row) is_zero = is_zero && content_of(data, row)[j] == 0;
    if (is_zero) scales[j] = 52;
  }
  return scales;
}

// The rule of docs/folds.md, step by step.
inline std::size_t first_fold_of(const Content& content, const std::vector<int>& scales, std::size_t folds,
                                 std::uint64_t seed) {
  constexpr std::int64_t p = 2147483647;
  auto hash = static_cast<std::int64_t>(seed % p);
  for (std::size_t j = 0; j < content.size(); ++j) {
    const auto whole = static_cast<std::int64_t>(std::floor(std::ldexp(content[j], scales[j])));
    hash = (hash * 1103515245 + (whole % p + p) % p) % p;
    const std::int64_t once = hash;
    for (int times = 1; times < 5; ++times) hash = hash * once % p;
  }
  return static_cast<std::size_t>(hash) % folds;
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
  const std::vector<int> scales = fold_scales_of(data);
  std::map<Content, std::vector<double>> weights;
  for (auto& [content, of_content] : copies) {
    std::sort(of_content.begin(), of_content.end());
    std::vector<double>& in_fold = weights[content];
    in_fold.assign(folds, 0.0);
    std::size_t fold = first_fold_of(content, scales, folds, seed);
    for (const double weight : of_content) {
      in_fold[fold] += weight;
      fold = (fold + 1) % folds;
    }
  }
  return weights;
}

}  // namespace gaptv::testing
