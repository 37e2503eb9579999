// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

using Compare = CliTest;

constexpr const char* columns = " --x x1,x2 --y y --methods gaptv,cart,cart-cv --folds 3 --bins-max 10 --lambdas 10 ";

TEST_F(Compare, PrintsALineForEachMethodAndTheBestOfThem) {
  must("simulate plateaus -n 300 --seed 1 -o points.csv");
  const Outcome run = must(std::string("compare points.csv") + columns);
  for (const char* part : {"RMSE", "max error", "regions", "AIC", "seconds", "  gaptv\n", "  cart\n", "  cart-cv\n",
                           "Smallest RMSE: ", "smallest AIC"}) {
    EXPECT_TRUE(contains(run.out, part)) << part << "\n" << run.out;
  }
  EXPECT_EQ(run.err, "");
}

TEST_F(Compare, JsonHoldsEveryFoldAndAgreesWithItsMeans) {
  must("simulate plateaus -n 300 --seed 1 -o points.csv");
  const nlohmann::json result = must(std::string("compare points.csv --json") + columns).json();
  EXPECT_EQ(result["rows"], 300);
  EXPECT_EQ(result["folds"], 3);
  ASSERT_EQ(result["methods"].size(), 3U);
  for (const nlohmann::json& method : result["methods"]) {
    for (const char* key : {"rmse", "mae", "max_error", "deviance", "plateaus", "lambda", "seconds"}) {
      ASSERT_EQ(method["folds"].size(), 3U);
      double sum = 0;
      for (const nlohmann::json& fold : method["folds"]) sum += fold[key].get<double>();
      EXPECT_NEAR(method[key]["mean"].get<double>(), sum / 3, 1e-9 * (1 + sum)) << key;
    }
    EXPECT_GT(method["aic"].get<double>(), 0);
  }
}

TEST_F(Compare, ClassesHaveMeasuresOfTheirOwn) {
  write("points.csv", [] {
    std::string text = "x,y\n";
    for (int i = 0; i < 120; ++i) text += std::to_string(i) + (i * 7919 % 120 < i ? ",yes\n" : ",no\n");
    return text;
  }());
  const Outcome run = must("compare points.csv --x x --y y --methods gaptv,cart --folds 3");
  for (const char* part : {"deviance", "accuracy", "Brier"}) EXPECT_TRUE(contains(run.out, part)) << run.out;
  const nlohmann::json result = must("compare points.csv --x x --y y --methods gaptv --folds 3 --json").json();
  EXPECT_EQ(result["loss"], "binomial");
  EXPECT_TRUE(result["methods"][0].contains("auc"));
}

TEST_F(Compare, WrongUsageIsToldBeforeTheDataAreRead) {
  const auto expect_usage = [this](const std::string& arguments, const std::string& message) {
    const Outcome run = gaptv(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_TRUE(contains(run.err, message)) << run.err;
  };
  expect_usage("compare absent.csv --x a --y b --methods forest", "there is no method 'forest'");
  expect_usage("compare absent.csv --x a --y b --methods cart,cart", "--methods names 'cart' twice");
  expect_usage("compare absent.csv --x a --y a", "both a feature (--x) and the outcome");
  expect_usage("compare absent.csv --x a", "--y");
}

TEST_F(Compare, TooFewRowsAreRefusedWithTheFile) {
  write("few.csv", "x,y\n1,2\n2,3\n3,1\n");
  const Outcome run = gaptv("compare few.csv --x x --y y");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "few.csv: 3 rows are fewer than the 10 folds")) << run.err;
}

}  // namespace
}  // namespace gaptv::testing
