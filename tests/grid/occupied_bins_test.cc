// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/grid/binned_rows.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t most_bins = 50;

std::vector<std::size_t> all_bins() {
  std::vector<std::size_t> bins;
  for (std::size_t q = 1; q <= most_bins; ++q) bins.push_back(q);
  return bins;
}

struct Column {
  const char* name;
  double (*draw)(Random&);
};

const std::vector<Column>& columns() {
  static const std::vector<Column> list = {
      {"Continuous", [](Random& random) { return random.normal(); }},
      {"Constant", [](Random&) { return -3.5; }},
      {"TwoValued", [](Random& random) { return random.uniform() < 0.8 ? 0.0 : 1.0; }},
      {"RarelyOne", [](Random& random) { return random.uniform() < 0.01 ? 1.0 : 0.0; }},
      {"ThreeValued", [](Random& random) { return static_cast<double>(random.below(3)) - 1; }},
      {"Integers", [](Random& random) { return static_cast<double>(random.below(30)); }},
      {"SkewedCounts", [](Random& random) { return std::floor(std::exp(2 * random.normal())); }},
      {"HalfZeros", [](Random& random) { return random.uniform() < 0.5 ? 0.0 : random.normal(); }},
      {"Rounded", [](Random& random) { return std::round(100 * random.normal()) / 100; }},
      {"NextToEachOther", [](Random& random) { return std::nextafter(1.0, random.uniform() < 0.5 ? 2.0 : 0.0); }},
  };
  return list;
}

enum class Weights { none, copies, precision };

Dataset draw(const std::vector<std::size_t>& kinds, std::size_t rows, Weights weights, Random& random) {
  Dataset data;
  for (const std::size_t kind : kinds) {
    data.features.emplace_back();
    for (std::size_t row = 0; row < rows; ++row) data.features.back().push_back(columns()[kind].draw(random));
  }
  data.outcome.assign(rows, 0.0);
  if (weights != Weights::none) {
    data.weight_kind = weights == Weights::copies ? WeightKind::copies : WeightKind::precision;
    for (std::size_t row = 0; row < rows; ++row) {
      data.weight.push_back(weights == Weights::copies ? 1.0 + static_cast<double>(random.below(4))
                                                       : std::exp(2 * random.normal()));
    }
  }
  return data;
}

std::vector<Grid> cut(const Dataset& data) {
  Progress progress;
  const DataView view = data.view();
  const std::size_t features = data.features.size();
  const BinnedRows rows(view, std::vector(features, all_bins()), 1, progress);
  std::vector<Grid> grids;
  for (const std::size_t q : all_bins()) grids.push_back(rows.grid(std::vector(features, q)));
  return grids;
}

std::size_t count_distinct_values(Numbers column) {
  std::sort(column.begin(), column.end());
  return static_cast<std::size_t>(std::unique(column.begin(), column.end()) - column.begin());
}

class OccupiedBins : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Every, OccupiedBins, ::testing::Range(std::size_t{0}, columns().size()),
                         [](const auto& tested) { return std::string(columns()[tested.param].name); });

TEST_P(OccupiedBins, HoldARowOnEveryAxisForEveryNumberOfBins) {
  Random random(171);
  for (const std::size_t rows : {1U, 2U, 7U, 60U, 400U}) {
    for (const Weights weights : {Weights::none, Weights::copies, Weights::precision}) {
      for (const std::size_t features : {1U, 2U, 3U}) {
        std::vector<std::size_t> kinds = {GetParam()};
        while (kinds.size() < features) kinds.push_back(random.below(columns().size()));
        const Dataset data = draw(kinds, rows, weights, random);
        for (const Grid& grid : cut(data)) {
          for (std::size_t j = 0; j < features; ++j) {
            const Axis& axis = grid.axes[j];
            ASSERT_LE(axis.bins(), axis.bins_requested);
            ASSERT_TRUE(std::ranges::is_sorted(axis.edges, std::less_equal<>()));
            std::vector<std::size_t> rows_in(axis.bins(), 0);
            for (const double x : data.features[j]) ++rows_in[axis.bin_of(x)];
            ASSERT_EQ(std::ranges::count(rows_in, 0), 0) << rows << " rows, " << axis.bins_requested << " bins";
          }
        }
      }
    }
  }
}

// More rows than are sorted outright.
TEST_P(OccupiedBins, HoldARowOfManyToo) {
  Random random(172);
  const Dataset data = draw({GetParam()}, 50000, Weights::none, random);
  for (const Grid& grid : cut(data)) {
    const Axis& axis = grid.axes[0];
    std::vector<std::size_t> rows_in(axis.bins(), 0);
    for (const double x : data.features[0]) ++rows_in[axis.bin_of(x)];
    ASSERT_EQ(std::ranges::count(rows_in, 0), 0) << axis.bins_requested << " bins";
  }
}

// A single row that a quantile falls on, or the stretch of equal rows whose exact middle is the median: bins are closed
// below, so that such rows are in the upper bin of a column and of its negative alike.
bool has_row_on_an_edge(Numbers column, std::size_t q) {
  std::sort(column.begin(), column.end());
  for (std::size_t i = 1; i < q; ++i) {
    const std::size_t position = (column.size() - 1) * i;  // times q
    const auto [first, end] = std::equal_range(column.begin(), column.end(), column[position / q]);
    const auto from = static_cast<std::size_t>(first - column.begin());
    const auto to = static_cast<std::size_t>(end - column.begin()) - 1;
    if (position * 2 == (from + to) * q && (from == to || 2 * i == q)) return true;
  }
  return false;
}

TEST_P(OccupiedBins, OfTheNegatedColumnAreMirrored) {
  Random random(173);
  std::size_t compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t rows = 2 + random.below(200);
    const Dataset data = draw({GetParam()}, rows, Weights::none, random);
    Dataset negated = data;
    for (double& x : negated.features[0]) x = -x;
    const std::vector<Grid> grids = cut(data);
    const std::vector<Grid> mirrored = cut(negated);
    for (std::size_t i = 0; i < grids.size(); ++i) {
      if (has_row_on_an_edge(data.features[0], i + 1)) continue;
      ++compared;
      const Axis& axis = grids[i].axes[0];
      const Axis& mirror = mirrored[i].axes[0];
      ASSERT_EQ(axis.bins(), mirror.bins()) << rows << " rows, " << i + 1 << " bins";
      for (const double x : data.features[0]) {
        ASSERT_EQ(axis.bin_of(x), mirror.bins() - 1 - mirror.bin_of(-x)) << rows << " rows, " << i + 1 << " bins";
      }
    }
  }
  EXPECT_GT(compared, 60U * most_bins / 3);
}

TEST_P(OccupiedBins, AreAsManyAsValuesIfManyAreAskedFor) {
  Random random(174);
  const Dataset data = draw({GetParam()}, 45, Weights::none, random);
  const std::size_t values = count_distinct_values(data.features[0]);
  EXPECT_LE(cut(data).back().axes[0].bins(), values);
  if (values <= 3) {
    EXPECT_EQ(cut(data).back().axes[0].bins(), values);
  }
}

}  // namespace
}  // namespace gaptv::testing
