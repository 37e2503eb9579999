// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/grid_factorization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gaptv/base/random.h"
#include "gaptv/baselines/crisp/slice_differences.h"

namespace gaptv {
namespace {

// Of a matrix whose entries lie within e^3, a few hundred roundings.
constexpr double factor_rounding = 1e-11;

TEST(GridFactorization, SolvesTheEquationOnGridsOfAllShapes) {
  Random random(1);
  const std::vector<std::vector<std::size_t>> shapes = {{1},       {2},       {9},       {40},     {1, 1},
                                                        {1, 12},   {12, 1},   {3, 4},    {17, 5},  {23, 23},
                                                        {2, 2, 2}, {1, 5, 4}, {5, 6, 7}, {9, 2, 3}};
  for (const std::vector<std::size_t>& bins : shapes) {
    const Shape shape{bins};
    const SliceDifferences slices(shape);
    GridFactorization factorization(shape);
    // Twice: the second matrix must not feel the first.
    for (int round = 0; round < 2; ++round) {
      std::vector<double> diagonal(shape.cells(), 0.0);
      std::vector<double> right_side(shape.cells());
      std::vector<double> weight(slices.slices());
      for (double& entry : diagonal) entry = random.uniform() < 0.4 ? random.uniform() : 0.0;
      diagonal[random.below(shape.cells())] = 1;
      for (double& entry : right_side) entry = random.normal();
      for (double& entry : weight) entry = std::exp(3 * random.uniform());
      factorization.factorise(diagonal, weight);
      const std::vector<double> x = factorization.solve(right_side);
      std::vector<double> edges = slices.differences(x);
      slices.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
        for (std::size_t edge = first; edge < first + count; ++edge) edges[edge] *= weight[slice];
      });
      const std::vector<double> sent = slices.adjoint(edges);
      const double size = std::abs(*std::ranges::max_element(x, {}, [](double v) { return std::abs(v); }));
      for (std::size_t cell = 0; cell < x.size(); ++cell) {
        EXPECT_NEAR(diagonal[cell] * x[cell] + sent[cell], right_side[cell], factor_rounding * (1 + size))
            << bins.size();
      }
    }
  }
}

}  // namespace
}  // namespace gaptv
