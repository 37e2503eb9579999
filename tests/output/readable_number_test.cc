// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/readable_number.h"

#include <gtest/gtest.h>

namespace gaptv {
namespace {

TEST(ReadableNumber, KeepsWholeDigits) {
  EXPECT_EQ(short_number(452600), "452600");
  EXPECT_EQ(short_number(1.23456), "1.235");
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(1.5e-7), "1.5e-07");
}

TEST(ReadableNumber, InARangeIsRoundedToAThousandthOfIt) {
  EXPECT_EQ(number_in_range(2.71828, 5), "2.718");
  EXPECT_EQ(number_in_range(2.71828, 500), "2.7");
  EXPECT_EQ(number_in_range(-0.00001, 5), "0");
}

TEST(ReadableNumber, InARangeHasCommasFromTenThousandOn) {
  EXPECT_EQ(number_in_range(9999, 5000), "9999");
  EXPECT_EQ(number_in_range(61006.2, 61006.2), "61,006");
  EXPECT_EQ(number_in_range(-123456.25, 10), "-123,456.25");
  EXPECT_EQ(number_in_range(1234567, 1e6), "1,234,567");
}

TEST(ReadableNumber, OfObservationsIsWholeWithCommasOrRounded) {
  EXPECT_EQ(count_text(12345), "12,345");
  EXPECT_EQ(count_text(-123456), "-123,456");
  EXPECT_EQ(count_text(17.5), "17.5");
  EXPECT_EQ(plural(1, "row"), "1 row");
}

}  // namespace
}  // namespace gaptv
