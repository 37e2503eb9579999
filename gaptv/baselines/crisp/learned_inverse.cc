// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/learned_inverse.h"

#include <numeric>

namespace gaptv {

LearnedInverse::LearnedInverse(std::size_t size) : size_(size), inverse_(size * size, 0.0) {
  for (std::size_t i = 0; i < size; ++i) inverse_[i * size + i] = 1;
}

// Row by row instead of with inner products: the matrix is symmetric, and sums of rows are vectorised.
std::vector<double> LearnedInverse::apply(std::span<const double> vector) const {
  std::vector<double> result(size_, 0.0);
  for (std::size_t i = 0; i < size_; ++i) {
    if (vector[i] == 0) continue;
    const double* const row = inverse_.data() + i * size_;
    for (std::size_t j = 0; j < size_; ++j) result[j] += vector[i] * row[j];
  }
  return result;
}

void LearnedInverse::learn(std::span<const double> direction, std::span<const double> product) {
  const double curvature = std::inner_product(direction.begin(), direction.end(), product.begin(), 0.0);
  const std::vector<double> image = apply(product);
  const double length = std::inner_product(image.begin(), image.end(), product.begin(), 0.0);
  const double of_direction = (1 + length / curvature) / curvature;
  for (std::size_t i = 0; i < size_; ++i) {
    double* const row = inverse_.data() + i * size_;
    const double along = of_direction * direction[i] - image[i] / curvature;
    const double across = direction[i] / curvature;
    for (std::size_t j = 0; j < size_; ++j) row[j] += along * direction[j] - across * image[j];
  }
}

}  // namespace gaptv
