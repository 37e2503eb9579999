// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"

namespace gaptv {
namespace {

// A few operations, each correct to half a unit in the last place (1.1e-16).
constexpr double rounding = 1e-15;

// Values on the bins below 0, from 0 to 1, from 1 to 2, ... of every axis.
Model model_of(const std::vector<std::size_t>& bins, const std::vector<double>& beta) {
  Model model;
  model.surfaces.resize(1);
  for (const std::size_t count : bins) {
    Axis axis;
    for (std::size_t edge = 0; edge + 1 < count; ++edge) axis.edges.push_back(static_cast<double>(edge));
    model.surfaces.front().grid.axes.push_back(axis);
  }
  model.surfaces.front().beta = beta;
  model.surfaces.front().cells.assign(beta.size(), {1, 0, 0});
  find_regions(model.surfaces.front(), model.record.loss);
  return model;
}

Dataset rows(std::vector<std::vector<double>> features, std::vector<double> outcome, std::vector<double> weight = {}) {
  Dataset data;
  data.features = std::move(features);
  data.outcome = std::move(outcome);
  data.weight = std::move(weight);
  return data;
}

TEST(Evaluate, AgreesWithNumbersWorkedOutByHand) {
  const Model model = model_of({2}, {1, 5});
  // Predictions 1, 1, 5, 5; errors 1, -2, 0, 4.
  const Evaluation result = evaluate(model, rows({{-1, -1, 1, 2}}, {2, -1, 5, 9}).view());
  EXPECT_EQ(result.rows, 4U);
  EXPECT_EQ(result.max_error, 4);
  EXPECT_EQ(result.mae, 7.0 / 4);
  EXPECT_EQ(result.deviance, 21);
  EXPECT_NEAR(result.rmse, std::sqrt(21.0 / 4), rounding * 3);
  EXPECT_EQ(result.plateaus, 2U);
  EXPECT_FALSE(result.is_counted_on_grid);  // x = -1 occurs twice
  EXPECT_EQ(result.aic, 21 + 2 * 2);
}

TEST(Evaluate, APerfectModelHasNoError) {
  const Evaluation result = evaluate(model_of({2}, {1, 5}), rows({{-1, 1}}, {1, 5}).view());
  EXPECT_EQ(result.rmse, 0);
  EXPECT_EQ(result.mae, 0);
  EXPECT_EQ(result.max_error, 0);
  EXPECT_EQ(result.deviance, 0);
}

TEST(Evaluate, AWeightMeansCopiesOfTheRow) {
  const Model model = model_of({2, 2}, {1, 2, 3, 4});
  const Evaluation weighted = evaluate(model, rows({{-1, 1, 1}, {1, -1, -1}}, {0, 5, 3.5}, {3, 1, 2}).view());
  const Evaluation repeated =
      evaluate(model, rows({{-1, -1, -1, 1, 1, 1}, {1, 1, 1, -1, -1, -1}}, {0, 0, 0, 5, 3.5, 3.5}).view());
  EXPECT_EQ(weighted.rows, 3U);
  EXPECT_EQ(weighted.rmse, repeated.rmse);
  EXPECT_EQ(weighted.mae, repeated.mae);
  EXPECT_EQ(weighted.max_error, repeated.max_error);
  EXPECT_EQ(weighted.deviance, repeated.deviance);
  EXPECT_EQ(weighted.aic, repeated.aic);
}

// The points (i, j) + shift for i < n, j < m, in an order that is not sorted.
Dataset grid_points(std::size_t n, std::size_t m, double shift) {
  Dataset data = rows({{}, {}}, {});
  for (std::size_t point = 0; point < n * m; ++point) {
    const std::size_t shuffled = (point * 7 + 3) % (n * m);  // 7 has no common factor with the sizes used here
    data.features[0].push_back(static_cast<double>(shuffled / m) + shift);
    data.features[1].push_back(static_cast<double>(shuffled % m) + shift);
    data.outcome.push_back(0);
  }
  return data;
}

TEST(Evaluate, PlateausAreCountedOnTheGridThatTheRowsFill) {
  // Cells outside the evaluation grid (below 0) do not count; the two cells of value 2 do not touch.
  const Model model = model_of({3, 3}, {9, 8, 7,  //
                                        6, 1, 2,  //
                                        5, 2, 1});
  EXPECT_EQ(model.surfaces.front().regions.size(), 9U);
  const Evaluation result = evaluate(model, grid_points(2, 4, 0.5).view());
  EXPECT_TRUE(result.is_counted_on_grid);
  EXPECT_EQ(result.plateaus, 4U);
  EXPECT_EQ(result.aic, result.deviance + 8);
}

TEST(Evaluate, AGridWithAMissingADoubledOrAMovedPointIsNone) {
  const Model model = model_of({2, 2}, {1, 2, 3, 4});
  const Dataset whole = grid_points(4, 5, -2.5);
  EXPECT_TRUE(evaluate(model, whole.view()).is_counted_on_grid);

  Dataset missing = whole;
  for (std::vector<double>& feature : missing.features) feature.pop_back();
  missing.outcome.pop_back();
  EXPECT_FALSE(evaluate(model, missing.view()).is_counted_on_grid);

  Dataset doubled = whole;  // as many rows as grid points, but one twice and another never
  for (std::vector<double>& feature : doubled.features) feature[0] = feature[1];
  EXPECT_FALSE(evaluate(model, doubled.view()).is_counted_on_grid);
  EXPECT_EQ(evaluate(model, doubled.view()).plateaus, model.surfaces.front().regions.size());

  Dataset moved = whole;
  moved.features[0][0] += 0.25;
  EXPECT_FALSE(evaluate(model, moved.view()).is_counted_on_grid);
}

TEST(Evaluate, GridsOfOneAndThreeFeaturesCount) {
  const Evaluation line = evaluate(model_of({3}, {1, 2, 1}), rows({{2, -1, 0.5, 0.25}}, {0, 0, 0, 0}).view());
  EXPECT_TRUE(line.is_counted_on_grid);
  EXPECT_EQ(line.plateaus, 3U);
  const Evaluation cube =
      evaluate(model_of({2, 2, 2}, {1, 2, 1, 2, 1, 2, 1, 2}),
               rows({{-1, -1, -1, -1, 1, 1, 1, 1}, {-1, -1, 1, 1, -1, -1, 1, 1}, {-1, 1, -1, 1, -1, 1, -1, 1}},
                    std::vector<double>(8, 0.0))
                   .view());
  EXPECT_TRUE(cube.is_counted_on_grid);
  EXPECT_EQ(cube.plateaus, 2U);
}

TEST(Evaluate, ValuesWithinATenThousandthOfTheFirstCellAreOnePlateau) {
  const Dataset line = rows({{-0.5, 0.5, 1.5, 2.5}}, {0, 0, 0, 0});
  EXPECT_EQ(evaluate(model_of({4}, {0, 0.9e-4, -0.9e-4, 0}), line.view()).plateaus, 1U);
  EXPECT_EQ(evaluate(model_of({4}, {0, 1.1e-4, 0, 0}), line.view()).plateaus, 3U);
  // Compared with the first cell, not with the neighbour: a slope does not pass for a plateau.
  EXPECT_EQ(evaluate(model_of({4}, {0, 0.9e-4, 1.8e-4, 2.7e-4}), line.view()).plateaus, 2U);
}

TEST(Evaluate, TinyAndHugeOutcomesKeepTheirErrors) {
  for (const double size : {1e-320, 1e-200, 1e-160, 1.0, 1e100, 1e150, 1e300}) {
    const Model model = model_of({2}, {0, 0});
    const Evaluation result = evaluate(model, rows({{-1, -1, 1, 1}}, {3 * size, -4 * size, 0, 0}).view());
    EXPECT_NEAR(result.max_error / (4 * size), 1, rounding);
    EXPECT_NEAR(result.mae / (1.75 * size), 1, size < 1e-300 ? 1e-3 : rounding);  // subnormals have few digits
    EXPECT_NEAR(result.rmse / (2.5 * size), 1, size < 1e-300 ? 1e-3 : rounding);
  }
  // The sum of squares has the best value that a double can have.
  const Model model = model_of({1}, {0});
  EXPECT_NEAR(evaluate(model, rows({{1, 1}}, {1e150, 1e150}).view()).deviance / 2e300, 1, rounding);
  EXPECT_EQ(evaluate(model, rows({{1, 1}}, {1e200, 1e200}).view()).deviance, std::numeric_limits<double>::infinity());
  EXPECT_EQ(evaluate(model, rows({{1, 1}}, {1e-200, 1e-200}).view()).deviance, 0);
}

TEST(Evaluate, AnOffsetCostsNothing) {
  const double offset = 1e15;
  const Evaluation result = evaluate(model_of({1}, {offset}), rows({{1, 1}}, {offset + 1, offset - 3}).view());
  EXPECT_EQ(result.deviance, 10);
  EXPECT_EQ(result.mae, 2);
}

TEST(Evaluate, AgreesWithAPlainSumOnRandomRows) {
  Random random(8);
  const Model model = model_of({2, 2}, {1, 2, 3, 4});
  Dataset data = rows({{}, {}}, {}, {});
  double weights = 0;
  double squares = 0;
  double absolute = 0;
  for (int row = 0; row < 1000; ++row) {
    const double x[] = {random.normal(), random.normal()};
    data.features[0].push_back(x[0]);
    data.features[1].push_back(x[1]);
    data.outcome.push_back(random.normal());
    data.weight.push_back(random.uniform() + 0.1);
    const double error = data.outcome.back() - model.surfaces.front().beta[model.surfaces.front().cell_of(x)];
    weights += data.weight.back();
    squares += data.weight.back() * error * error;
    absolute += data.weight.back() * std::abs(error);
  }
  constexpr double rounding_of_1000_terms = 1e-12;
  const Evaluation result = evaluate(model, data.view());
  EXPECT_NEAR(result.rmse, std::sqrt(squares / weights), rounding_of_1000_terms);
  EXPECT_NEAR(result.mae, absolute / weights, rounding_of_1000_terms);
  EXPECT_NEAR(result.deviance / squares, 1, rounding_of_1000_terms);
}

TEST(Evaluate, RowsThatDoNotFitAreRefused) {
  const Model model = model_of({2, 2}, {1, 2, 3, 4});
  EXPECT_THROW(evaluate(model, rows({{1}}, {1}).view()), InvalidInput);             // a feature too few
  EXPECT_THROW(evaluate(model, rows({{1}, {2}}, {}).view()), InvalidInput);         // no outcome
  EXPECT_THROW(evaluate(model, rows({{}, {}}, {}).view()), InvalidInput);           // no rows
  EXPECT_THROW(evaluate(model, rows({{1, 2}, {2}}, {1, 2}).view()), InvalidInput);  // unequal lengths
  EXPECT_THROW(evaluate(model, rows({{1}, {2}}, {std::nan("")}).view()), InvalidInput);
  EXPECT_THROW(evaluate(model_of({1}, {-1.7e308}), rows({{1}}, {1.7e308}).view()), InvalidInput);
}

}  // namespace
}  // namespace gaptv
