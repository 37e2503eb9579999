// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/grid_factorization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gaptv/base/random.h"
#include "gaptv/baselines/slice_differences.h"

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

TEST(SliceDifferences, ProductsAreSummedSliceBySlice) {
  Random random(3);
  for (const std::vector<std::size_t>& bins : std::vector<std::vector<std::size_t>>{{6}, {4, 5}, {5, 1}, {3, 2, 7}}) {
    const Shape shape{bins};
    const SliceDifferences slices(shape);
    std::vector<double> a(slices.edges());
    std::vector<double> b(slices.edges());
    for (double& entry : a) entry = random.normal();
    for (double& entry : b) entry = random.normal();
    std::vector<double> expected(slices.slices(), 0.0);
    for (std::size_t edge = 0; edge < slices.edges(); ++edge) {
      const std::size_t axis = edge / slices.cells();
      const std::size_t bin = shape.bin_of(edge % slices.cells(), axis);
      if (bin + 1 < bins[axis]) expected[slices.slice(axis, bin)] += a[edge] * b[edge];
    }
    const std::vector<double> products = slices.products(a, b);
    ASSERT_EQ(products.size(), expected.size());
    for (std::size_t slice = 0; slice < expected.size(); ++slice) EXPECT_NEAR(products[slice], expected[slice], 1e-13);
  }
}

TEST(SliceDifferences, TheAdjointIsTheTransposedMatrix) {
  Random random(2);
  for (const std::vector<std::size_t>& bins : std::vector<std::vector<std::size_t>>{{6}, {4, 5}, {3, 1, 4}}) {
    const SliceDifferences slices(Shape{bins});
    std::vector<double> values(slices.cells());
    for (double& value : values) value = random.normal();
    // An edge vector: 0 where there is no next cell.
    std::vector<double> edges(slices.edges(), 0.0);
    slices.for_each_run([&](std::size_t, std::size_t first, std::size_t count) {
      for (std::size_t edge = first; edge < first + count; ++edge) edges[edge] = random.normal();
    });
    double of_edges = 0;
    for (const double product : slices.products(edges, slices.differences(values))) of_edges += product;
    double of_cells = 0;
    const std::vector<double> adjoint = slices.adjoint(edges);
    for (std::size_t cell = 0; cell < values.size(); ++cell) of_cells += adjoint[cell] * values[cell];
    EXPECT_NEAR(of_edges, of_cells, 1e-12);
  }
}

}  // namespace
}  // namespace gaptv
