// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <bit>
#include <cstdint>

#include "gaptv/base/hash.h"

namespace gaptv::testing {

// Adds a number to the fingerprint of a sequence that a test keeps frozen.
inline std::uint64_t add_to_fingerprint(std::uint64_t fingerprint, double value) {
  return mix64(fingerprint ^ std::bit_cast<std::uint64_t>(value + 0.0));
}

}  // namespace gaptv::testing
