// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/random.h"

#include <bit>
#include <cassert>
#include <cmath>

#include "gaptv/base/hash.h"
#include "gaptv/base/numeric.h"

namespace gaptv {

// The words are distinct because mix64 is a bijection, so the state is never all zeros, which xoshiro could not leave.
Random::Random(std::uint64_t seed, std::uint64_t stream) : state_{} {
  const std::uint64_t start = mix64(mix64(seed) ^ stream);
  for (std::uint64_t word = 0; word < state_.size(); ++word) state_[word] = mix64(start + word * splitmix_step);
}

std::uint64_t Random::next() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t shifted = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

// Rejection from the smallest power of two that is at least count.
std::uint64_t Random::below(std::uint64_t count) {
  assert(count > 0);
  if (count <= 1) return 0;
  const int unused_bits = std::countl_zero(count - 1);
  while (true) {
    const std::uint64_t value = next() >> static_cast<unsigned>(unused_bits);
    if (value < count) return value;
  }
}

// A point (u, v) uniform in the unit disc has a squared radius r uniform in (0, 1) and a direction independent of it,
// so (u, v) sqrt(-2 log(r) / r) is a pair of independent normal numbers.
double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  while (true) {
    const double u = 2.0 * uniform() - 1.0;
    const double v = 2.0 * uniform() - 1.0;
    const double r = u * u + v * v;
    if (r >= 1.0 || r == 0.0) continue;
    const double scale = std::sqrt(-2.0 * portable_log(r) / r);
    spare_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
}

}  // namespace gaptv
