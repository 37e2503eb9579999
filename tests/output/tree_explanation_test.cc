// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <string>

#include "gaptv/baselines/cart/fit_cart.h"
#include "gaptv/output/explanation.h"
#include "tests/baselines/cart_data.h"

namespace gaptv::testing {
namespace {

TEST(TreeExplanation, OfABestFirstTreeSpeaksOfNoPrice) {
  const Dataset data = steps_and_noise(200, 2, 3);
  FitOptions options = {.loss = "gaussian"};
  options.regions = {.rule = RegionsRule::at_most, .at_most = 4};
  const Model model = fit_cart(data.view(), options);
  std::string text;
  for (const Explanation& explanation : explain_choices(model, model.surfaces.front())) {
    for (const std::string& sentence : explanation.sentences) text += sentence + "\n";
  }
  EXPECT_NE(text.find("up to the number of leaves asked for"), std::string::npos) << text;
  EXPECT_EQ(text.find("Larger values give fewer leaves"), std::string::npos) << text;
}

}  // namespace
}  // namespace gaptv::testing
