// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "gaptv/base/hash.h"
#include "tests/oracles/fingerprint.h"

namespace gaptv {
namespace {

// The seeds are fixed, so these tests cannot fail by chance; the width says how unlikely the result would be.
constexpr double five_sigma = 5.0;

// The reference implementation (prng.di.unimi.it/xoshiro256plusplus.c), written out again.
std::uint64_t reference_next(std::array<std::uint64_t, 4>& s) {
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

TEST(Random, IsXoshiro256PlusPlusSeededBySplitmix64) {
  std::array<std::uint64_t, 4> published = {1, 2, 3, 4};
  EXPECT_EQ(reference_next(published), 41943041U);
  EXPECT_EQ(reference_next(published), 58720359U);
  EXPECT_EQ(reference_next(published), 3588806011781223U);
  EXPECT_EQ(reference_next(published), 3591011842654386U);

  const std::uint64_t start = mix64(mix64(12) ^ 34);
  std::array<std::uint64_t, 4> state = {mix64(start), mix64(start + splitmix_step), mix64(start + 2 * splitmix_step),
                                        mix64(start + 3 * splitmix_step)};
  Random random(12, 34);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(random.next(), reference_next(state));
}

TEST(Random, KeepsItsFrozenFirstValues) {
  Random bits(0);
  EXPECT_EQ(bits.next(), 4526510421850589242U);
  EXPECT_EQ(bits.next(), 9596305322356609015U);
  Random other(42, 7);
  EXPECT_EQ(other.next(), 17521142179037300447U);
  Random uniform(1);
  EXPECT_EQ(uniform.uniform(), 0x1.fc28365c3e6bcp-3);
  EXPECT_EQ(uniform.uniform(), 0x1.c507c00d2e59p-2);
  Random below(1);
  EXPECT_EQ(below.below(10000), 4065U);
  EXPECT_EQ(below.below(10000), 7248U);
  EXPECT_EQ(below.below(10000), 14U);
  Random normal(1);
  EXPECT_EQ(normal.normal(), -0x1.958bfd95f2e75p+0);
  EXPECT_EQ(normal.normal(), -0x1.72e34c09a927fp-2);
  EXPECT_EQ(normal.normal(), -0x1.a69b819eb6291p-2);
}

TEST(Random, KeepsTheBytesOfAHundredThousandFrozenNormalNumbers) {
  Random random(2024, 3);
  std::uint64_t hash = 0;
  for (int i = 0; i < 100000; ++i) hash = testing::add_to_fingerprint(hash, random.normal());
  EXPECT_EQ(hash, 12093018045084377675U);
}

TEST(Random, GivesTheSameNumbersForTheSameSeedAndStream) {
  Random a(5, 6);
  Random b(5, 6);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(a.next(), b.next());
    EXPECT_EQ(a.normal(), b.normal());
  }
}

TEST(Random, GivesOtherNumbersForEverySeedAndStream) {
  std::set<std::uint64_t> first;
  constexpr std::uint64_t count = 100;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    for (std::uint64_t stream = 0; stream < count; ++stream) first.insert(Random(seed, stream).next());
  }
  EXPECT_EQ(first.size(), count * count);
}

TEST(Random, HasStreamsThatAreNotCorrelated) {
  constexpr int count = 100000;
  Random a(1, 0);
  Random b(1, 1);
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += a.normal() * b.normal();
  EXPECT_LT(std::abs(sum), five_sigma * std::sqrt(count));
}

TEST(Random, UniformNumbersFillTheUnitIntervalEvenly) {
  constexpr int count = 1000000;
  constexpr int bins = 100;
  std::array<int, bins> counts{};
  Random random(3);
  for (int i = 0; i < count; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    ++counts[static_cast<std::size_t>(value * bins)];
  }
  double chi_squared = 0.0;
  for (const int n : counts) chi_squared += std::pow(n - count / bins, 2) / (count / bins);
  // Chi-squared with 99 degrees of freedom: mean 99, standard deviation sqrt(2 * 99).
  EXPECT_NEAR(chi_squared, bins - 1, five_sigma * std::sqrt(2.0 * (bins - 1)));
}

TEST(Random, BelowGivesEveryIntegerEquallyOften) {
  for (const std::uint64_t count : {2U, 3U, 7U, 8U, 100U}) {
    std::vector<int> counts(count, 0);
    Random random(4, count);
    const double expected = 10000.0;
    for (std::uint64_t i = 0; i < 10000 * count; ++i) ++counts[random.below(count)];
    double chi_squared = 0.0;
    for (const int n : counts) chi_squared += std::pow(n - expected, 2) / expected;
    const double freedom = static_cast<double>(count - 1);
    EXPECT_LT(chi_squared, freedom + five_sigma * std::sqrt(2.0 * freedom)) << "count = " << count;
  }
}

TEST(Random, BelowOneIsZeroAndDrawsNothing) {
  Random random(5);
  Random untouched(5);
  EXPECT_EQ(random.below(1), 0U);
  EXPECT_EQ(random.next(), untouched.next());
}

TEST(Random, BelowIsNotBiasedForHugeCounts) {
  // A plain remainder would give the lower half with a probability of 5/8.
  constexpr std::uint64_t count = std::uint64_t{3} << 62U;
  constexpr int draws = 100000;
  Random random(6);
  int lower = 0;
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t value = random.below(count);
    ASSERT_LT(value, count);
    if (value < count / 2) ++lower;
  }
  EXPECT_NEAR(lower, draws / 2.0, five_sigma * std::sqrt(draws) / 2.0);
  EXPECT_LT(random.below(std::numeric_limits<std::uint64_t>::max()), std::numeric_limits<std::uint64_t>::max());
}

TEST(Random, NormalNumbersHaveTheMomentsOfTheNormalDistribution) {
  constexpr int count = 4000000;
  std::array<double, 4> sums{};
  Random random(7);
  for (int i = 0; i < count; ++i) {
    const double z = random.normal();
    sums[0] += z;
    sums[1] += z * z;
    sums[2] += z * z * z;
    sums[3] += z * z * z * z;
  }
  // E z^k = 0, 1, 0, 3 and Var z^k = 1, 2, 15, 96.
  const double root = std::sqrt(count);
  EXPECT_NEAR(sums[0] / count, 0.0, five_sigma * 1.0 / root);
  EXPECT_NEAR(sums[1] / count, 1.0, five_sigma * std::sqrt(2.0) / root);
  EXPECT_NEAR(sums[2] / count, 0.0, five_sigma * std::sqrt(15.0) / root);
  EXPECT_NEAR(sums[3] / count, 3.0, five_sigma * std::sqrt(96.0) / root);
}

TEST(Random, NormalNumbersHaveTheTailsOfTheNormalDistribution) {
  constexpr int count = 4000000;
  constexpr std::array<double, 9> limits = {-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0};
  std::array<int, limits.size()> above{};
  Random random(8);
  for (int i = 0; i < count; ++i) {
    const double z = random.normal();
    for (std::size_t k = 0; k < limits.size(); ++k) above[k] += z > limits[k] ? 1 : 0;
  }
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const double p = 0.5 * std::erfc(limits[k] / std::sqrt(2.0));
    EXPECT_NEAR(above[k], count * p, five_sigma * std::sqrt(count * p * (1.0 - p))) << "limit " << limits[k];
  }
}

TEST(Random, NormalNumbersFollowTheNormalDistributionFunction) {
  constexpr std::size_t count = 200000;
  std::vector<double> values(count);
  Random random(9);
  for (double& value : values) value = random.normal();
  std::sort(values.begin(), values.end());
  double distance = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double p = 0.5 * std::erfc(-values[i] / std::sqrt(2.0));
    distance = std::max({distance, p - static_cast<double>(i) / count, static_cast<double>(i + 1) / count - p});
  }
  // Kolmogorov-Smirnov: sqrt(n) D exceeds 2.2 with a probability of 1e-4.
  constexpr double kolmogorov_limit = 2.2;
  EXPECT_LT(distance * std::sqrt(static_cast<double>(count)), kolmogorov_limit);
}

TEST(Random, TheTwoNormalNumbersOfAPairAreIndependent) {
  constexpr int pairs = 1000000;
  double products = 0.0;
  double squares = 0.0;
  Random random(10);
  for (int i = 0; i < pairs; ++i) {
    const double a = random.normal();
    const double b = random.normal();
    products += a * b;
    squares += (a * a - 1.0) * (b * b - 1.0);
  }
  // Var ab = 1 and Var (a^2 - 1)(b^2 - 1) = 4.
  EXPECT_NEAR(products, 0.0, five_sigma * std::sqrt(pairs));
  EXPECT_NEAR(squares, 0.0, five_sigma * 2.0 * std::sqrt(pairs));
}

}  // namespace
}  // namespace gaptv
