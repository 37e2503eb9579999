// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/option_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"

namespace gaptv {
namespace {

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(OptionTable, HasEachNameOnceInLowerCase) {
  std::set<std::string_view> names;
  for (const FitOption& option : fit_option_table()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_EQ(option.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_FALSE(option.values.empty()) << option.name;
  }
}

TEST(OptionTable, SetsWhatItGets) {
  for (const FitOption& option : fit_option_table()) {
    for (const Method& method : methods()) {
      const FitOptions resolved = resolve({.method = std::string(method.name)});
      FitOptions again;
      option.set(again, option.get(resolved));
      EXPECT_EQ(option.get(again), option.get(resolved)) << option.name;
      EXPECT_FALSE(option.get(resolved).empty()) << option.name;
    }
  }
}

TEST(OptionTable, RefusesAMisspeltNameWithTheNearestOne) {
  FitOptions options;
  EXPECT_NE(refusal([&] { set_option(options, "fold", "3"); }).find("did you mean `folds`?"), std::string::npos);
  EXPECT_NE(refusal([&] { set_option(options, "bin_max", "3"); }).find("did you mean `bins_max`?"), std::string::npos);
  EXPECT_NE(refusal([&] { set_option(options, "zzzzzz", "3"); }).find("there is no option 'zzzzzz'"),
            std::string::npos);
}

TEST(OptionTable, RefusesTextsThatAnOptionCannotBe) {
  for (const FitOption& option : fit_option_table()) {
    for (const char* wrong : {"", " ", "-1", "nan", "perhaps", "1e999", "3 "}) {
      FitOptions options;
      const std::string message = refusal([&] { set_option(options, option.name, wrong); });
      EXPECT_NE(message, "nothing was refused") << option.name << " '" << wrong << "'";
      EXPECT_NE(message.find(option.name), std::string::npos) << message;
    }
  }
}

TEST(OptionTable, RefusesWhatTheMethodDoesNotLookAt) {
  EXPECT_NE(refusal([] { check({.method = "cart", .lambdas = 7}, 1); }).find("`lambdas` has no meaning"),
            std::string::npos);
  EXPECT_NE(refusal([] { check({.method = "crisp", .shifts = 2}, 1); }).find("`shifts` has no meaning"),
            std::string::npos);
  EXPECT_NE(refusal([] { check({.cp = 0.5}, 1); }).find("`cp` has no meaning"), std::string::npos);
  EXPECT_NE(refusal([] { check({.method = "cart", .folds = 7}, 1); }).find("`prune`"), std::string::npos);
  check({.method = "cart", .folds = 7, .prune = PruneRule::minimum}, 1);
  EXPECT_NE(refusal([] { check({.method = "magic"}, 1); }).find("magic"), std::string::npos);
}

TEST(OptionTable, TheFewestOptionsLeaveOutWhatTheDefaultsSay) {
  EXPECT_TRUE(fewest_options(recorded_options(resolve({}))).empty());
  const OptionTexts plain = fewest_options(recorded_options(resolve({.bins = BinsRule::fixed, .fixed_bins = {7}})));
  EXPECT_EQ(plain, (OptionTexts{{"bins", "7"}}));
  const OptionTexts best = fewest_options(
      recorded_options(resolve({.preset = "best", .lambda = LambdaRule::fixed, .fixed_lambda = 1.0 / 3})));
  EXPECT_EQ(best, (OptionTexts{{"preset", "best"}, {"lambda", "0.3333333333333333"}}));
}

TEST(OptionTable, TheNumberOfThreadsIsNotRecorded) {
  EXPECT_EQ(recorded_options(resolve({.threads = 3})), recorded_options(resolve({})));
}

TEST(OptionTable, ListsTheMethodsThatThereAre) {
  EXPECT_EQ(find_option("method").values, method_names("|"));
}

}  // namespace
}  // namespace gaptv
