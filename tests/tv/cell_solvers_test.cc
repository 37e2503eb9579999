// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/cell_solvers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

Axis axis_of(std::vector<double> edges, double lowest, double highest) {
  Axis axis;
  axis.edges = std::move(edges);
  axis.lowest = lowest;
  axis.highest = highest;
  return axis;
}

CellTable random_table(const Shape& shape, Random& random) {
  CellTable table(shape);
  for (std::size_t i = 0; i < 2 * shape.cells(); ++i) {
    const std::size_t cell = random.below(shape.cells());
    table.cells[cell].add((cell % 3 == 0 ? 2.0 : 0.0) + random.normal(), 1.0);
  }
  return table;
}

TEST(MetricEdges, WeighOneOverTheDistanceOfTheCentres) {
  const Grid even{{axis_of({1, 2, 3}, 0, 4)}};
  const std::vector<double> ones = metric_edge_weights(even).front();
  EXPECT_EQ(ones, (std::vector<double>{1, 1, 1}));
  // Bins of width 1, 2 and 3, on average 2: distances 1.5 and 2.5.
  const Grid uneven{{axis_of({1, 3}, 0, 6), axis_of({}, 5, 5)}};
  const std::vector<std::vector<double>> weights = metric_edge_weights(uneven);
  ASSERT_EQ(weights.size(), 2U);
  ASSERT_EQ(weights[0].size(), 2U);
  EXPECT_DOUBLE_EQ(weights[0][0], 2 / 1.5);
  EXPECT_DOUBLE_EQ(weights[0][1], 2 / 2.5);
  EXPECT_TRUE(weights[1].empty());
}

TEST(MetricEdges, StayWithinAFactorOfFour) {
  const Grid skewed{{axis_of({1e-6, 2e-6, 3e-6}, 0, 1000)}};
  const std::vector<double> weights = metric_edge_weights(skewed).front();
  EXPECT_DOUBLE_EQ(weights.front(), 4);
  EXPECT_NEAR(weights.back(), 0.5, 1e-8);  // half of 1000 apart, where bins are 250 wide on average
}

TEST(WeightedTvSolver, IsThePlainOneWhereAllWeightsAreOne) {
  Random random(171);
  for (const Shape& shape : {Shape{{17}}, Shape{{6, 7}}, Shape{{3, 4, 3}}}) {
    const CellTable table = random_table(shape, random);
    std::vector<std::vector<double>> ones;
    for (const std::size_t bins : shape.bins) ones.emplace_back(bins - 1, 1.0);
    for (const EmptyCellRule rule : {EmptyCellRule::nearest_to_mean, EmptyCellRule::middle}) {
      const auto plain = make_tv_solver(table, squared_loss(), rule);
      const auto weighted = make_weighted_tv_solver(table, squared_loss(), ones, rule);
      EXPECT_NEAR(weighted->lambda_max(), plain->lambda_max(), 1e-9 * plain->lambda_max());
      for (const double lambda : {0.05, 0.5, 3.0}) {
        const PathFit expected = plain->solve(lambda);
        const PathFit found = weighted->solve(lambda);
        EXPECT_LE(found.certificate.relative_gap, promised_relative_gap);
        for (std::size_t cell = 0; cell < expected.beta.size(); ++cell) {
          EXPECT_NEAR(found.beta[cell], expected.beta[cell], 1e-9) << "cell " << cell << " at " << lambda;
        }
        EXPECT_EQ(found.published().size(), table.cells.size());
      }
    }
  }
}

// On a chain of two cells with data the optimum is known: each mean moves by lambda * weight of the edge.
TEST(WeightedTvSolver, ChargesADifferenceTheWeightOfItsEdge) {
  CellTable table(Shape{{2}});
  table.cells[0].add(0, 1);
  table.cells[1].add(10, 1);
  const PathFit fit =
      make_weighted_tv_solver(table, squared_loss(), {{2.5}}, EmptyCellRule::nearest_to_mean)->solve(0.4);
  EXPECT_DOUBLE_EQ(fit.beta[0], 1);
  EXPECT_DOUBLE_EQ(fit.beta[1], 9);
}

}  // namespace
}  // namespace gaptv::testing
