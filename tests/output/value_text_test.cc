// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/value_text.h"

#include <gtest/gtest.h>

#include <string>

#include "gaptv/output/readable_number.h"
#include "tests/output/small_model.h"

namespace gaptv::testing {
namespace {

std::string text_of(const Model& model, double value, const DrawingOptions& options) {
  return ValueText(model, model.surfaces.front(), options)(value);
}

TEST(ValueText, HasTheUnitWherePeopleWriteIt) {
  const Model model = small_model({axis_with("a", {5})}, {0, 200000});
  EXPECT_EQ(text_of(model, 123456.7, {}), "123,457");
  EXPECT_EQ(text_of(model, 123456.7, {.unit = "km"}), "123,457 km");
  EXPECT_EQ(text_of(model, 123456.7, {.unit = "$"}), "$123,457");
  EXPECT_EQ(text_of(model, -123456.7, {.unit = "$"}), "-$123,457");
  const ValueText value(model, model.surfaces.front(), {.unit = "km"});
  EXPECT_EQ(value.number(12.0), "12");
  EXPECT_EQ(value.unit_in_heading(), " (km)");
}

TEST(ValueText, WritesSharesAsPercentages) {
  const Model model = small_model({axis_with("a", {5})}, {0.1, 0.9});
  EXPECT_EQ(text_of(model, 0.8421, {}), "0.8421");
  EXPECT_EQ(text_of(model, 0.8421, {.is_percent = true}), "84 %");
  const ValueText value(model, model.surfaces.front(), {.is_percent = true});
  EXPECT_EQ(value.number(0.8421), "84 %");
  EXPECT_EQ(value.error(0.01234), "1.2 %");
  EXPECT_EQ(value.unit_in_heading(), "");
}

TEST(ValueText, WritesProbabilitiesAsPercentagesWithoutBeingAsked) {
  Model model = small_model({axis_with("a", {5})}, {-2, 2});
  model.record.loss = "binomial";
  find_regions(model.surfaces.front(), model.record.loss);
  EXPECT_EQ(text_of(model, 0.8421, {}), "84 %");
}

TEST(PercentInRange, HasTheDigitsThatMatter) {
  EXPECT_EQ(percent_in_range(0.84213, 0.6), "84 %");
  EXPECT_EQ(percent_in_range(0.84213, 0.06), "84.2 %");
  EXPECT_EQ(percent_in_range(0.0084213, 0.001), "0.84 %");
  EXPECT_EQ(percent_in_range(0.5, 0.06), "50 %");
  EXPECT_EQ(percent_in_range(0.84213, 0), "84.2 %");
}

}  // namespace
}  // namespace gaptv::testing
