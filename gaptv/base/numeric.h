// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv {

// Computes the natural logarithm of a finite x > 0 (subnormal numbers included), with an error below 1 unit in the last
// place. Unlike std::log, whose last bit depends on the C library, it uses only operations that IEEE 754 rounds
// exactly, so that every platform computes the same bytes. It takes O(1) and is about half as fast as std::log.
double portable_log(double x);

// Computes the digamma function, the derivative of log gamma, of a finite x > 0. The error is below 3e-15 times the
// larger of 1 and |digamma(x)|: absolute near the root at 1.4616, relative elsewhere. Every platform computes the same
// bytes. O(1).
double digamma(double x);

// Rounds to the nearest number with 32 binary digits.
double round_to_32_bits(double x);

}  // namespace gaptv
