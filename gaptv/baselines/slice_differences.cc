// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/slice_differences.h"

#include <utility>

namespace gaptv {

SliceDifferences::SliceDifferences(Shape shape) : shape_(std::move(shape)), cells_(shape_.cells()), first_slice_{0} {
  for (const std::size_t bins : shape_.bins) first_slice_.push_back(first_slice_.back() + bins - 1);
}

std::vector<double> SliceDifferences::differences(std::span<const double> values) const {
  std::vector<double> result(edges(), 0.0);
  for (std::size_t axis = 0; axis < shape_.dimensions(); ++axis) {
    const std::size_t stride = shape_.stride(axis);
    const std::size_t slab = stride * shape_.bins[axis];
    double* const edge = result.data() + axis * cells_;
    for (std::size_t start = 0; start < cells_; start += slab) {
      for (std::size_t cell = start; cell < start + slab - stride; ++cell) {
        edge[cell] = values[cell + stride] - values[cell];
      }
    }
  }
  return result;
}

std::vector<double> SliceDifferences::adjoint(std::span<const double> edges) const {
  std::vector<double> result(cells_, 0.0);
  for (std::size_t axis = 0; axis < shape_.dimensions(); ++axis) {
    const std::size_t stride = shape_.stride(axis);
    const double* const edge = edges.data() + axis * cells_;
    for (std::size_t cell = 0; cell < stride; ++cell) result[cell] -= edge[cell];
    // Where the cell before is the last one along the axis its entry is 0.
    for (std::size_t cell = stride; cell < cells_; ++cell) result[cell] += edge[cell - stride] - edge[cell];
  }
  return result;
}

std::vector<double> SliceDifferences::products(std::span<const double> a, std::span<const double> b) const {
  std::vector<double> sums(slices(), 0.0);
  for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
    double sum = 0;
    for (std::size_t edge = first; edge < first + count; ++edge) sum += a[edge] * b[edge];
    sums[slice] += sum;
  });
  return sums;
}

}  // namespace gaptv
