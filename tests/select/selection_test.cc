// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/selection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/select/cell_folds.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/cell_problem.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

std::vector<CellTable> random_tables(std::size_t folds, Random& random) {
  std::vector<CellTable> tables(folds, CellTable(Shape{{7, 6}}));
  for (int i = 0; i < 400; ++i) {
    const std::size_t cell = random.below(42);
    tables[random.below(folds)].cells[cell].add((cell < 20 ? 1.0 : -1.0) + random.normal(), 1 + random.uniform());
  }
  return tables;
}

CellTable merged(const std::vector<CellTable>& tables) {
  CellTable sum(tables.front().shape);
  for (const CellTable& table : tables) sum = merge(std::move(sum), table);
  return sum;
}

Selection selected(const std::vector<CellTable>& tables, const SelectOptions& options) {
  Progress progress;
  return select_lambda(CellFolds(tables, squared_loss()), options, progress);
}

TEST(Selection, PathStartsAtLambdaMaxOfAllRows) {
  Random random(161);
  const std::vector<CellTable> tables = random_tables(5, random);
  const Selection selection = selected(tables, {.lambdas = 20, .lambda_ratio = 100, .threads = 1});
  const double lambda_max = GridSolver(tv_problem(merged(tables), squared_loss())).lambda_max();
  EXPECT_NEAR(selection.lambda_max, lambda_max, 1e-11 * lambda_max);
  EXPECT_EQ(selection.cv.lambdas.front(), selection.lambda_max);
  EXPECT_NEAR(selection.cv.lambdas.back(), lambda_max / 100, 1e-11 * lambda_max);
  EXPECT_EQ(selection.cv.lambdas.size(), 20U);
}

TEST(Selection, ByCrossValidationTakesTheSmallestErrorOrTheSimplestWithinOneStandardError) {
  Random random(162);
  const std::vector<CellTable> tables = random_tables(5, random);
  const Selection best = selected(tables, {.rule = LambdaRule::cv, .threads = 1});
  EXPECT_EQ(best.lambda, best.cv.lambdas[best.cv.best()]);
  EXPECT_EQ(best.error, best.cv.mean[best.cv.best()]);
  const Selection simple = selected(tables, {.rule = LambdaRule::cv_1se, .threads = 1});
  EXPECT_EQ(simple.lambda, simple.cv.lambdas[simple.cv.best_within_one_standard_error()]);
  EXPECT_GT(simple.lambda, best.lambda);
  const Selection paired = selected(tables, {.rule = LambdaRule::cv_paired, .threads = 1});
  EXPECT_EQ(paired.lambda, paired.cv.lambdas[paired.cv.best_by_paired_differences()]);
  EXPECT_GE(paired.lambda, best.lambda);
}

TEST(Selection, ByInformationCriterionTakesTheSmallestCriterionOfColdFits) {
  Random random(163);
  for (int trial = 0; trial < 5; ++trial) {
    const CellTable table = merged(random_tables(3, random));
    for (const LambdaRule rule : {LambdaRule::aic, LambdaRule::bic}) {
      const double n = total_weight(table);
      const Selection selection = selected({table}, {.rule = rule, .observations = n, .lambdas = 30, .threads = 1});
      double least = std::numeric_limits<double>::infinity();
      double chosen = 0;
      for (const double lambda : lambda_path(selection.lambda_max, 30, 1000)) {
        const std::vector<double> beta = solve_certified(tv_problem(table, squared_loss()), lambda).beta;
        double squares = 0;
        for (std::size_t cell = 0; cell < beta.size(); ++cell) {
          const CellStats& stats = table.cells[cell];
          squares += stats.scatter + stats.weight * (stats.mean - beta[cell]) * (stats.mean - beta[cell]);
        }
        const auto plateaus = static_cast<double>(connect_equal_cells(table.shape, beta).count);
        const double criterion = n * std::log(squares / n) + (rule == LambdaRule::aic ? 2.0 : std::log(n)) * plateaus;
        if (criterion < least) {
          least = criterion;
          chosen = lambda;
        }
      }
      EXPECT_NEAR(selection.lambda, chosen, 1e-11 * chosen) << "trial " << trial;
      EXPECT_TRUE(selection.cv.mean.empty());
    }
  }
}

TEST(Selection, BicIsNeverMoreDetailedThanAic) {
  Random random(164);
  const CellTable table = merged(random_tables(3, random));
  EXPECT_GE(selected({table}, {.rule = LambdaRule::bic, .threads = 1}).lambda,
            selected({table}, {.rule = LambdaRule::aic, .threads = 1}).lambda);
}

TEST(Selection, AFixedLambdaIsTaken) {
  Random random(165);
  const Selection selection =
      selected({merged(random_tables(3, random))}, {.rule = LambdaRule::fixed, .fixed_lambda = 0.75, .threads = 1});
  EXPECT_EQ(selection.lambda, 0.75);
}

TEST(CellFolds, HaveTheTableOfAllRows) {
  Random random(166);
  const std::vector<CellTable> tables = random_tables(5, random);
  EXPECT_NEAR(total_weight(CellFolds(tables, squared_loss()).table()), total_weight(merged(tables)), 1e-9);
}

TEST(Selection, OfEqualCellsIsLambdaZero) {
  std::vector<CellTable> tables(2, CellTable(Shape{{3}}));
  for (CellTable& table : tables) {
    for (CellStats& cell : table.cells) cell = {2, 0.5, 1};
  }
  const Selection selection = selected(tables, {.threads = 1});
  EXPECT_EQ(selection.lambda_max, 0);
  EXPECT_EQ(selection.lambda, 0);
  for (const LambdaRule rule : {LambdaRule::aic, LambdaRule::bic}) {
    EXPECT_EQ(selected(tables, {.rule = rule, .threads = 1}).lambda, 0);
  }
}

}  // namespace
}  // namespace gaptv::testing
