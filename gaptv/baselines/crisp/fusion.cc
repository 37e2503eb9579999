// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/fusion.h"

#include <algorithm>
#include <cstddef>

namespace gaptv {
namespace {

// By axis and bin, the first bin of the run that it belongs to.
std::vector<std::vector<std::size_t>> first_of_runs(const SliceDifferences& slices, const std::vector<bool>& is_fused) {
  std::vector<std::vector<std::size_t>> first;
  for (std::size_t axis = 0; axis < slices.shape().dimensions(); ++axis) {
    std::vector<std::size_t> run = {0};
    for (std::size_t bin = 1; bin < slices.shape().bins[axis]; ++bin) {
      run.push_back(is_fused[slices.slice(axis, bin - 1)] ? run.back() : bin);
    }
    first.push_back(std::move(run));
  }
  return first;
}

struct BlockSums {
  double weight = 0;
  double weighted_value = 0;
  double cells = 0;
  double value = 0;
};

}  // namespace

std::vector<double> fuse_slices(const SliceDifferences& slices, const std::vector<bool>& is_fused,
                                std::span<const double> weight, std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  if (std::find(is_fused.begin(), is_fused.end(), true) == is_fused.end()) return result;
  const Shape& shape = slices.shape();
  const std::vector<std::vector<std::size_t>> first = first_of_runs(slices, is_fused);
  std::vector<std::size_t> block(values.size(), 0);  // by its first cell
  std::vector<BlockSums> sums(values.size());
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      block[cell] += first[axis][shape.bin_of(cell, axis)] * shape.stride(axis);
    }
    BlockSums& sum = sums[block[cell]];
    sum.weight += weight[cell];
    sum.weighted_value += weight[cell] * values[cell];
    sum.cells += 1;
    sum.value += values[cell];
  }
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const BlockSums& sum = sums[block[cell]];
    if (sum.cells > 1) result[cell] = sum.weight > 0 ? sum.weighted_value / sum.weight : sum.value / sum.cells;
  }
  return result;
}

}  // namespace gaptv
