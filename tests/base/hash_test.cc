// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <set>

namespace gaptv {
namespace {

TEST(Mix64, IsTheSplitmix64SequenceOfItsPublishedReference) {
  // The first outputs of the reference implementation (prng.di.unimi.it/splitmix64.c) for the seed 1234567.
  constexpr std::uint64_t seed = 1234567;
  EXPECT_EQ(mix64(seed), 6457827717110365317U);
  EXPECT_EQ(mix64(seed + splitmix_step), 3203168211198807973U);
  EXPECT_EQ(mix64(seed + 2 * splitmix_step), 9817491932198370423U);
}

TEST(Mix64, ChangesAboutHalfOfTheBitsWhenOneInputBitChanges) {
  int changed = 0;
  constexpr int inputs = 256;
  for (std::uint64_t value = 0; value < inputs; ++value) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      changed += std::popcount(mix64(value) ^ mix64(value ^ (std::uint64_t{1} << bit)));
    }
  }
  // 256 * 64 * 64 bits with a standard deviation of half a thousandth; 0.005 is ten of them.
  constexpr double tolerance = 0.005;
  EXPECT_NEAR(changed / (64.0 * 64.0 * inputs), 0.5, tolerance);
}

TEST(HashCombine, IsFrozenSoThatADatabaseCanRepeatIt) {
  EXPECT_EQ(hash_combine(0, 0.0), 0U);
  EXPECT_EQ(hash_combine(0, 1.0), 16631793427751632896U);
  EXPECT_EQ(hash_combine(hash_combine(mix64(1), 0.1), 42.0), 6229449545178242516U);
}

TEST(HashCombine, TreatsNegativeZeroAsZeroAndTellsTheOtherNumbersApart) {
  EXPECT_EQ(hash_combine(5, -0.0), hash_combine(5, 0.0));
  EXPECT_NE(hash_combine(5, -1.0), hash_combine(5, 1.0));
  constexpr double least = std::numeric_limits<double>::denorm_min();
  EXPECT_NE(hash_combine(5, least), hash_combine(5, 0.0));
  EXPECT_NE(hash_combine(5, least), hash_combine(5, -least));
}

TEST(HashCombine, DependsOnSeedAndOrder) {
  EXPECT_NE(hash_combine(mix64(0), 1.0), hash_combine(mix64(1), 1.0));
  EXPECT_NE(hash_combine(hash_combine(0, 1.0), 2.0), hash_combine(hash_combine(0, 2.0), 1.0));
}

TEST(ReduceHash, CutsTheRangeIntoEqualParts) {
  EXPECT_EQ(reduce_hash(0, 5), 0U);
  EXPECT_EQ(reduce_hash(std::numeric_limits<std::uint64_t>::max(), 5), 4U);
  EXPECT_EQ(reduce_hash(0x3333333300000000U, 5), 0U);  // the last of the first fifth
  EXPECT_EQ(reduce_hash(0x3333333400000000U, 5), 1U);
  EXPECT_EQ(reduce_hash(std::numeric_limits<std::uint64_t>::max(), 1), 0U);
}

TEST(HashCombine, HasNoCollisionOnASmallGridAndSpreadsItEvenlyOverFolds) {
  constexpr int side = 200;
  constexpr std::uint64_t folds = 5;
  std::set<std::uint64_t> seen;
  std::array<int, folds> counts{};
  for (int x1 = 0; x1 < side; ++x1) {
    for (int x2 = 0; x2 < side; ++x2) {
      const std::uint64_t hash = hash_combine(hash_combine(0, x1), x2);
      seen.insert(hash);
      ++counts[reduce_hash(mix64(hash), folds)];
    }
  }
  EXPECT_EQ(seen.size(), std::size_t{side} * side);
  // 8000 expected per fold with a standard deviation of 80.
  constexpr double five_sigma = 400;
  for (const int count : counts) EXPECT_NEAR(count, side * side / 5.0, five_sigma);
}

TEST(HashCombine, HasNoCollisionAmongWholeNumbersInFourColumns) {
  // Whole numbers leave the low bits of a double zero, so a product alone would only move the high ones.
  constexpr int side = 24;
  std::set<std::uint64_t> seen;
  for (int i = 0; i < side * side * side * side; ++i) {
    std::uint64_t hash = 0;
    for (int rest = i, column = 0; column < 4; ++column, rest /= side) hash = hash_combine(hash, rest % side);
    seen.insert(hash);
  }
  EXPECT_EQ(seen.size(), std::size_t{side} * side * side * side);
}

}  // namespace
}  // namespace gaptv
