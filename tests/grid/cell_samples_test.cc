// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

using Entries = std::vector<CellSamples::Entry>;

Entries random_entries(std::size_t cells, std::size_t count, Random& random) {
  Entries entries;
  for (std::size_t i = 0; i < count; ++i) {
    entries.push_back({random.below(cells), static_cast<double>(random.below(7)), 0.1 + random.uniform()});
  }
  return entries;
}

void expect_same(const CellSamples& a, const CellSamples& b) {
  ASSERT_EQ(a.cells(), b.cells());
  for (std::size_t cell = 0; cell < a.cells(); ++cell) {
    EXPECT_TRUE(std::ranges::equal(a[cell].outcome, b[cell].outcome));
    EXPECT_TRUE(std::ranges::equal(a[cell].weight_up_to, b[cell].weight_up_to));
    EXPECT_TRUE(std::ranges::equal(a[cell].moment_up_to, b[cell].moment_up_to));
    EXPECT_TRUE(std::ranges::equal(a[cell].moment_rest_up_to, b[cell].moment_rest_up_to));
  }
}

TEST(CellSamples, KeepEveryOutcomeOnceInOrderWithTheWeightOfItsCopies) {
  const CellSamples samples(3, Entries{{2, 5, 1}, {0, 3, 2}, {2, -1, 4}, {2, 5, 3}, {2, 0.0, 1}, {2, -0.0, 1}}, 0);
  EXPECT_TRUE(std::ranges::equal(samples[0].outcome, std::vector<double>{3}));
  EXPECT_TRUE(samples[1].is_empty());
  EXPECT_EQ(samples[1].total_weight(), 0);
  EXPECT_TRUE(std::ranges::equal(samples[2].outcome, std::vector<double>{-1, 0, 5}));
  EXPECT_TRUE(std::ranges::equal(samples[2].weight, std::vector<double>{4, 2, 4}));
  EXPECT_EQ(samples.total_weight(), 12);
  EXPECT_EQ(samples[2].count_below(5), 2U);
  EXPECT_EQ(samples[2].count_up_to(5), 3U);
}

TEST(CellSamples, SumsOverARangeAreThoseOfTheOutcomesInIt) {
  Random random(31);
  for (int trial = 0; trial < 50; ++trial) {
    const CellSamples samples(1, random_entries(1, 20, random), 3);
    const Sample sample = samples[0];
    const std::size_t last = random.below(sample.outcome.size() + 1);
    const std::size_t first = random.below(last + 1);
    const double t = random.normal();
    double weight = 0;
    double moment = 0;
    for (std::size_t i = first; i < last; ++i) {
      weight += sample.weight[i];
      moment += sample.weight[i] * (sample.outcome[i] - t);
    }
    EXPECT_NEAR(sample.weight_of(first, last), weight, 1e-13);
    EXPECT_NEAR(sample.moment_about(t, first, last), moment, 1e-12);
  }
}

TEST(CellSamples, AnOutlierCostsTheOtherOutcomesNoDigits) {
  const CellSamples samples(1, Entries{{0, -1e17, 1}, {0, 0.25, 1}, {0, 0.5, 1}, {0, 1e17, 1}}, 0.3);
  EXPECT_NEAR(samples[0].moment_about(0.25, 1, 3), 0.25, 1e-15);
}

TEST(CellSamples, DoNotDependOnTheOrderOfTheRows) {
  Random random(32);
  Entries entries = random_entries(4, 60, random);
  const CellSamples samples(4, entries, 0);
  std::ranges::reverse(entries);
  expect_same(samples, CellSamples(4, entries, 0));
}

TEST(CellSamples, MergedTablesAreTheTableOfAllRows) {
  Random random(33);
  std::vector<CellSamples> tables;
  Entries all;
  Entries all_but_second;
  for (std::size_t i = 0; i < 3; ++i) {
    Entries entries = random_entries(5, 30, random);
    for (CellSamples::Entry& entry : entries) entry.weight = 1;
    tables.emplace_back(5, entries, 1);
    all.insert(all.end(), entries.begin(), entries.end());
    if (i != 1) all_but_second.insert(all_but_second.end(), entries.begin(), entries.end());
  }
  expect_same(merge(tables), CellSamples(5, all, 1));
  expect_same(merge(tables, 1), CellSamples(5, all_but_second, 1));
  for (CellSamples::Entry& entry : all) entry.cell = 0;
  expect_same(pool_samples(merge(tables)), CellSamples(1, all, 1));
}

}  // namespace
}  // namespace gaptv::testing
