// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/method.h"

#include <gtest/gtest.h>

#include <set>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

TEST(Method, EveryNameIsFoundAndOccursOnce) {
  std::set<std::string_view> names;
  for (const Method& method : methods()) {
    EXPECT_EQ(&find_method(method.name), &method);
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_FALSE(method.description.empty());
  }
  EXPECT_EQ(methods().front().name, FitOptions().method);
}

TEST(Method, AnUnknownNameIsRefusedWithTheKnownOnes) {
  try {
    find_method("forest");
    FAIL() << "'forest' was accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("'forest'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(method_names(", ")), std::string::npos) << error.what();
  }
}

TEST(Method, TheModelNamesItsMethod) {
  const Dataset data{
      .feature_names = {"x"},
      .outcome_name = "y",
      .features = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}},
      .outcome = {0, 1, 0, 2, 1, 0, 1, 2, 1, 0, 2, 1, 9, 8, 9, 7, 8, 9, 9, 8, 7, 9, 8, 9}};
  for (const Method& method : methods()) {
    FitOptions options;
    options.method = method.name;
    const Model model = fit(data.view(), options);
    EXPECT_EQ(model.record.method, method.name);
  }
}

}  // namespace
}  // namespace gaptv
