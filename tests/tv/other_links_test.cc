// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Losses whose link is not canonical: the problem is changed before it is solved, and its solution changed back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/tv/denoise.h"
#include "gaptv/tv/total_variation.h"
#include "tests/oracles/dual_coordinate_ascent.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

CellTable positive_table(const Shape& shape, double share_empty, Random& random) {
  CellTable table(shape);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (cell > 0 && random.uniform() < share_empty) continue;
    table.cells[cell].add(std::exp(2 * random.normal()), 1 + static_cast<double>(random.below(20)));
  }
  return table;
}

std::unique_ptr<PathSolver> solver_of(const CellTable& table) {
  return make_tv_solver({GridTopology{table.shape}, cell_statistics(table, gamma_loss())});
}

// weight * (mean * exp(-b) + b) less its minimum, and the penalty on b, from the definition.
double gamma_objective(const CellTable& table, double lambda, const std::vector<double>& fitted) {
  double sum = 0;
  for (std::size_t cell = 0; cell < fitted.size(); ++cell) {
    const CellStats& stats = table.cells[cell];
    if (stats.weight <= 0) continue;
    sum += stats.weight * (stats.mean / fitted[cell] + std::log(fitted[cell]) - 1 - std::log(stats.mean));
  }
  for (const auto& [from, to, weight] : edges_of(table.shape)) {
    sum += lambda * weight * std::abs(std::log(fitted[from]) - std::log(fitted[to]));
  }
  return sum;
}

TEST(TvOfGamma, AgreesWithCoordinateAscentOnTheDualOfTheLoss) {
  Random random(901);
  for (int trial = 0; trial < 12; ++trial) {
    const CellTable table = positive_table(Shape{{3, 1 + random.below(4)}}, 0, random);
    const std::unique_ptr<PathSolver> solver = solver_of(table);
    for (const double lambda : {0.3, 1.0, 3.0}) {
      // -f'(b) = weight * (mean * exp(-b) - 1) = sent.
      const auto value_of = [&](std::size_t cell, double sent) -> double {
        const double share = sent / table.cells[cell].weight;
        return share <= -1 ? INFINITY : std::log(table.cells[cell].mean) - std::log1p(share);
      };
      const std::vector<double> expected = ascend_dual(table.shape, lambda, value_of);
      const PathFit fit = solver->solve(lambda);
      for (std::size_t cell = 0; cell < expected.size(); ++cell) {
        EXPECT_NEAR(std::log(fit.published()[cell]), expected[cell], 1e-6) << "lambda " << lambda << " cell " << cell;
      }
    }
  }
}

TEST(TvOfGamma, IsCertifiedWithItsOwnObjectiveOnEveryLambda) {
  Random random(902);
  for (const double share_empty : {0.0, 0.4, 0.9}) {
    for (const Shape& shape : {Shape{{40}}, Shape{{12, 9}}, Shape{{5, 4, 6}}}) {
      const CellTable table = positive_table(shape, share_empty, random);
      for (const bool is_weighted : {false, true}) {
        GridTopology topology{shape};
        for (const std::size_t bins : shape.bins) {
          if (is_weighted) topology.edge_weights.emplace_back(bins - 1, 1.0);
        }
        const std::unique_ptr<PathSolver> solver = make_tv_solver({topology, cell_statistics(table, gamma_loss())});
        const double lambda_max = solver->lambda_max();
        for (const double share : {0.0, 1e-6, 0.003, 0.02, 0.1, 0.4, 0.9, 1.0, 7.0}) {
          const PathFit fit = solver->solve(share * lambda_max);
          EXPECT_LE(fit.certificate.relative_gap, promised_relative_gap) << share;
          const double by_hand = gamma_objective(table, share * lambda_max, fit.published());
          EXPECT_NEAR(fit.certificate.objective, by_hand, 1e-9 * (1 + by_hand)) << share;
        }
      }
    }
  }
}

TEST(TvOfGamma, AtLambdaMaxAllCellsHaveTheMeanOfAllOutcomes) {
  Random random(903);
  const CellTable table = positive_table(Shape{{6, 5}}, 0.2, random);
  CellStats all;
  for (const CellStats& cell : table.cells) all.add(cell);
  const std::unique_ptr<PathSolver> solver = solver_of(table);
  const PathFit constant = solver->solve(solver->lambda_max());
  for (const double value : constant.published()) {
    EXPECT_NEAR(value, all.mean, 1e-12 * all.mean);
  }
  const std::vector<double> below = solver->solve(0.99 * solver->lambda_max()).published();
  EXPECT_GT(*std::ranges::max_element(below), *std::ranges::min_element(below));
}

TEST(TvOfGamma, OnAGraphIsThatOnTheGrid) {
  Random random(904);
  const CellTable table = positive_table(Shape{{4, 4}}, 0, random);
  GraphProblem problem{{16, edges_of(table.shape)}, {}, {}};
  for (const CellStats& cell : table.cells) {
    problem.weight.push_back(cell.weight);
    problem.mean.push_back(cell.mean);
  }
  const std::vector<double> expected = solver_of(table)->solve(0.8).published();
  const std::vector<double> found = denoise(problem, 0.8, gamma_loss()).value;
  for (std::size_t node = 0; node < 16; ++node) EXPECT_NEAR(found[node], expected[node], 1e-9 * expected[node]);
  problem.mean[3] = 0;
  EXPECT_THROW(denoise(problem, 0.8, gamma_loss()), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
