// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gaptv {

// Approximates the inverse of a symmetric positive definite matrix that changes slowly from one use to the next,
// learned from products with it (quasi-Newton updates of Broyden, Fletcher, Goldfarb and Shanno): a preconditioner for
// conjugate gradients, which yield these products anyhow (Morales and Nocedal 2000). It is always positive definite,
// and starts as the identity.
class LearnedInverse {
 public:
  explicit LearnedInverse(std::size_t size);

  // Returns the inverse times the vector. Takes size^2 operations, as learn() does.
  std::vector<double> apply(std::span<const double> vector) const;

  // "product" is the matrix times "direction". From then on apply(product) = direction. Their inner product must be
  // positive.
  void learn(std::span<const double> direction, std::span<const double> product);

 private:
  std::size_t size_;
  std::vector<double> inverse_;  // row by row
};

}  // namespace gaptv
