// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/bin_locator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

// On every edge, right beside it, between edges and far outside.
void expect_right_bins(Numbers edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const BinLocator locator(edges);
  Numbers points = {0, -0.0, smallest, -smallest, 1, -1, 1e12, largest, -largest};
  Random random(71);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    points.insert(points.end(), {edges[i], std::nextafter(edges[i], infinity), std::nextafter(edges[i], -infinity)});
    const double next = edges[std::min(i + 1, edges.size() - 1)];
    points.push_back(edges[i] + random.uniform() * (next / 2 - edges[i] / 2));
  }
  std::erase_if(points, [](double x) { return !std::isfinite(x); });
  // All at once, whether they are side by side or the first of two columns of a table; not from the first one on.
  Numbers table;
  for (const double x : points) table.insert(table.end(), {x, -x});

  std::vector<std::uint16_t> bins(points.size() - 1);
  std::vector<std::uint16_t> bins_of_table(points.size() - 1);
  const bool has_table = edges.size() <= BinLocator::most_edges_of_table;
  if (has_table) locator.find_bins(points, 1, bins);
  if (has_table) locator.find_bins({table.data(), points.size(), 2}, 1, bins_of_table);
  for (std::size_t i = 1; has_table && i < points.size(); ++i) {
    ASSERT_EQ(bins[i - 1], locator.bin_of(points[i])) << "x " << points[i] << " of " << edges.size() << " edges";
    ASSERT_EQ(bins_of_table[i - 1], bins[i - 1]);
  }
  for (const double x : points) {
    const auto expected = static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), x) - edges.begin());
    ASSERT_EQ(locator.bin_of(x), expected) << "x " << x << " of " << edges.size() << " edges";
  }
}

TEST(BinLocator, AgreesWithBinarySearchOnEverySpacingOfEdges) {
  Random random(72);
  for (const std::size_t count : {1U, 2U, 3U, 49U, 773U, 20000U, 65535U, 140000U}) {
    Numbers even;
    Numbers uniform;
    Numbers skewed;
    Numbers clustered;
    for (std::size_t i = 0; i < count; ++i) {
      even.push_back(static_cast<double>(i));
      uniform.push_back(random.uniform());
      skewed.push_back(std::exp(20 * random.normal()));
      clustered.push_back(random.below(50) == 0 ? random.uniform() * 1e12 : random.uniform());
    }
    expect_right_bins(even);
    expect_right_bins(uniform);
    expect_right_bins(skewed);
    expect_right_bins(clustered);
  }
}

TEST(BinLocator, WithoutEdgesHasOneBin) {
  const BinLocator locator({});
  for (const double x : {-largest, -1.0, 0.0, 1.0, largest}) EXPECT_EQ(locator.bin_of(x), 0U);
}

TEST(BinLocator, CopesWithTheWidestAndTheNarrowestRanges) {
  expect_right_bins({-largest, largest});
  expect_right_bins({-largest, -1, 0, 1, largest});
  expect_right_bins({0, smallest});
  expect_right_bins({smallest, 2 * smallest, 3 * smallest, 7 * smallest});
  expect_right_bins({1, std::nextafter(1.0, 2.0)});
  expect_right_bins({1e8, 1e8 + 1e-7, 1e8 + 2e-7});
  expect_right_bins({-1e-310, 1e-310, 1e-309});
}

TEST(BinLocator, AnEdgeBelongsToTheBinAboveIt) {
  const BinLocator locator({1.0, 2.0});
  EXPECT_EQ(locator.bin_of(0.9), 0U);
  EXPECT_EQ(locator.bin_of(1.0), 1U);
  EXPECT_EQ(locator.bin_of(1.9), 1U);
  EXPECT_EQ(locator.bin_of(2.0), 2U);
}

}  // namespace
}  // namespace gaptv::testing
