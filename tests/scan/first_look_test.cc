// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/first_look.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/scan/divided_stretches.h"
#include "tests/grid/distributions.h"
#include "tests/scan/memory_batches.h"

namespace gaptv::testing {
namespace {

std::vector<double> borders_of(const std::vector<double>& values) {
  Dataset data{.feature_names = {"x"}, .outcome_name = "y", .features = {values}, .outcome = values};
  MemoryBatches batches(data, 1000);
  return read_first_rows(batches, 1).borders.front();
}

// Rows in two lanes, with weights 0.5, 1, 1.5 and 2 in turn.
std::vector<ValueStretch> count_stretches(const std::vector<double>& borders, const std::vector<double>& values) {
  const auto shared = std::make_shared<const BorderCounter::Borders>(borders);
  std::vector<double> weight;
  for (std::size_t row = 0; row < values.size(); ++row) weight.push_back(0.5 * static_cast<double>(1 + row % 4));
  BorderCounter first(shared);
  BorderCounter second(shared);
  const std::size_t half = values.size() / 2;
  first.add(ColumnView(values.data(), half, 1), ColumnView(weight.data(), half, 1));
  second.add(ColumnView(values.data() + half, values.size() - half, 1),
             ColumnView(weight.data() + half, values.size() - half, 1));
  first.add(second);
  return first.take();
}

class StretchesOf : public ::testing::TestWithParam<Distribution> {};
INSTANTIATE_TEST_SUITE_P(Columns, StretchesOf, ::testing::ValuesIn(distributions()),
                         [](const auto& instance) { return std::string(instance.param.name); });

// Against a count of the sorted rows; the borders come from only some of them.
TEST_P(StretchesOf, HoldTheirRowsAndKnowTheOutermostValues) {
  Random random(5);
  for (const std::size_t rows : {1U, 10U, 3000U}) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) values.push_back(GetParam().draw(random));
    const std::vector<double> borders = borders_of({values.begin(), values.begin() + static_cast<long>(1 + rows / 3)});
    const std::vector<ValueStretch> stretches = count_stretches(borders, values);
    ASSERT_FALSE(stretches.empty());
    EXPECT_EQ(stretches.front().lowest, std::ranges::min(values));
    EXPECT_EQ(stretches.back().highest, std::ranges::max(values));
    double counted = 0;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
      const ValueStretch& stretch = stretches[i];
      if (i > 0) {
        EXPECT_LT(stretches[i - 1].highest, stretch.lowest);
      }
      double inside = 0;
      double weight = 0;
      for (std::size_t row = 0; row < rows; ++row) {
        if (values[row] < stretch.lowest || values[row] > stretch.highest) continue;
        inside += 1;
        weight += 0.5 * static_cast<double>(1 + row % 4);
      }
      EXPECT_EQ(stretch.rows, inside);
      EXPECT_EQ(stretch.weight, weight);
      counted += stretch.rows;
      EXPECT_EQ(stretch.ends_are_values, stretch.is_one_value());
    }
    EXPECT_EQ(counted, static_cast<double>(rows));
  }
}

// Else every one of their rows would be looked at again for the quantiles on them.
TEST(FirstRows, GiveFrequentValuesStretchesOfTheirOwn) {
  Random random(6);
  std::vector<double> values;
  for (std::size_t row = 0; row < 200000; ++row) {
    values.push_back(row % 2 == 0 ? static_cast<double>(random.below(50)) : 50 * random.uniform());
  }
  const std::vector<double> borders = borders_of(values);
  EXPECT_LE(borders.size(), 65535U);
  const std::vector<ValueStretch> stretches = count_stretches(borders, values);
  for (int value = 0; value < 50; ++value) {
    const auto found = std::ranges::find(stretches, static_cast<double>(value), &ValueStretch::lowest);
    ASSERT_NE(found, stretches.end()) << value;
    EXPECT_TRUE(found->is_one_value()) << value;
  }
  for (const ValueStretch& stretch : stretches) EXPECT_LT(stretch.rows, 3000.0);
}

}  // namespace
}  // namespace gaptv::testing
