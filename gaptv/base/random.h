// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstdint>

#include "gaptv/base/export.h"

namespace gaptv {

// Draws seeded random numbers, which are the same bytes on every platform (the distributions of the standard library
// and the last bit of std::log are not). The generator is xoshiro256++ (Blackman and Vigna 2021): its period is 2^256 -
// 1. It must not be used for secrets.
//
// Each pair (seed, stream) starts a sequence of its own; use a stream per purpose or per piece of parallel work, so
// that the numbers of one do not depend on how many another has drawn. The four words of the state are the splitmix64
// sequence that starts at mix64(seed) xor stream, mixed once more. The sequences are fixed for ever: simulated data and
// published results depend on them.
class GAPTV_API Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  // Draws 64 random bits.
  std::uint64_t next();

  // Draws a multiple of 2^-53 in [0, 1), each with the same probability.
  double uniform();

  // Draws an integer in 0 .. count - 1, each with exactly the same probability; count >= 1. Takes less than 2 calls of
  // next() on average, and none if count is 1.
  std::uint64_t below(std::uint64_t count);

  // Draws from the normal distribution with mean 0 and variance 1 by Marsaglia's polar method: exact but for rounding,
  // about 2 units in the last place; as the method starts from multiples of 2^-52, no value exceeds 12.1 in size.
  // Numbers come in pairs; the second one of a pair is kept for the next call.
  double normal();

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace gaptv
