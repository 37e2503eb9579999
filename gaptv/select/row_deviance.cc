// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/row_deviance.h"

#include <cstddef>

namespace gaptv {
namespace {

double mean_outcome(const DataView& data) {
  CellStats all;
  for (std::size_t row = 0; row < data.rows(); ++row) all.add(data.outcome[row], data.size_of(row));
  return all.mean;
}

// The rows of one fold, as arrays that a loss can look at.
struct FoldRows {
  std::vector<double> size;
  std::vector<double> outcome;
};

}  // namespace

void add_row_deviances(const DataView& data, const FoldAssignment& folds, const CellLoss& loss, Progress& progress,
                       std::vector<RowDeviance>& sums) {
  constexpr std::size_t rows_per_block = 4096;
  for (std::size_t begin = 0; begin < data.rows(); begin += rows_per_block) {
    progress.check();
    std::vector<FoldRows> block(folds.folds);
    const std::size_t end = std::min(data.rows(), begin + rows_per_block);
    const auto add = [&](std::size_t row, std::size_t fold, double weight) {
      sums[fold].observations += weight;
      block[fold].size.push_back(weight * data.exposure_of(row));
      block[fold].outcome.push_back(data.outcome[row]);
    };
    for (std::size_t row = begin; row < end; ++row) {
      const double weight = data.weight_of(row);
      if (folds.position.empty()) {
        add(row, folds.fold[row], weight);
        continue;
      }
      for (std::size_t fold = 0; fold < folds.folds; ++fold) {
        const double part = folds.weight_in_fold(row, weight, fold);
        if (part > 0) add(row, fold, part);
      }
    }
    for (std::size_t fold = 0; fold < folds.folds; ++fold) {
      const std::vector<double> fitted(block[fold].size.size(), sums[fold].reference);
      sums[fold].deviance += 2 * loss.divergence(block[fold].size, block[fold].outcome, fitted);
    }
  }
}

std::vector<RowDeviance> row_deviances(const DataView& data, const FoldAssignment& folds, const CellLoss& loss,
                                       Progress& progress) {
  if (loss.is_known_by_cells()) return {};
  std::vector<RowDeviance> sums(folds.folds, RowDeviance{0, mean_outcome(data), 0});
  add_row_deviances(data, folds, loss, progress, sums);
  return sums;
}

}  // namespace gaptv
