// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Measures of models of several classes.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/evaluate/evaluate.h"
#include "gaptv/loss/cell_loss.h"
#include "tests/model/labelled_rows.h"

namespace gaptv::testing {
namespace {

constexpr double class_rounding = 1e-13;  // of a few logarithms and exponentials

// Two cells, below and above 0, with these probabilities of the classes a, b and c.
Model model_of(const std::vector<std::vector<double>>& probability) {
  Model model;
  model.record.classes = {"a", "b", "c"};
  for (std::size_t k = 0; k < 3; ++k) {
    Model one;
    one.surfaces.resize(1);
    one.surfaces.front().grid.axes = {{"x", {0.0}, 2, -1, 1}};
    one.record.loss = "binomial";
    one.surfaces.front().beta = probability[k];
    binomial_loss().to_link(one.surfaces.front().beta);
    one.surfaces.front().cells.assign(2, {1, 0.5, 0});
    find_regions(one.surfaces.front(), one.record.loss);
    model.surfaces.push_back(one.surfaces.front());
  }
  return model;
}

Dataset rows(std::vector<double> x, std::vector<double> outcome, std::vector<double> weight = {}) {
  Dataset data;
  data.outcome_name = "kind";
  data.features = {std::move(x)};
  data.outcome = std::move(outcome);
  data.weight = std::move(weight);
  return data;
}

TEST(EvaluateClasses, AgreesWithNumbersWorkedOutByHand) {
  // The models add up to 1 below 0, and to 0.8 above it: 0.1, 0.1, 0.6 become 1/8, 1/8, 6/8.
  const Model model = model_of({{0.5, 0.1}, {0.3, 0.1}, {0.2, 0.6}});
  const Evaluation result = evaluate(model, rows({-1, -1, 1, 1}, {0, 1, 2, 0}).view());
  const double brier =
      ((0.25 + 0.09 + 0.04) + (0.25 + 0.49 + 0.04) + (2.0 / 64 + 4.0 / 64) + (49.0 / 64 + 1.0 / 64 + 36.0 / 64)) / 4;
  const double log_loss = -(std::log(0.5) + std::log(0.3) + std::log(0.75) + std::log(0.125)) / 4;
  ASSERT_TRUE(result.classification.has_value());
  EXPECT_EQ(result.rows, 4U);
  EXPECT_EQ(result.classification->accuracy, 0.5);
  EXPECT_NEAR(result.classification->brier, brier, class_rounding);
  EXPECT_NEAR(result.classification->log_loss, log_loss, class_rounding);
  EXPECT_NEAR(result.deviance, 8 * log_loss, class_rounding * 8);
  EXPECT_NEAR(result.rmse, std::sqrt(brier / 3), class_rounding);
  EXPECT_NEAR(result.mae, (1.0 + 1.4 + 0.5 + 1.75) / 12, class_rounding);
  EXPECT_NEAR(result.max_error, 0.875, class_rounding);
  EXPECT_EQ(result.plateaus, 6U);
  EXPECT_FALSE(result.is_counted_on_grid);
  EXPECT_NEAR(result.aic, result.deviance + 12, class_rounding * 8);
  // Of a: pairs (row 1, row 2) tied, (1, 3) right, (4, 2) wrong, (4, 3) tied. Of b: row 2 against 1 tied, 3 and 4
  // right. Of c: row 3 against 1 and 2 right, against 4 tied.
  EXPECT_NEAR(result.classification->auc, (2.0 / 4 + 2.5 / 3 + 2.5 / 3) / 3, class_rounding);
}

TEST(EvaluateClasses, AWeightMeansCopiesOfTheRow) {
  const Model model = model_of({{0.5, 0.1}, {0.3, 0.1}, {0.2, 0.6}});
  const Evaluation weighted = evaluate(model, rows({-1, -1, 1}, {0, 1, 2}, {3, 1, 2}).view());
  const Evaluation repeated = evaluate(model, rows({-1, -1, -1, -1, 1, 1}, {0, 0, 0, 1, 2, 2}).view());
  EXPECT_NEAR(weighted.classification->brier, repeated.classification->brier, class_rounding);
  EXPECT_NEAR(weighted.classification->log_loss, repeated.classification->log_loss, class_rounding);
  EXPECT_NEAR(weighted.classification->accuracy, repeated.classification->accuracy, class_rounding);
  EXPECT_NEAR(weighted.classification->auc, repeated.classification->auc, class_rounding);
  EXPECT_NEAR(weighted.deviance, repeated.deviance, class_rounding * 10);
}

TEST(EvaluateClasses, ClassesOfNoRowAreLeftOutOfTheAreaUnderTheCurve) {
  const Model model = model_of({{0.5, 0.1}, {0.3, 0.1}, {0.2, 0.6}});
  // c is missing: a is right in its only pair, and so is b seen from the other side.
  const Evaluation two = evaluate(model, rows({-1, 1}, {0, 1}).view());
  EXPECT_NEAR(two.classification->auc, (1.0 + 0.0) / 2, class_rounding);
  EXPECT_TRUE(std::isnan(evaluate(model, rows({-1, 1}, {0, 0}).view()).classification->auc));
}

TEST(EvaluateClasses, LabelsAreFoundByTheirNamesAndOthersRefused) {
  const Model model = model_of({{0.5, 0.1}, {0.3, 0.1}, {0.2, 0.6}});
  Dataset data = rows({-1, 1, 1}, {1, 0, 0});
  data.classes = {"c", "a"};
  EXPECT_EQ(evaluate(model, data.view()).classification->accuracy, 1);
  data.classes = {"d", "a"};
  try {
    evaluate(model, data.view());
    ADD_FAILURE() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("outcome 'kind', `row=1`: 'd' is none of the 3 classes"),
              std::string::npos);
  }
}

TEST(EvaluateClasses, ExposuresAreRefused) {
  Dataset data = rows({-1, 1}, {0, 1});
  data.exposure = {1, 2};
  EXPECT_THROW(evaluate(model_of({{0.5, 0.1}, {0.3, 0.1}, {0.2, 0.6}}), data.view()), InvalidInput);
}

TEST(EvaluateClasses, OnTheTrainingRowsIsWhatTheModelRecords) {
  const Dataset data = labelled_rows(300, 4);
  const Model model = fit(data, few_candidates());
  const Evaluation result = evaluate(model, data.view());
  EXPECT_EQ(result.rmse, model.record.train_rmse);
  EXPECT_EQ(result.deviance, model.record.train_deviance);
  EXPECT_GT(result.classification->accuracy, 0.6);
}

}  // namespace
}  // namespace gaptv::testing
