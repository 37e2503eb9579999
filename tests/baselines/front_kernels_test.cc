// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/front_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

// A square matrix, column by column, symmetric and with a dominant diagonal.
std::vector<double> front_matrix(Random& random, std::size_t rows) {
  std::vector<double> matrix(rows * rows);
  for (std::size_t j = 0; j < rows; ++j) {
    matrix[j * rows + j] = 2 * static_cast<double>(rows);
    for (std::size_t i = j + 1; i < rows; ++i) matrix[j * rows + i] = matrix[i * rows + j] = random.normal();
  }
  return matrix;
}

struct EliminatedFront {
  std::vector<double> columns;
  std::vector<double> remainder;
};

EliminatedFront eliminate_front(const FrontKernels& kernels, const std::vector<double>& matrix, std::size_t rows,
                                std::size_t pivots) {
  const std::size_t height = rows - pivots;
  const auto end_of_columns = matrix.begin() + static_cast<std::ptrdiff_t>(rows * pivots);
  EliminatedFront front{{matrix.begin(), end_of_columns}, std::vector<double>(height * height)};
  for (std::size_t j = 0; j < height; ++j) {
    for (std::size_t i = 0; i < height; ++i) front.remainder[j * height + i] = matrix[(pivots + j) * rows + pivots + i];
  }
  kernels.eliminate(front.columns.data(), rows, pivots, front.remainder.data());
  return front;
}

std::vector<std::pair<std::size_t, std::size_t>> front_sizes() {
  std::vector<std::pair<std::size_t, std::size_t>> sizes = {{130, 60}, {61, 61}, {90, 5}};
  for (std::size_t rows = 1; rows <= 24; ++rows) {
    for (std::size_t pivots = 1; pivots <= rows; ++pivots) sizes.emplace_back(rows, pivots);
  }
  return sizes;
}

// With all unknowns as pivots of two fronts, the second being the remainder of the first.
TEST(FrontKernels, TwoFrontsSolveAnEquation) {
  Random random(5);
  for (const auto& [rows, pivots] : front_sizes()) {
    const std::vector<double> matrix = front_matrix(random, rows);
    const EliminatedFront first = eliminate_front(front_kernels(), matrix, rows, pivots);
    const std::size_t height = rows - pivots;
    const EliminatedFront second = eliminate_front(front_kernels(), first.remainder, height, height);
    std::vector<double> right_side(rows);
    for (double& entry : right_side) entry = random.normal();
    std::vector<double> x = right_side;
    front_kernels().forward(first.columns.data(), rows, pivots, x.data());
    front_kernels().forward(second.columns.data(), height, height, x.data() + pivots);
    front_kernels().backward(second.columns.data(), height, height, x.data() + pivots);
    front_kernels().backward(first.columns.data(), rows, pivots, x.data());
    for (std::size_t i = 0; i < rows; ++i) {
      double product = 0;
      for (std::size_t j = 0; j < rows; ++j) product += matrix[j * rows + i] * x[j];
      EXPECT_NEAR(product, right_side[i], 1e-12) << rows << " rows, " << pivots << " pivots, row " << i;
    }
  }
}

TEST(FrontKernels, EveryProcessorGivesTheSameBytes) {
  if (&front_kernels() == &portable_front_kernels()) GTEST_SKIP() << "this processor has no kernels of its own";
  Random random(6);
  for (const auto& [rows, pivots] : front_sizes()) {
    const std::vector<double> matrix = front_matrix(random, rows);
    const EliminatedFront fast = eliminate_front(front_kernels(), matrix, rows, pivots);
    const EliminatedFront portable = eliminate_front(portable_front_kernels(), matrix, rows, pivots);
    EXPECT_EQ(fast.columns, portable.columns);
    EXPECT_EQ(fast.remainder, portable.remainder);
    std::vector<double> x(rows);
    for (double& entry : x) entry = random.normal();
    std::vector<double> y = x;
    front_kernels().forward(fast.columns.data(), rows, pivots, x.data());
    portable_front_kernels().forward(fast.columns.data(), rows, pivots, y.data());
    EXPECT_EQ(x, y);
    front_kernels().backward(fast.columns.data(), rows, pivots, x.data());
    portable_front_kernels().backward(fast.columns.data(), rows, pivots, y.data());
    EXPECT_EQ(x, y);
  }
}

}  // namespace
}  // namespace gaptv
