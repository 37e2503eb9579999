// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/numeric.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gaptv {
namespace {

// The polynomial with these coefficients, the constant first, by Horner's rule.
template <std::size_t N>
double evaluate_polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = coefficients.back();
  for (std::size_t k = N - 1; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

}  // namespace

// x = 2^e m with m in [sqrt(1/2), sqrt(2)) and log m = 2 atanh(s) = 2 s (1 + s^2/3 + s^4/5 + ...), s = (m - 1) / (m +
// 1). As |s| < 0.172, the first term left out, s^22/23, is below 1e-18. The form r - s (r - tail) with r = m - 1, which
// is exact, avoids the rounding error of s in the leading term (as in fdlibm's log): 2 s = r - s r.
double portable_log(double x) {
  assert(x > 0.0 && std::isfinite(x));
  constexpr double two_to_54 = 18014398509481984.0;
  constexpr std::uint64_t bits_of_sqrt_half = 0x3FE6A09E667F3BCDU;
  constexpr std::uint64_t mantissa_bits = 52;
  const bool is_subnormal = x < std::numeric_limits<double>::min();
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(is_subnormal ? x * two_to_54 : x);
  // Arithmetic shift: the distance to sqrt(1/2) in binades, rounded down.
  const std::int64_t shift = static_cast<std::int64_t>(bits - bits_of_sqrt_half) >> mantissa_bits;
  const double m = std::bit_cast<double>(bits - (static_cast<std::uint64_t>(shift) << mantissa_bits));
  const double exponent = static_cast<double>(is_subnormal ? shift - 54 : shift);

  static constexpr std::array<double, 10> series = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                                                    1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  // log 2 in two parts; the first has 21 zeros at its end, so that its product with an exponent is exact.
  constexpr double log2_high = 6.93147180369123816490e-01;
  constexpr double log2_low = 1.90821492927058770002e-10;
  const double r = m - 1.0;
  const double s = r / (m + 1.0);
  const double square = s * s;
  const double tail = 2.0 * square * evaluate_polynomial(series, square);
  return exponent * log2_high + (r - (s * (r - tail) - exponent * log2_low));
}

// digamma(x) = digamma(x + 1) - 1 / x raises x to at least 10, where the asymptotic series
// log x - 1 / (2 x) - sum over k of B_2k / (2 k x^2k) (Abramowitz and Stegun 6.3.18) after 7 terms is exact to 5e-17.
double digamma(double x) {
  assert(x > 0.0 && std::isfinite(x));
  constexpr double least_asymptotic = 10.0;
  static constexpr std::array<double, 7> bernoulli_terms = {1.0 / 12,  -1.0 / 120,       1.0 / 252, -1.0 / 240,
                                                            1.0 / 132, -691.0 / 32760.0, 1.0 / 12};
  double below = 0.0;
  for (; x < least_asymptotic; x += 1.0) below += 1.0 / x;
  const double inverse = 1.0 / x;
  const double square = inverse * inverse;
  return portable_log(x) - (0.5 * inverse + square * evaluate_polynomial(bernoulli_terms, square)) - below;
}

double round_to_32_bits(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, 32)), exponent - 32);
}

}  // namespace gaptv
