// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace gaptv {

// Holds the number of bins along each axis of a grid of 1 to 3 dimensions. Cells are numbered row by row: the last axis
// varies fastest, cell = (bin[0] * bins[1] + bin[1]) * bins[2] + bin[2].
struct Shape {
  std::vector<std::size_t> bins;

  std::size_t dimensions() const { return bins.size(); }
  std::size_t cells() const {
    std::size_t product = 1;
    for (const std::size_t count : bins) product *= count;
    return product;
  }
  // Returns how far apart in cell numbers two neighbours along an axis are.
  std::size_t stride(std::size_t axis) const {
    std::size_t product = 1;
    for (std::size_t j = axis + 1; j < bins.size(); ++j) product *= bins[j];
    return product;
  }
  std::size_t bin_of(std::size_t cell, std::size_t axis) const { return cell / stride(axis) % bins[axis]; }

  bool operator==(const Shape&) const = default;
};

}  // namespace gaptv
