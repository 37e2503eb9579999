// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/bins_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace gaptv::testing {
namespace {

std::vector<std::size_t> numbers(std::size_t first, std::size_t last) {
  std::vector<std::size_t> list(last - first + 1);
  std::iota(list.begin(), list.end(), first);
  return list;
}

// In the logarithm of the bins, as errors are.
double distance(std::size_t bins, std::size_t best) {
  return std::abs(std::log(static_cast<double>(bins) / static_cast<double>(best)));
}

TEST(BinsSearch, ComesWithinATwentiethOfTheSmallestErrorInFewTries) {
  for (const std::size_t largest : {50U, 400U}) {
    for (std::size_t best = 2; best <= largest; best += 3) {
      const auto error = [best](std::size_t bins) { return 1 + distance(bins, best); };
      const std::vector<std::size_t> tried = search_bins(numbers(2, largest), 0, error);
      const std::size_t found = *std::ranges::min_element(tried, {}, error);
      const auto reached = static_cast<double>(found);
      EXPECT_NEAR(reached, static_cast<double>(best), std::max(1.0, 0.05 * reached + 1)) << "of " << largest;
      EXPECT_LE(tried.size(), 26U);
      std::vector<std::size_t> sorted = tried;
      std::ranges::sort(sorted);
      EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end()) << "tried twice";
    }
  }
}

TEST(BinsSearch, DoesNotTryTheLargestGridsWhereSmallOnesAreBest) {
  const std::vector<std::size_t> tried =
      search_bins(numbers(2, 400), 0, [](std::size_t bins) { return distance(bins, 6); });
  EXPECT_LT(*std::ranges::max_element(tried), 30U);
}

TEST(BinsSearch, GoesOnOverASmallBump) {
  // 8 is worse than its neighbours, 40 is best.
  const std::vector<std::size_t> tried = search_bins(
      numbers(2, 50), 0, [](std::size_t bins) { return distance(bins, 40) + (bins >= 6 && bins < 9 ? 1 : 0); });
  EXPECT_NE(std::ranges::find_if(tried, [](std::size_t bins) { return bins >= 38 && bins <= 42; }), tried.end());
}

TEST(BinsSearch, DoesNotStopBeforeThereAreEnough) {
  // Two bins are good by chance.
  const auto error = [](std::size_t bins) { return bins == 2 ? 0.5 : distance(bins, 40); };
  const std::vector<std::size_t> tried = search_bins(numbers(2, 50), 45, error);
  EXPECT_EQ(*std::ranges::min_element(tried, {}, error), 40U);
  EXPECT_LT(std::ranges::max(search_bins(numbers(2, 50), 0, error)), 10U);
}

TEST(BinsSearch, TriesAllOfAFew) {
  const auto flat = [](std::size_t) { return 1.0; };
  EXPECT_EQ(search_bins({}, 0, flat), std::vector<std::size_t>{});
  EXPECT_EQ(search_bins({7}, 0, flat), std::vector<std::size_t>{7});
  EXPECT_EQ(search_bins({2, 3}, 0, flat), (std::vector<std::size_t>{2, 3}));
}

}  // namespace
}  // namespace gaptv::testing
