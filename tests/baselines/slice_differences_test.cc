// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/slice_differences.h"

#include <gtest/gtest.h>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

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

TEST(SliceDifferences, ScaledAndDirectFormsAreTheSameAsTheirSteps) {
  Random random(4);
  for (const std::vector<std::size_t>& bins : std::vector<std::vector<std::size_t>>{{6}, {9, 7}, {3, 1, 4}, {1, 5}}) {
    const SliceDifferences slices(Shape{bins});
    std::vector<double> values(slices.cells());
    for (double& value : values) value = random.normal();
    std::vector<double> factors(slices.slices());
    for (double& factor : factors) factor = random.uniform() < 0.3 ? 0.0 : random.normal();
    std::vector<double> edges(slices.edges(), 0.0);
    std::vector<double> scaled = edges;
    slices.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
      for (std::size_t edge = first; edge < first + count; ++edge) {
        edges[edge] = random.normal();
        scaled[edge] = factors[slice] * edges[edge];
      }
    });
    const std::vector<double> adjoint = slices.scaled_adjoint(edges, factors);
    const std::vector<double> expected_adjoint = slices.adjoint(scaled);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
      EXPECT_NEAR(adjoint[cell], expected_adjoint[cell], 1e-13);
    }
    const std::vector<double> products = slices.products_with_differences(edges, values);
    const std::vector<double> expected_products = slices.products(edges, slices.differences(values));
    for (std::size_t slice = 0; slice < products.size(); ++slice) {
      EXPECT_NEAR(products[slice], expected_products[slice], 1e-13);
    }
  }
}

}  // namespace
}  // namespace gaptv
