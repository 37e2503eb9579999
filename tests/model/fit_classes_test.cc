// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/classes.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "tests/model/labelled_rows.h"

namespace gaptv::testing {
namespace {

using Texts = std::vector<std::string>;

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refusal(const Dataset& data, const FitOptions& options, const Texts& parts) {
  const std::string message = refusal([&] { fit(data, options); });
  for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << part << " in: " << message;
}

// Labels "0", "1", ... in turn.
Dataset rows_of_labels(std::size_t rows, std::size_t labels) {
  Dataset data = labelled_rows(rows, 1);
  data.classes.clear();
  for (std::size_t k = 0; k < labels; ++k) data.classes.push_back(std::to_string(k));
  for (std::size_t row = 0; row < rows; ++row) data.outcome[row] = static_cast<double>(row % labels);
  return data;
}

TEST(FitClasses, EachModelIsTheFitOfThatClassAgainstTheRest) {
  const Dataset data = labelled_rows(400, 1);
  const Model model = fit(data, few_candidates());
  ASSERT_EQ(model.record.classes, data.classes);
  ASSERT_EQ(model.surfaces.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    Dataset against_rest = data;
    against_rest.classes.clear();
    for (double& y : against_rest.outcome) y = y == static_cast<double>(k) ? 1 : 0;
    FitOptions options = few_candidates();
    options.loss = "binomial";
    Model alone = fit(against_rest, options);
    Model part = alone;
    part.surfaces = {model.surfaces[k]};
    part.surfaces.front().label.clear();
    EXPECT_EQ(model_to_json(part), model_to_json(alone));
  }
}

// Mean deviance of fresh rows from the probabilities of all classes.
double deviance_of_fresh_rows(const Model& model, const Dataset& fresh) {
  const std::vector<std::vector<double>> probability = predict_by_surface(model, fresh.view());
  double sum = 0;
  for (std::size_t row = 0; row < fresh.outcome.size(); ++row) {
    sum -= 2 * std::log(probability[static_cast<std::size_t>(fresh.outcome[row])][row]);
  }
  return sum / static_cast<double>(fresh.outcome.size());
}

// What is reported is near the error on rows that no model has seen, on average over simulations.
TEST(FitClasses, TheErrorOfAllClassesOnHeldOutRowsIsThatOfFreshRows) {
  const Dataset fresh = labelled_rows(5000, 99);
  for (const char* kind : {"recipe", "nested"}) {
    for (const char* preset : {"paper", "best"}) {
      double reported = 0;
      double of_fresh_rows = 0;
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        FitOptions options = few_candidates();
        set_option(options, "held_out", kind);
        set_option(options, "preset", preset);
        const Model model = fit(labelled_rows(400, seed), options);
        const HeldOut& held_out = model.record.held_out.value();
        EXPECT_EQ(held_out.kind, kind);
        EXPECT_EQ(held_out.folds, 5U);
        EXPECT_LT(held_out.error, held_out.error_of_one);
        reported += held_out.error;
        of_fresh_rows += deviance_of_fresh_rows(model, fresh);
      }
      constexpr double tolerance = 0.05;  // the reported errors of six samples vary by 5 % each
      EXPECT_NEAR(reported / of_fresh_rows, 1, tolerance) << kind << " " << preset;
    }
  }
  FitOptions unmeasured = few_candidates();
  unmeasured.held_out = HeldOutRule::off;
  EXPECT_FALSE(fit(labelled_rows(200, 1), unmeasured).record.held_out.has_value());
}

// Predictions of a fold cannot know what is in it: with labels at random nothing is explained.
TEST(FitClasses, NothingIsExplainedOfLabelsAtRandom) {
  const Model model = fit(rows_of_labels(600, 3), few_candidates());
  const HeldOut& held_out = model.record.held_out.value();
  EXPECT_GT(held_out.error, 0.99 * held_out.error_of_one);
  const Model again = model_from_json(model_to_json(model), "memory");
  EXPECT_EQ(again.record.held_out->error, held_out.error);
}

TEST(FitClasses, EveryFitIsCertified) {
  const Model model = fit(labelled_rows(400, 2), few_candidates());
  double objective = 0;
  for (const Surface& one : model.surfaces) {
    EXPECT_LE(one.record.certificate.relative_gap, accepted_relative_gap);
    EXPECT_LE(one.record.cv.worst_relative_gap, accepted_relative_gap);
    EXPECT_LE(one.record.certificate.relative_gap, joint_certificate(model).relative_gap);
    objective += one.record.certificate.objective;
  }
  EXPECT_LE(joint_certificate(model).relative_gap, accepted_relative_gap);
  EXPECT_EQ(joint_certificate(model).objective, objective);
}

TEST(FitClasses, IsChosenForThreeLabelsOrMoreAlone) {
  const Dataset three = labelled_rows(100, 3);
  EXPECT_TRUE(fit(three, few_candidates()).has_classes());
  const Dataset two = rows_of_labels(100, 2);
  EXPECT_FALSE(fit(two, few_candidates()).has_classes());
  Dataset numbers = three;
  numbers.classes.clear();
  EXPECT_EQ(fit(numbers.view(), few_candidates()).record.loss, "gaussian");
}

TEST(FitClasses, SaysWhatItDidAndWhatHoldsForEveryClassOnce) {
  Dataset data = labelled_rows(200, 4);
  data.features[1].assign(200, 5.0);
  data.classes.emplace_back("quince");  // of no row
  const Model model = fit(data, few_candidates());
  ASSERT_EQ(model.record.notes.size(), 3U);
  EXPECT_NE(model.record.notes[0].find("'fruit' has 4 labels"), std::string::npos) << model.record.notes[0];
  EXPECT_EQ(model.record.notes[1], "feature 'x2' is constant: it has one bin and no influence");
  EXPECT_EQ(model.record.notes[2], "class 'quince': every cell has the same mean outcome: the fit is one region");
}

TEST(FitClasses, OutcomesThatAreNoClassesAreRefusedWithARemedy) {
  const FitOptions options = few_candidates();
  FitOptions one_against_rest = options;
  one_against_rest.loss = one_vs_rest;
  expect_refusal(rows_of_labels(50, 2), one_against_rest, {"'fruit' has 2 labels", "three or more", "`loss=binomial`"});
  expect_refusal(rows_of_labels(50, 1), options, {"has 1 label;", "another column"});
  expect_refusal(rows_of_labels(50, 26), options, {"26 labels in 50 rows", "identifier", "another column"});
  expect_refusal(rows_of_labels(500, 101), options, {"101 labels", "100", "identifier"});
  Dataset twice = labelled_rows(50, 5);
  twice.classes = {"a", "b", "a"};
  expect_refusal(twice, options, {"the same label twice"});
  Dataset nameless = labelled_rows(50, 5);
  nameless.classes.clear();
  expect_refusal(nameless, one_against_rest, {"has no labels"});
  Dataset wrong = labelled_rows(50, 5);
  wrong.outcome[6] = 3;
  expect_refusal(wrong, options, {"'fruit', `row=6`", "3 is none of the 3 classes 'apple', 'fig', 'pear'"});
  wrong.outcome[6] = 0.5;
  expect_refusal(wrong, options, {"`row=6`", "0.5 is none"});
  FitOptions binomial = options;
  binomial.loss = "binomial";
  expect_refusal(labelled_rows(50, 5), binomial, {"binomial", "use one-vs-rest"});
  Dataset exposed = labelled_rows(50, 5);
  exposed.exposure.assign(50, 2.0);
  expect_refusal(exposed, options, {"exposure goes with counts"});
}

TEST(FitClasses, AsManyLabelsAsAreAllowedAreFitted) {
  FitOptions options = few_candidates();
  options.lambda = LambdaRule::bic;
  options.bins_max = 3;
  EXPECT_EQ(fit(rows_of_labels(200, 100), options).surfaces.size(), 100U);
  // Weights that are shares of 1 are no sign of an identifier.
  Dataset shares = labelled_rows(50, 6);
  shares.weight.assign(50, 0.02);
  EXPECT_EQ(fit(shares, options).surfaces.size(), 3U);
}

TEST(PredictClasses, ProbabilitiesAreTheModelsDividedByTheirSum) {
  const Dataset data = labelled_rows(300, 8);
  const Model model = fit(data, few_candidates());
  const auto response = predict_by_surface(model, data.view());
  const auto link = predict_by_surface(model, data.view(), PredictionType::link);
  const auto plateau = predict_by_surface(model, data.view(), PredictionType::region);
  constexpr double rounding = 1e-14;  // of three terms, and of a logarithm
  for (std::size_t row = 0; row < data.rows(); ++row) {
    double sum_of_models = 0;
    double sum = 0;
    const double x[] = {data.features[0][row], data.features[1][row]};
    for (const Surface& one : model.surfaces) sum_of_models += fitted_values(one)[one.cell_of(x)];
    for (std::size_t k = 0; k < 3; ++k) {
      const Surface& one = model.surfaces[k];
      const double p = response[k][row];
      sum += p;
      EXPECT_GT(p, 0);
      EXPECT_LT(p, 1);
      EXPECT_NEAR(p, fitted_values(one)[one.cell_of(x)] / sum_of_models, rounding);
      EXPECT_NEAR(link[k][row], std::log(p / (1 - p)), rounding * 100);
      EXPECT_EQ(plateau[k][row], static_cast<double>(one.region_of_cell[one.cell_of(x)]));
    }
    EXPECT_NEAR(sum, 1, rounding);
  }
}

TEST(PredictClasses, ProbabilitiesStayInsideZeroAndOneWhereAllRowsAreOfOneClass) {
  Dataset data = labelled_rows(300, 9);
  for (std::size_t row = 0; row < data.rows(); ++row) data.outcome[row] = data.features[0][row] < 2 ? 1 : 2;
  for (const double lambda : {0.0, 1e-9, 1.0, 1e9}) {
    FitOptions options = few_candidates();
    options.lambda = LambdaRule::fixed;
    options.fixed_lambda = lambda;
    const Model model = fit(data, options);
    for (const auto& column : predict_by_surface(model, data.view())) {
      for (const double p : column) {
        EXPECT_GT(p, 0);
        EXPECT_LT(p, 1);
      }
    }
    EXPECT_TRUE(std::isfinite(model.record.train_deviance));
  }
}

TEST(PredictClasses, OfEquallyProbableClassesTheFirstIsPredicted) {
  EXPECT_EQ(most_probable_class({{0.2, 0.4, 0.4}, {0.5, 0.4, 0.2}, {0.3, 0.2, 0.4}}),
            (std::vector<std::size_t>{1, 0, 0}));
}

TEST(ClassOfRows, FindsLabelsByTheirNames) {
  Dataset data = labelled_rows(4, 10);
  data.classes = {"pear", "apple"};  // fig is missing, the order another one
  data.outcome = {0, 1, 1, 0};
  EXPECT_EQ(class_of_rows({"apple", "fig", "pear"}, data.view()), (std::vector<std::size_t>{2, 0, 0, 2}));
  data.classes = {"pear", "plum"};
  EXPECT_NE(refusal([&] {
              class_of_rows({"apple", "fig", "pear"}, data.view());
            }).find("`row=1`: 'plum' is none of"),
            std::string::npos);
  data.classes.clear();
  EXPECT_EQ(class_of_rows({"apple", "fig", "pear"}, data.view()), (std::vector<std::size_t>{0, 1, 1, 0}));
}

}  // namespace
}  // namespace gaptv::testing
