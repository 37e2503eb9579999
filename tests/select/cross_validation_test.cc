// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/cross_validation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/select/cell_folds.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/lambda_carry.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

constexpr double rounding = 1e-9;  // of sums in another order and of warm against cold fits

struct Row {
  std::size_t cell;
  std::size_t fold;
  double outcome;
  double weight;
};

std::vector<Row> random_rows(const Shape& shape, std::size_t count, std::size_t folds, Random& random) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t cell = random.below(shape.cells());
    const double truth = cell % 5 < 2 ? 2.0 : -1.0;
    rows.push_back({cell, random.below(folds), truth + random.normal(), 0.5 + random.uniform()});
  }
  return rows;
}

std::vector<CellTable> tables_of(const Shape& shape, const std::vector<Row>& rows, std::size_t folds) {
  std::vector<CellTable> tables(folds, CellTable(shape));
  for (const Row& row : rows) tables[row.fold].cells[row.cell].add(row.outcome, row.weight);
  return tables;
}

struct Curve {
  std::vector<double> mean;
  std::vector<double> standard_error;
  std::vector<std::vector<double>> error;  // by lambda and fold
};

// The textbook: fit on the other rows from a cold start, square the error of each row that was held out.
Curve cross_validate_row_by_row(const Shape& shape, const std::vector<Row>& rows, std::size_t folds,
                                const std::vector<double>& lambdas) {
  Curve curve;
  double all = 0;
  for (const Row& row : rows) all += row.weight;
  for (const double lambda : lambdas) {
    std::vector<double> error(folds, 0.0);
    std::vector<double> held_out(folds, 0.0);
    for (std::size_t fold = 0; fold < folds; ++fold) {
      TvProblem problem{shape, std::vector<double>(shape.cells(), 0.0), std::vector<double>(shape.cells(), 0.0)};
      double training = 0;
      for (const Row& row : rows) {
        if (row.fold == fold) continue;
        problem.weight[row.cell] += row.weight;
        problem.mean[row.cell] += row.weight * row.outcome;
        training += row.weight;
      }
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        if (problem.weight[cell] > 0) problem.mean[cell] /= problem.weight[cell];
      }
      const std::vector<double> beta =
          solve_certified(problem, lambda * std::pow(training / all, lambda_carry_exponent)).beta;
      for (const Row& row : rows) {
        if (row.fold != fold) continue;
        held_out[fold] += row.weight;
        error[fold] += row.weight * (row.outcome - beta[row.cell]) * (row.outcome - beta[row.cell]);
      }
    }
    curve.error.emplace_back();
    for (std::size_t fold = 0; fold < folds; ++fold) curve.error.back().push_back(error[fold] / held_out[fold]);
    double mean = 0;
    double variance = 0;
    for (std::size_t fold = 0; fold < folds; ++fold) mean += error[fold] / all;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      const double difference = error[fold] / held_out[fold] - mean;
      variance += held_out[fold] / all * difference * difference;
    }
    curve.mean.push_back(mean);
    curve.standard_error.push_back(std::sqrt(variance / static_cast<double>(folds - 1)));
  }
  return curve;
}

TEST(CrossValidation, FromCellsIsThatOfTheRowsOneByOne) {
  Random random(151);
  for (const Shape& shape : {Shape{{15}}, Shape{{6, 7}}, Shape{{3, 4, 3}}}) {
    for (const std::size_t folds : {2U, 5U}) {
      const std::vector<Row> rows = random_rows(shape, 150, folds, random);
      const std::vector<double> lambdas = lambda_path(20, 12, 1000);
      Progress progress;
      const CrossValidation cv =
          cross_validate(CellFolds(tables_of(shape, rows, folds), squared_loss()), lambdas, {0.0}, 1, progress).front();
      const Curve expected = cross_validate_row_by_row(shape, rows, folds, lambdas);
      EXPECT_EQ(cv.lambdas, lambdas);
      EXPECT_LE(cv.worst_relative_gap, promised_relative_gap);
      for (std::size_t i = 0; i < lambdas.size(); ++i) {
        EXPECT_NEAR(cv.mean[i], expected.mean[i], rounding * expected.mean[i]);
        EXPECT_NEAR(cv.standard_error[i], expected.standard_error[i], rounding * expected.mean[i]);
      }
    }
  }
}

// Folds of equal weight, so that the textbook's formula holds as it stands.
TEST(CrossValidation, PairsDifferencesFoldByFold) {
  Random random(153);
  const Shape shape{{6, 7}};
  std::vector<Row> rows = random_rows(shape, 150, 5, random);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].fold = i % 5;
  for (Row& row : rows) row.weight = 1;
  const std::vector<double> lambdas = lambda_path(20, 12, 1000);
  Progress progress;
  const CrossValidation cv =
      cross_validate(CellFolds(tables_of(shape, rows, 5), squared_loss()), lambdas, {0.0}, 1, progress).front();
  const std::vector<std::vector<double>> error = cross_validate_row_by_row(shape, rows, 5, lambdas).error;
  std::size_t simplest = lambdas.size();
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    double mean = 0;
    for (std::size_t fold = 0; fold < 5; ++fold) mean += (error[i][fold] - error[cv.best()][fold]) / 5;
    double variance = 0;
    for (std::size_t fold = 0; fold < 5; ++fold) {
      variance += std::pow(error[i][fold] - error[cv.best()][fold] - mean, 2) / 4;
    }
    EXPECT_NEAR(cv.standard_error_of_difference[i], std::sqrt(variance / 5), rounding);
    if (mean <= std::sqrt(variance / 5) && simplest == lambdas.size()) simplest = i;
  }
  EXPECT_EQ(cv.best_by_paired_differences(), simplest);
  EXPECT_LE(simplest, cv.best());
}

TEST(CrossValidation, PairedDifferencesAreSharperThanTheNoiseThatLambdasShare) {
  // Folds differ much, lambdas within a fold little: only pairs see that the first lambdas are worse.
  CrossValidation cv;
  cv.lambdas = {4, 2, 1};
  cv.mean = {10.5, 10.1, 10};
  cv.standard_error = {3, 3, 3};
  cv.standard_error_of_difference = {0.2, 0.2, 0};
  EXPECT_EQ(cv.best_within_one_standard_error(), 0U);
  EXPECT_EQ(cv.best_by_paired_differences(), 1U);
}

TEST(CrossValidation, IsTheSameOnEveryNumberOfThreads) {
  Random random(152);
  const Shape shape{{12, 11}};
  const std::vector<CellTable> tables = tables_of(shape, random_rows(shape, 500, 5, random), 5);
  const std::vector<double> lambdas = lambda_path(20, 15, 1000);
  Progress progress;
  const CrossValidation one = cross_validate(CellFolds(tables, squared_loss()), lambdas, {0.0}, 1, progress).front();
  for (const std::size_t threads : {2U, 7U}) {
    const CrossValidation several =
        cross_validate(CellFolds(tables, squared_loss()), lambdas, {0.0}, threads, progress).front();
    EXPECT_EQ(several.mean, one.mean);
    EXPECT_EQ(several.standard_error, one.standard_error);
    EXPECT_EQ(several.worst_relative_gap, one.worst_relative_gap);
  }
}

TEST(CrossValidation, PassesOverFoldsWithoutRows) {
  Random random(153);
  const Shape shape{{5, 5}};
  const std::vector<Row> rows = random_rows(shape, 100, 3, random);
  const std::vector<double> lambdas = lambda_path(10, 5, 100);
  Progress progress;
  const CrossValidation three =
      cross_validate(CellFolds(tables_of(shape, rows, 3), squared_loss()), lambdas, {0.0}, 1, progress).front();
  const CrossValidation seven =
      cross_validate(CellFolds(tables_of(shape, rows, 7), squared_loss()), lambdas, {0.0}, 1, progress).front();
  EXPECT_EQ(seven.mean, three.mean);
  EXPECT_EQ(seven.standard_error, three.standard_error);
}

TEST(CrossValidation, OfRowsThatAllFellInOneFoldIsZeroAndChoosesTheLargestLambda) {
  std::vector<CellTable> tables(3, CellTable(Shape{{2}}));
  tables[1].cells[0].add(1, 1);
  tables[1].cells[1].add(2, 1);
  Progress progress;
  const CrossValidation cv = cross_validate(CellFolds(tables, squared_loss()), {2, 1}, {0.0}, 1, progress).front();
  for (const double error : cv.mean) EXPECT_EQ(error, 0);
  EXPECT_EQ(cv.best(), 0U);
}

TEST(CrossValidation, ChoosesTheLargestLambdaAmongEqualErrors) {
  const CrossValidation cv{{8, 4, 2, 1}, {3, 1, 1, 2}, {0.1, 0.1, 0.1, 0.1}, {}, 0};
  EXPECT_EQ(cv.best(), 1U);
}

TEST(CrossValidation, OneStandardErrorIsThatOfTheBestAndReachesUpToItsLimit) {
  const CrossValidation cv{{16, 8, 4, 2, 1}, {3, 1.6, 1.5, 1, 2}, {9, 9, 9, 0.5, 9}, {}, 0};
  EXPECT_EQ(cv.best(), 3U);
  EXPECT_EQ(cv.best_within_one_standard_error(), 2U);
}

TEST(LambdaPath, RunsFromTheLargestToTheSmallestInEqualRatios) {
  const std::vector<double> path = lambda_path(7, 50, 1000);
  ASSERT_EQ(path.size(), 50U);
  EXPECT_EQ(path.front(), 7);
  EXPECT_DOUBLE_EQ(path.back(), 0.007);
  for (std::size_t i = 1; i < path.size(); ++i) EXPECT_NEAR(path[i - 1] / path[i], std::pow(1000, 1.0 / 49), 1e-12);
}

TEST(LambdaPath, HasOneValueWhenNothingIsLeftToChoose) {
  EXPECT_EQ(lambda_path(7, 1, 1000), std::vector<double>{7});
  EXPECT_EQ(lambda_path(0, 50, 1000), std::vector<double>{0});
}

}  // namespace
}  // namespace gaptv::testing
