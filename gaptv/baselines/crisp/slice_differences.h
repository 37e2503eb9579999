// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

// Computes the differences of neighbouring slices of a grid: rows and columns in two dimensions, cells of a chain in
// one, layers in three. Slices are numbered axis by axis; slice s of an axis stands for the difference of its bins s
// and s + 1. Edge vectors have one entry per axis and cell, axis by axis: the difference of the next cell along the
// axis and this one, 0 where there is no next one.
class SliceDifferences {
 public:
  explicit SliceDifferences(Shape shape);

  std::size_t slices() const { return first_slice_.back(); }
  std::size_t cells() const { return cells_; }
  std::size_t edges() const { return cells_ * shape_.dimensions(); }
  const Shape& shape() const { return shape_; }
  std::size_t slice(std::size_t axis, std::size_t bin) const { return first_slice_[axis] + bin; }

  // Return D x and the adjoint D^T e.
  std::vector<double> differences(std::span<const double> values) const;
  std::vector<double> adjoint(std::span<const double> edges) const;

  // Returns one number per slice: the sum of products of two edge vectors.
  std::vector<double> products(std::span<const double> a, std::span<const double> b) const;

  // Return what adjoint() gives for the edges, those of each slice times its factor, and what products() gives for the
  // edges and the differences of the values, both without the vector between: the steps of CrispNewton spend their time
  // here.
  std::vector<double> scaled_adjoint(std::span<const double> edges, std::span<const double> factors) const;
  std::vector<double> products_with_differences(std::span<const double> edges, std::span<const double> values) const;

  // Calls visit(slice, first edge, count) for the runs of consecutive edges of each slice.
  template <typename Visit>
  void for_each_run(Visit&& visit) const {
    for_each_run(0, shape_.dimensions(), visit);
  }

 private:
  // Calls visit as above, but for some of the axes only.
  template <typename Visit>
  void for_each_run(std::size_t first_axis, std::size_t end_axis, Visit&& visit) const {
    for (std::size_t axis = first_axis; axis < end_axis; ++axis) {
      const std::size_t stride = shape_.stride(axis);
      const std::size_t bins = shape_.bins[axis];
      for (std::size_t start = 0; start < cells_; start += stride * bins) {
        for (std::size_t bin = 0; bin + 1 < bins; ++bin) {
          visit(first_slice_[axis] + bin, axis * cells_ + start + bin * stride, stride);
        }
      }
    }
  }

  Shape shape_;
  std::size_t cells_;
  std::vector<std::size_t> first_slice_;  // by axis, and the number of all
};

}  // namespace gaptv
