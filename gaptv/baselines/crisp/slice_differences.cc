// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/slice_differences.h"

#include <utility>

namespace gaptv {
namespace {

// The sum of term(i). Four sums side by side: one alone would wait for its own last addition.
template <typename Term>
double sum_of(std::size_t count, const Term& term) {
  double sum0 = 0;
  double sum1 = 0;
  double sum2 = 0;
  double sum3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    sum0 += term(i);
    sum1 += term(i + 1);
    sum2 += term(i + 2);
    sum3 += term(i + 3);
  }
  for (; i < count; ++i) sum0 += term(i);
  return (sum0 + sum1) + (sum2 + sum3);
}

double inner_product(const double* a, const double* b, std::size_t count) {
  return sum_of(count, [=](std::size_t i) { return a[i] * b[i]; });
}

double product_with_difference(const double* a, const double* before, const double* after, std::size_t count) {
  return sum_of(count, [=](std::size_t i) { return a[i] * (after[i] - before[i]); });
}

}  // namespace

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
  const std::size_t last = shape_.dimensions() - 1;
  for_each_run(0, last, [&](std::size_t slice, std::size_t first, std::size_t count) {
    sums[slice] += inner_product(a.data() + first, b.data() + first, count);
  });
  // Along the last axis runs are single edges, those of neighbouring slices side by side.
  const std::size_t bins = shape_.bins[last];
  double* const of_last = sums.data() + first_slice_[last];
  for (std::size_t start = last * cells_; start < edges(); start += bins) {
    for (std::size_t bin = 0; bin + 1 < bins; ++bin) of_last[bin] += a[start + bin] * b[start + bin];
  }
  return sums;
}

// Row by row: along all axes but the last the cells of a row share their slices.
std::vector<double> SliceDifferences::scaled_adjoint(std::span<const double> edges,
                                                     std::span<const double> factors) const {
  std::vector<double> result(cells_, 0.0);
  const std::size_t last = shape_.dimensions() - 1;
  for_each_run(0, last, [&](std::size_t slice, std::size_t first, std::size_t count) {
    const std::size_t axis = first / cells_;
    const double factor = factors[slice];
    if (factor == 0) return;
    const double* const edge = edges.data() + first;
    double* const before = result.data() + (first - axis * cells_);
    double* const after = before + shape_.stride(axis);
    for (std::size_t i = 0; i < count; ++i) before[i] -= factor * edge[i];
    for (std::size_t i = 0; i < count; ++i) after[i] += factor * edge[i];
  });
  const std::size_t bins = shape_.bins[last];
  const double* const factor = factors.data() + first_slice_[last];
  for (std::size_t start = 0; start < cells_; start += bins) {
    const double* const edge = edges.data() + last * cells_ + start;
    double* const row = result.data() + start;
    for (std::size_t bin = 0; bin + 1 < bins; ++bin) row[bin] -= factor[bin] * edge[bin];
    for (std::size_t bin = 0; bin + 1 < bins; ++bin) row[bin + 1] += factor[bin] * edge[bin];
  }
  return result;
}

std::vector<double> SliceDifferences::products_with_differences(std::span<const double> edges,
                                                                std::span<const double> values) const {
  std::vector<double> sums(slices(), 0.0);
  const std::size_t last = shape_.dimensions() - 1;
  for_each_run(0, last, [&](std::size_t slice, std::size_t first, std::size_t count) {
    const std::size_t axis = first / cells_;
    const double* const before = values.data() + (first - axis * cells_);
    sums[slice] += product_with_difference(edges.data() + first, before, before + shape_.stride(axis), count);
  });
  const std::size_t bins = shape_.bins[last];
  double* const of_last = sums.data() + first_slice_[last];
  for (std::size_t start = 0; start < cells_; start += bins) {
    const double* const edge = edges.data() + last * cells_ + start;
    const double* const row = values.data() + start;
    for (std::size_t bin = 0; bin + 1 < bins; ++bin) of_last[bin] += edge[bin] * (row[bin + 1] - row[bin]);
  }
  return sums;
}

}  // namespace gaptv
