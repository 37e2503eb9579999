// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

// Sums of a few thousand terms in another order.
constexpr double table_rounding = 1e-12;

void expect_equal(const CellStats& a, const CellStats& b) {
  EXPECT_NEAR(a.weight, b.weight, table_rounding * a.weight);
  EXPECT_NEAR(a.mean, b.mean, table_rounding * std::max(1.0, std::abs(a.mean)));
  EXPECT_NEAR(a.scatter, b.scatter, table_rounding * std::max(1.0, a.scatter));
}

TEST(CellStats, AreWeightMeanAndScatterByDefinition) {
  CellStats stats;
  stats.add(1, 2);
  stats.add(4, 1);
  EXPECT_DOUBLE_EQ(stats.weight, 3);
  EXPECT_DOUBLE_EQ(stats.mean, 2);
  EXPECT_DOUBLE_EQ(stats.scatter, 6);
}

// Weights of any size: the first value is the mean to the last bit, and no rounding makes the scatter negative.
TEST(CellStats, NeverHaveANegativeScatter) {
  Random random(84);
  for (int trial = 0; trial < 20000; ++trial) {
    CellStats stats;
    double scatter = 0;
    for (int i = 0; i < 4; ++i) {
      const double value = random.normal();
      stats.add(value, std::pow(10.0, 12 * random.uniform() - 6));
      if (i == 0) {
        ASSERT_EQ(stats.mean, value);
        ASSERT_EQ(stats.scatter, 0);
      }
      ASSERT_GE(stats.scatter, scatter);
      scatter = stats.scatter;
    }
  }
}

TEST(CellStats, MergedPartsAreTheWhole) {
  Random random(81);
  for (int trial = 0; trial < 20; ++trial) {
    CellStats whole;
    CellStats parts[3];
    for (int i = 0; i < 1000; ++i) {
      const double value = random.normal();
      const double weight = 0.1 + random.uniform();
      whole.add(value, weight);
      parts[random.below(3)].add(value, weight);
    }
    CellStats left = parts[0];
    left.add(parts[1]);
    left.add(parts[2]);
    CellStats right = parts[1];
    right.add(parts[2]);
    CellStats other = parts[0];
    other.add(right);
    expect_equal(whole, left);
    expect_equal(whole, other);
  }
}

TEST(CellStats, AWeightIsSoManyValues) {
  CellStats weighted;
  CellStats repeated;
  Random random(82);
  for (int i = 0; i < 100; ++i) {
    const double value = random.normal();
    const std::size_t count = 1 + random.below(9);
    weighted.add(value, static_cast<double>(count));
    for (std::size_t copy = 0; copy < count; ++copy) repeated.add(value, 1);
  }
  expect_equal(weighted, repeated);
}

TEST(CellStats, KeepTheScatterOfValuesWithAnOffsetOf1e8) {
  CellStats plain;
  CellStats shifted;
  for (int i = 0; i < 1000; ++i) {
    const double value = (i % 4) * 0.25;  // exact beside 1e8
    plain.add(value, 1);
    shifted.add(value + 1e8, 1);
  }
  // Values of 1e8 are known to 1.5e-8, and so is the mean that they are compared with.
  EXPECT_NEAR(shifted.scatter, plain.scatter, 1e-7 * plain.scatter);
}

TEST(CellStats, AnEmptyPartAddsNothing) {
  CellStats stats;
  stats.add(CellStats{});
  EXPECT_EQ(stats.weight, 0);
  stats.add(CellStats{2, 5, 1});
  stats.add(CellStats{0, 77, 0});
  EXPECT_EQ(stats.weight, 2);
  EXPECT_EQ(stats.mean, 5);
  EXPECT_EQ(stats.scatter, 1);
}

TEST(CellTable, MergeAddsCellByCell) {
  CellTable a(Shape{{2, 2}});
  CellTable b(Shape{{2, 2}});
  a.cells[1].add(3, 1);
  b.cells[1].add(5, 1);
  b.cells[3].add(7, 2);
  const CellTable merged = merge(a, b);
  EXPECT_DOUBLE_EQ(merged.cells[1].mean, 4);
  EXPECT_DOUBLE_EQ(merged.cells[1].scatter, 2);
  EXPECT_DOUBLE_EQ(merged.cells[3].weight, 2);
  EXPECT_DOUBLE_EQ(total_weight(merged), 4);
}

TEST(Shape, NumbersCellsRowByRow) {
  const Shape shape{{2, 3, 4}};
  EXPECT_EQ(shape.cells(), 24U);
  EXPECT_EQ(shape.stride(0), 12U);
  EXPECT_EQ(shape.stride(2), 1U);
  for (std::size_t cell = 0; cell < 24; ++cell) {
    EXPECT_EQ((shape.bin_of(cell, 0) * 3 + shape.bin_of(cell, 1)) * 4 + shape.bin_of(cell, 2), cell);
  }
}

}  // namespace
}  // namespace gaptv::testing
