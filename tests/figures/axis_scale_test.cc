// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/axis_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/figures/tick_labels.h"

namespace gaptv::figures {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) texts.push_back(tick.label);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(ChooseTicks, TakesRoundNumbers) {
  EXPECT_EQ(labels(choose_ticks({0, 100}, 5)), (Texts{"0", "50", "100"}));
  EXPECT_EQ(labels(choose_ticks({0, 100}, 6)), (Texts{"0", "20", "40", "60", "80", "100"}));
  EXPECT_EQ(labels(choose_ticks({-0.07, 0.21}, 8)), (Texts{"\u22120.05", "0", "0.05", "0.10", "0.15", "0.20"}));
  EXPECT_EQ(labels(choose_ticks({-124.9, -115.1}, 3)), (Texts{"\u2212124", "\u2212120", "\u2212116"}));
  EXPECT_EQ(labels(choose_ticks({41.64, 42.02}, 5)), (Texts{"41.7", "41.8", "41.9", "42.0"}));
}

TEST(ChooseTicks, TakesRoundNumbersOnLogAxes) {
  EXPECT_EQ(labels(choose_ticks({40, 1100, true}, 8)), (Texts{"50", "100", "200", "500", "1000"}));
  EXPECT_EQ(labels(choose_ticks({0.01, 1000, true}, 6)), (Texts{"0.01", "0.1", "1", "10", "100", "1000"}));
  EXPECT_EQ(labels(choose_ticks({1e-9, 1e9, true}, 4)), (Texts{"0.00001", "1", "100000"}));
  EXPECT_EQ(labels(choose_ticks({1e-20, 1e20, true}, 4)), (Texts{"10\u207b\u00b2\u2070", "1", "10\u00b2\u2070"}));
  EXPECT_EQ(labels(choose_ticks({0.3, 9, true}, 3)), (Texts{"0.3", "1", "3"}));
  // Too short for decades.
  EXPECT_EQ(labels(choose_ticks({3, 4, true}, 5)), (Texts{"3.0", "3.5", "4.0"}));
}

TEST(ChooseTicks, GivesFewDistinctTicksWithinAnyAxis) {
  constexpr double slack = 1e-6;  // of the axis, for ticks at its very ends
  Random random(1);
  for (int trial = 0; trial < 20000; ++trial) {
    const bool is_log = trial % 2 == 0;
    const double low = std::pow(10.0, 200 * random.uniform() - 100) * (is_log || random.uniform() < 0.5 ? 1 : -1);
    ValueSpan span;
    span.include(low);
    span.include(low + std::abs(low) * std::pow(10.0, 20 * random.uniform() - 14));
    const AxisScale axis = make_padded_axis(span, is_log);
    const std::size_t most = 3 + random.below(7);
    const std::vector<Tick> ticks = choose_ticks(axis, most);
    EXPECT_LE(ticks.size(), most);
    EXPECT_GE(ticks.size(), is_log ? 1U : 2U) << axis.low << " " << axis.high << " " << most;
    std::set<std::string> texts;
    for (const Tick& tick : ticks) {
      texts.insert(tick.label);
      EXPECT_GE(axis.share(tick.at), -slack);
      EXPECT_LE(axis.share(tick.at), 1 + slack);
    }
    EXPECT_EQ(texts.size(), ticks.size()) << axis.low << " " << axis.high;
  }
}

TEST(TicksAt, AreThoseWithinTheAxisInOrder) {
  EXPECT_EQ(labels(place_ticks({40, 20000, true}, {200, 50, 100, 30, 10000, 50000})),
            (Texts{"50", "100", "200", "10000"}));
}

TEST(TickLabels, HaveEqualDigitsAndUsePowersOfTenWhenLong) {
  EXPECT_EQ(tick_labels({0.25, 0.5, 0.75}), (Texts{"0.25", "0.50", "0.75"}));
  EXPECT_EQ(tick_labels({0.5, 1}), (Texts{"0.5", "1.0"}));
  EXPECT_EQ(tick_labels({0.01, 1}), (Texts{"0.01", "1"}));
  EXPECT_EQ(tick_labels({0.1 + 0.2}), (Texts{"0.3"}));
  EXPECT_EQ(tick_labels({-2, 0, 2}), (Texts{"\u22122", "0", "2"}));
  EXPECT_EQ(tick_labels({1000000, 2000000}), (Texts{"1000000", "2000000"}));
  EXPECT_EQ(tick_labels({1e7, 2e7}), (Texts{"10\u2077", "2\u00b710\u2077"}));
  EXPECT_EQ(tick_labels({-1.5e-12, 0}), (Texts{"\u22121.5\u00b710\u207b\u00b9\u00b2", "0"}));
  EXPECT_EQ(tick_labels({100000000, 100000000.5}), (Texts{"100000000.0", "100000000.5"}));
  EXPECT_TRUE(tick_labels({}).empty());
}

TEST(AxisScale, HasItsEndsAtZeroAndOne) {
  for (const bool is_log : {false, true}) {
    const AxisScale axis = {2, 50, is_log};
    EXPECT_EQ(axis.share(2), 0);
    EXPECT_EQ(axis.share(50), 1);
    EXPECT_LT(axis.share(-1), 0);
  }
  EXPECT_EQ((AxisScale{1, 100, true}.share(10)), 0.5);
}

TEST(AxisScale, IsWidenedAroundASingleValue) {
  for (const bool is_log : {false, true}) {
    for (const double value : {1e-100, 3.0, 1e100}) {
      ValueSpan span;
      span.include(value);
      const AxisScale axis = make_axis(span, is_log);
      EXPECT_LT(axis.low, value);
      EXPECT_GT(axis.high, value);
    }
  }
}

}  // namespace
}  // namespace gaptv::figures
