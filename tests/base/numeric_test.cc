// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/numeric.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

// The documented error of digamma.
constexpr double digamma_tolerance = 3e-15;
// The documented error of portable_log is 1 unit in the last place and std::log's own is below 1.
constexpr double log_units = 2.0;

double digamma_error(double x, double expected) {
  return std::abs(digamma(x) - expected) / std::max(1.0, std::abs(expected));
}

double unit_in_last_place(double x) {
  return std::nextafter(std::abs(x), std::numeric_limits<double>::infinity()) - std::abs(x);
}

TEST(PortableLog, AgreesWithTheStandardLibraryOverTheWholeRange) {
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const int exponent = static_cast<int>(random.below(2098)) - 1074;
    const double x = std::ldexp(1.0 + random.uniform(), exponent);
    const double expected = std::log(x);
    ASSERT_NEAR(portable_log(x), expected, log_units * unit_in_last_place(expected)) << "x = " << x;
  }
}

TEST(PortableLog, IsRelativelyAccurateNearOne) {
  Random random(2);
  for (int i = 0; i < 200000; ++i) {
    const double x = 1.0 + std::ldexp(random.uniform() - 0.5, -static_cast<int>(random.below(50)));
    const double expected = std::log(x);
    ASSERT_NEAR(portable_log(x), expected, log_units * unit_in_last_place(expected)) << "x = " << x;
  }
}

TEST(PortableLog, IsExactWhereTheResultIsZeroOrAMultipleOfLogTwo) {
  EXPECT_EQ(portable_log(1.0), 0.0);
  EXPECT_EQ(portable_log(2.0), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(portable_log(0.5), -0x1.62e42fefa39efp-1);
  EXPECT_EQ(portable_log(1024.0), 10 * 0x1.62e42fefa39efp-1);
}

TEST(PortableLog, CoversTheExtremesOfTheDoubles) {
  for (const double x : {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(),
                         std::nextafter(std::numeric_limits<double>::min(), 0.0), std::numeric_limits<double>::max()}) {
    EXPECT_DOUBLE_EQ(portable_log(x), std::log(x)) << "x = " << x;
  }
}

TEST(Digamma, HasItsKnownValues) {
  // Computed with 50 digits: recurrence to x >= 60, then 25 terms of the asymptotic series with exact Bernoulli
  // numbers.
  const std::vector<std::pair<double, double>> known = {
      {1e-10, -10000000000.57721530041506629}, {0.25, -4.227453533376265408089530146},
      {0.5, -1.963510026021423479440976332},   {1.0, -0.577215664901532860606512090},
      {1.5, 0.0364899739785765205590236670},   {2.0, 0.4227843350984671393934879099},
      {3.75, 1.1825373886117962286415115055},  {9.5, 2.1977378764029495331673303929},
      {10.0, 2.2517525890667211076474561638},  {10.5, 2.3030010342976863752725935508},
      {50.0, 3.9019896734278921969539597028},  {1000.25, 6.9075052894144282581087256535},
      {49999999e6, 31.543044101356684066834},  {5e19, 45.358554679320968370932596972}};
  for (const auto& [x, expected] : known) EXPECT_LE(digamma_error(x, expected), digamma_tolerance) << "x = " << x;
}

TEST(Digamma, IsZeroAtItsRoot) {
  // The double nearest to the root, where digamma is -9.24e-17.
  EXPECT_NEAR(digamma(1.4616321449683622), 0.0, digamma_tolerance);
}

TEST(Digamma, ObeysTheRecurrence) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const double x = 0.01 + 30.0 * random.uniform();
    // Both sides carry the documented error, and x + 1 may be rounded.
    const double tolerance = 4 * digamma_tolerance * std::max(1.0, std::abs(digamma(x)));
    ASSERT_NEAR(digamma(x + 1.0), digamma(x) + 1.0 / x, tolerance) << "x = " << x;
  }
}

TEST(Digamma, ObeysTheDuplicationFormula) {
  for (double x = 0.125; x < 100.0; x += 0.125) {
    const double expected = 0.5 * (digamma(x) + digamma(x + 0.5)) + std::log(2.0);
    const double tolerance = 4 * digamma_tolerance * std::max(1.0, std::abs(digamma(x)));
    EXPECT_NEAR(digamma(2.0 * x), expected, tolerance) << "x = " << x;
  }
}

TEST(Digamma, IsTheDerivativeOfLogGamma) {
  for (const double x : {0.3, 1.0, 2.7, 12.0, 150.0}) {
    const double step = 1e-5 * x;
    const double slope = (std::lgamma(x + step) - std::lgamma(x - step)) / (2.0 * step);
    // The central difference has an error of about step^2 from the curvature and 1e-16 * lgamma / step from rounding.
    constexpr double difference_tolerance = 1e-8;
    EXPECT_NEAR(digamma(x), slope, difference_tolerance * std::max(1.0, std::abs(slope))) << "x = " << x;
  }
}

TEST(Digamma, RisesThroughTheChangeFromRecurrenceToSeries) {
  double before = digamma(9.9);
  for (double x = 9.901; x < 10.1; x += 0.001) {
    const double value = digamma(x);
    EXPECT_GT(value, before) << "x = " << x;
    before = value;
  }
}

}  // namespace
}  // namespace gaptv
