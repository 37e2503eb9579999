// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/outer_folds.h"

#include <string>
#include <vector>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

// The rows of a weight above 0, with these weights instead of their own.
Dataset rows_with(const DataView& data, const std::vector<double>& weight) {
  Dataset rows;
  rows.feature_names = data.feature_names;
  rows.outcome_name = data.outcome_name;
  rows.weight_name = data.weight_name;
  rows.exposure_name = data.exposure_name;
  rows.classes = data.classes;
  rows.weight_kind = data.weight_kind;
  rows.features.resize(data.features.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (!(weight[row] > 0)) continue;
    for (std::size_t j = 0; j < data.features.size(); ++j) rows.features[j].push_back(data.features[j][row]);
    rows.outcome.push_back(data.outcome[row]);
    if (!data.weight.empty()) rows.weight.push_back(weight[row]);
    if (!data.exposure.empty()) rows.exposure.push_back(data.exposure[row]);
  }
  return rows;
}

std::size_t checked(std::size_t folds, const DataView& data) {
  constexpr std::size_t most_folds = 1000;
  if (folds < 2 || folds > most_folds) {
    throw InvalidInput("folds: give a number from 2 to " + std::to_string(most_folds));
  }
  if (count_divisible_observations(data) < static_cast<double>(folds)) {
    throw InvalidInput(std::to_string(data.rows()) + " rows are fewer than the " + std::to_string(folds) +
                       " folds of the comparison; use fewer folds (`folds`)");
  }
  return folds;
}

// Any other number would do.
std::uint64_t outer_seed(std::uint64_t seed) {
  return seed ^ 0x9e3779b97f4a7c15U;
}

}  // namespace

OuterFolds::OuterFolds(const DataView& data, const FoldOptions& options, Progress& progress)
    : data_(data), count_(checked(options.folds, data)) {
  FoldOptions outer = options;
  outer.seed = outer_seed(options.seed);
  assignment_ = assign_folds(data, outer, progress);
}

OuterSplit OuterFolds::split(std::size_t fold) const {
  std::vector<double> inside(data_.rows());
  std::vector<double> outside(data_.rows());
  for (std::size_t row = 0; row < data_.rows(); ++row) {
    const double weight = data_.weight_of(row);
    inside[row] = assignment_.weight_in_fold(row, weight, fold);
    outside[row] = weight - inside[row];
  }
  OuterSplit rows{rows_with(data_, outside), rows_with(data_, inside)};
  if (rows.train.rows() == 0 || rows.test.rows() == 0) {
    throw InvalidInput("fold " + std::to_string(fold + 1) +
                       " of the comparison has no rows; use fewer folds (`folds`) or another seed (`seed`)");
  }
  return rows;
}

}  // namespace gaptv
