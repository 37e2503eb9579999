// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <bit>
#include <cstdint>

namespace gaptv {

// The step of the splitmix64 sequence is 2^64 divided by the golden ratio, made odd.
inline constexpr std::uint64_t splitmix_step = 0x9E3779B97F4A7C15U;

// This is fixed for ever: random streams and the hashes of input files are made of these functions (64-bit unsigned
// integers, sums and products modulo 2^64, shifts fill with zeros). Folds have a rule of their own, which plain SQL can
// repeat (gaptv/data/fold_rule.h).
//
//   mix64(z):              z = z + 0x9E3779B97F4A7C15
//                          z = (z xor (z >> 30)) * 0xBF58476D1CE4E5B9
//                          z = (z xor (z >> 27)) * 0x94D049BB133111EB
//                          result z xor (z >> 31)
//   hash_combine(h, v):    z = (h xor bits(v)) * 0xD6E8FEB86659FD93, result z xor (z >> 32), where bits(v) is the
//   64-bit
//                          IEEE 754 pattern of v, and 0 for -0.0
//   reduce_hash(h, count): ((h >> 32) * count) >> 32

// Computes the output function of splitmix64 (Steele, Lea and Flood 2014), a bijection that spreads every input bit
// over the whole word. mix64(s), mix64(s + splitmix_step), ... is the splitmix64 sequence that starts at state s.
constexpr std::uint64_t mix64(std::uint64_t value) {
  value += splitmix_step;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

// Adds a number to a hash; the order of the numbers matters, and numbers that compare equal give the same hash. It
// costs one product per number, since ten million rows have thirty million of them; mix64 must follow before single
// bits are used. NaN must not be added, as it has many patterns.
constexpr std::uint64_t hash_combine(std::uint64_t hash, double value) {
  const double without_signed_zero = value + 0.0;  // changes -0.0 alone, without a branch
  const std::uint64_t product = (hash ^ std::bit_cast<std::uint64_t>(without_signed_zero)) * 0xD6E8FEB86659FD93U;
  return product ^ (product >> 32U);
}

// Turns a mixed hash into a number from 0 to count - 1; count is below 2^32.
constexpr std::uint64_t reduce_hash(std::uint64_t hash, std::uint64_t count) {
  return ((hash >> 32U) * count) >> 32U;
}

}  // namespace gaptv
