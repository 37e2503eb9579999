// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// What losses tell people, whichever family they belong to.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/loss/one_vs_rest.h"

namespace gaptv::testing {
namespace {

std::string described(const std::string& name, std::optional<double> parameter = {}) {
  return loss_named(name, parameter)->describe({"y", "days", "yes"});
}

TEST(LossAnswers, EveryNameFindsItsLossAndEveryOtherNameIsKept) {
  for (const CellLoss* loss : all_cell_losses()) EXPECT_EQ(loss_named(loss->name()).get(), loss);
  EXPECT_EQ(loss_named("huber", 2.5)->name(), "huber");
  EXPECT_EQ(loss_named("huber", 2.5)->parameter(), 2.5);
  EXPECT_EQ(loss_named("quantile", 0.9)->parameter(), 0.9);
  EXPECT_EQ(loss_named(one_vs_rest).get(), &one_vs_rest_loss());
  EXPECT_EQ(loss_named("custom:log-cosh")->name(), "custom:log-cosh");
  EXPECT_FALSE(loss_named("custom:log-cosh")->parameter().has_value());
}

TEST(LossAnswers, OutcomesAreDescribedAsWhatIsPredicted) {
  EXPECT_EQ(described("gaussian"), "y");
  EXPECT_EQ(described("binomial"), "Probability of y = yes");
  EXPECT_EQ(described("poisson"), "Rate of y per unit of days");
  EXPECT_EQ(poisson_loss().describe({"y", "", ""}), "Rate of y");
  EXPECT_EQ(described("huber", 1.0), "y");
  EXPECT_EQ(described("quantile", 0.5), "Median of y");
  EXPECT_EQ(described("quantile", 0.9), "Quantile 0.9 of y");
  EXPECT_EQ(described("custom:own"), "y");
}

TEST(LossAnswers, OnlySquaresAreToldByTheirRoot) {
  EXPECT_STREQ(loss_named("gaussian")->error().key, "rmse");
  EXPECT_EQ(loss_named("gaussian")->error().of_mean_deviance(9), 3);
  EXPECT_EQ(loss_named("gaussian")->error().choose(1, 2), 1);
  for (const char* name : {"binomial", "poisson", "huber", "quantile", "one-vs-rest", "custom:own"}) {
    EXPECT_STREQ(loss_named(name)->error().key, "deviance_per_observation") << name;
    EXPECT_EQ(loss_named(name)->error().of_mean_deviance(9), 9) << name;
    EXPECT_EQ(loss_named(name)->error().choose(1, 2), 2) << name;
  }
}

TEST(LossAnswers, TheStandardErrorOfARootIsThatOfItsSlope) {
  const ErrorMeasure& measure = root_mean_squared_error;
  const double step = 1e-6;
  const double slope = (measure.of_mean_deviance(4 + step) - measure.of_mean_deviance(4 - step)) / (2 * step);
  EXPECT_NEAR(measure.standard_error(4, 0.5), 0.5 * slope, 1e-9);
  EXPECT_EQ(measure.standard_error(0, 0.5), 0);
  EXPECT_EQ(deviance_per_observation.standard_error(4, 0.5), 0.5);
}

TEST(LossAnswers, TreesAreThereForSquaresAndClasses) {
  EXPECT_EQ(loss_named("gaussian")->trees(), TreeRule::squared_errors);
  EXPECT_EQ(loss_named("binomial")->trees(), TreeRule::wrong_classes);
  EXPECT_EQ(loss_named("one-vs-rest")->trees(), TreeRule::wrong_classes);
  for (const char* name : {"poisson", "huber", "quantile", "custom:own"}) {
    EXPECT_EQ(loss_named(name)->trees(), TreeRule::none) << name;
  }
  EXPECT_EQ(names_of_losses_with_trees(), "gaussian, binomial or one-vs-rest");
}

TEST(LossAnswers, MeansOfFewOrEqualOutcomesAreNotCalledCertain) {
  EXPECT_FALSE(squared_loss().mean_error(1, 5, 0).standard_error.has_value());
  EXPECT_NEAR(*squared_loss().mean_error(4, 5, 12).spread, 2, 1e-15);
  EXPECT_NEAR(*squared_loss().mean_error(4, 5, 12).standard_error, 1, 1e-15);
  EXPECT_GT(binomial_loss().mean_error(50, 0, 0).standard_error.value(), 0.02);
  EXPECT_NEAR(poisson_loss().mean_error(10, 0, 0).standard_error.value(), 0.1, 1e-15);
  for (const CellLoss* loss : all_cell_losses()) EXPECT_FALSE(loss->mean_error(0, 0, 0).standard_error) << loss->name();
}

TEST(LossAnswers, ChoicesOfOptionsNameEveryLoss) {
  const std::string choice = "|" + choice_of_losses_to_fit() + "|";
  for (const CellLoss* loss : all_cell_losses()) {
    EXPECT_NE(choice.find("|" + std::string(loss->name()) + "|"), std::string::npos) << choice;
    EXPECT_NE(names_of_losses().find(loss->name()), std::string::npos);
  }
  for (const char* name : {"auto", "one-vs-rest", "huber", "huber=DELTA", "quantile", "quantile=TAU"}) {
    EXPECT_NE(choice.find("|" + std::string(name) + "|"), std::string::npos) << name;
  }
  EXPECT_EQ(choice_of_losses().find("auto"), std::string::npos);
}

TEST(LossAnswers, AParameterFromTheNoiseIsToldWhereTheUserGaveNone) {
  EXPECT_EQ(describe_parameter_from_noise({"huber"}, 2.5),
            "loss huber: delta 2.5, 1.345 times the noise within cells (`loss=huber=DELTA` sets it)");
  EXPECT_EQ(describe_parameter_from_noise({"huber", 2.5}, 2.5), "");
  EXPECT_EQ(describe_parameter_from_noise({"quantile"}, 0.5), "");
}

}  // namespace
}  // namespace gaptv::testing
