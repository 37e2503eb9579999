// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/number_like_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gaptv {
namespace {

using Kind = NumberLikeText::Kind;
using Texts = std::vector<std::string>;

void expect_kind(const Texts& texts, Kind kind) {
  for (const std::string& text : texts) {
    EXPECT_EQ(number_like_text(text).kind, kind) << text;
    // A sign changes nothing.
    if (kind != Kind::none) {
      EXPECT_EQ(number_like_text("-" + text).kind, kind) << "-" << text;
    }
  }
}

TEST(NumberLikeText, KnowsTheWaysOfWritingNumbers) {
  expect_kind({"3", "3.5", "1e5", ".5"}, Kind::plain);
  expect_kind({"3,5", ",5", "1,234", "1.234,5", "1,234.5", "1 234", "12 345 678,9", "1'234", "1\u2019234.50",
               "1\u00a0234", "1\u202f234,5", "1.234.567", "12,34,567"},
              Kind::separators);
  expect_kind({"35%", "35 %", "3,5%", "0.1 \u2030", "%35", "1\u00a0%"}, Kind::percent);
  expect_kind(
      {"$3.50", "$ 3", "\u20ac 3", "3 \u20ac", "3\u20ac", "\u00a31,234.50", "1.234,50 \u20ac", "US$5", "R$ 5,00"},
      Kind::currency);
  expect_kind({"12kg", "12 kg", "3,5kg", "5 km/h", "20\u00b0C", "50m2", "7\u00b5g"}, Kind::unit);
  EXPECT_EQ(number_like_text("\u22123.5").kind, Kind::characters);
  EXPECT_EQ(number_like_text("3.5\u00a0").kind, Kind::characters);
  EXPECT_EQ(number_like_text("$-3").kind, Kind::currency);
  EXPECT_EQ(number_like_text("5 km/h").unit, "km/h");
}

TEST(NumberLikeText, LeavesNamesWithNumbersAlone) {
  expect_kind({"A1",    "2nd floor", "2nd",  "1st",    "4th", "1-2", "1 - 2", "<5",      ">= 5", "5+", "1.2.3",
               "1,2,3", "12 34",     "1/2",  "a",      "yes", "n/a", "",      "$",       "%",    "kg", "-",
               "--",    "EUR 3",     "B-52", "2024Q1", "3:1", "#4",  "1,",    "1,2,345", "\xff"},
              Kind::none);
}

TEST(NumberLikeText, KnowsDatesAndTimes) {
  for (const std::string text : {"2024-01-05", "05.01.2024", "2024/01/05", "1/5/2024", "05.01.24",
                                 "2024-01-05T12:30:00", "2024-01-05 12:30", "12:30", "7:05:10"}) {
    EXPECT_EQ(number_like_text(text).kind, Kind::date) << text;
  }
}

TEST(NumberLikeText, TellsHowToWriteANumber) {
  EXPECT_EQ(explain_number_remedy(number_like_text("3,5")),
            "write a decimal point (1.5) and no separators between thousands");
  EXPECT_EQ(explain_number_remedy(number_like_text("12kg")), "write a plain number, without the unit 'kg'");
  EXPECT_EQ(explain_number_remedy(number_like_text("yes")), "");
}

TEST(NumberAmongLabels, IsFoundWhereverItStands) {
  EXPECT_FALSE(find_number_among_labels({"low", "high", "2nd", "<5", "A1", "5+", "1-2"}));
  const auto found = find_number_among_labels({"low", "3,5", "35%"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->label, 1U);
  EXPECT_NE(found->problem.find("'3,5' looks like a number, not like a label; write a decimal point"),
            std::string::npos);
  EXPECT_NE(find_number_among_labels({"-", "3.5"})->problem.find("'3.5' is a number, not a label like the others"),
            std::string::npos);
}

TEST(NumberAmongLabels, WithAUnitIsOneOnlyIfMostHaveIt) {
  EXPECT_FALSE(find_number_among_labels({"2D", "3D"}));
  EXPECT_FALSE(find_number_among_labels({"1a", "1b", "2a", "2b", "3a", "3b"}));
  EXPECT_FALSE(find_number_among_labels({"12kg", "15kg", "9kg", "light", "heavy", "middle"}));
  EXPECT_EQ(find_number_among_labels({"light", "12kg", "15kg", "9.5 kg"})->label, 1U);
}

}  // namespace
}  // namespace gaptv
