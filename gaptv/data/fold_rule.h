// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gaptv {

// This is fixed for ever, with test vectors in formats/fold-rule-v1.json: rows in memory, cell tables, databases and
// clusters put a row into the same fold. It needs doubles and 64-bit integers without overflow, nothing else, so that
// plain SQL can repeat it (docs/folds.md).
//
//   scale of a column:  k = min(52 - e, 1023), where the largest |x| is m 2^e with 1/2 <= m < 1 (a column of zeros:
//                       e = 0). It is found once and kept when rows are appended.
//   whole number of x:  i = floor(x 2^k); beyond 2^61, which only an appended row can be, 2^61, and -2^61 likewise
//   hash of a row:      p = 2^31 - 1; h = seed mod p; for each column in turn
//                       h = (h * 1103515245 + (i mod p)) mod p, h = h^5 mod p, where mod is never negative
//   fold of a row:      h mod folds
//
// x -> x^5 is a permutation modulo p, since 5 does not divide p - 1. Products stay below 2^62.

// What files call this rule.
inline constexpr std::string_view fold_rule_name = "mersenne-31";

inline constexpr std::uint64_t fold_modulus = 0x7FFFFFFF;
inline constexpr std::uint64_t fold_multiplier = 1103515245;
inline constexpr double most_whole = 0x1p61;
// 2^1024 is no number, so that columns of numbers below 2^-971 keep fewer digits.
inline constexpr int largest_fold_scale = 1023;

// Computes the scale of a column whose largest absolute value is this.
int fold_scale(double largest);

// Turns a number into a whole one; factor is 2^scale.
constexpr std::int64_t whole_number(double x, double factor) {
  const double scaled = std::clamp(x * factor, -most_whole, most_whole);
  const auto truncated = static_cast<std::int64_t>(scaled);
  return truncated - (static_cast<double>(truncated) > scaled ? 1 : 0);
}

// Returns a number below 2^31 + 3 that is the same modulo p; value is below 2^63.
constexpr std::uint64_t fold_nearly(std::uint64_t value) {
  value = (value & fold_modulus) + (value >> 31U);
  return (value & fold_modulus) + (value >> 31U);
}

// Adds a column's whole number to the hash of a row. The hash is one of fold_nearly.
constexpr std::uint64_t add_to_fold_hash(std::uint64_t hash, std::int64_t whole) {
  // All that is multiplied has 32 bits, which processors multiply several at a time.
  const auto product = [](std::uint64_t a, std::uint64_t b) {
    return std::uint64_t{static_cast<std::uint32_t>(a)} * static_cast<std::uint32_t>(b);
  };
  // A multiple of p makes it positive.
  const auto positive = static_cast<std::uint64_t>(whole + static_cast<std::int64_t>(fold_modulus << 31U));
  const std::uint64_t sum = fold_nearly(product(hash, fold_multiplier) + fold_nearly(positive));
  const std::uint64_t square = fold_nearly(product(sum, sum));
  return fold_nearly(product(fold_nearly(product(square, square)), sum));
}

// Returns the number below p that a hash stands for.
constexpr std::uint64_t finish_fold_hash(std::uint64_t hash) {
  return hash >= fold_modulus ? hash - fold_modulus : hash;
}

}  // namespace gaptv
