// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/written_number.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace gaptv {
namespace {

struct Meaning {
  std::string text;
  std::optional<double> by_point;
  std::optional<double> by_comma;
};

TEST(WrittenNumber, TellsWhatItMeansByADecimalPointAndByAComma) {
  const std::vector<Meaning> meanings = {{"1234", 1234, 1234},
                                         {"3.5", 3.5, {}},
                                         {"3,5", {}, 3.5},
                                         {"1,234", 1234, 1.234},
                                         {"1.234", 1.234, 1234},
                                         {"0.123", 0.123, {}},
                                         {"0,123", {}, 0.123},
                                         {"1234,567", {}, 1234.567},
                                         {"1,234,567", 1234567, {}},
                                         {"1.234.567", {}, 1234567},
                                         {"1.234,5", {}, 1234.5},
                                         {"1,234.5", 1234.5, {}},
                                         {"12,34,567", 1234567, {}},
                                         {"1 234", 1234, 1234},
                                         {"1 234,5", {}, 1234.5},
                                         {"1'234.5", 1234.5, {}},
                                         {",5", {}, 0.5},
                                         {".5", 0.5, {}},
                                         {"1,5E+03", {}, 1500},
                                         {"1.5e3", 1500, {}}};
  for (const auto& [text, by_point, by_comma] : meanings) {
    for (const std::string sign : {"", "-", "+", "\u2212"}) {
      const std::optional<WrittenNumber> number = read_written_number(sign + text);
      ASSERT_TRUE(number) << sign + text;
      const double factor = sign.empty() || sign == "+" ? 1 : -1;
      EXPECT_EQ(number->by_point, by_point ? std::optional(factor * *by_point) : by_point) << sign + text;
      EXPECT_EQ(number->by_comma, by_comma ? std::optional(factor * *by_comma) : by_comma) << sign + text;
    }
  }
}

TEST(WrittenNumber, KnowsItsSigns) {
  EXPECT_EQ(read_written_number("35 %")->percent, "%");
  EXPECT_EQ(read_written_number("US$1,234.50")->currency, "US$");
  EXPECT_EQ(read_written_number("1.234,50 \u20ac")->currency, "\u20ac");
  EXPECT_EQ(read_written_number("-$3")->by_point, -3);
}

TEST(WrittenNumber, IsNoNameWithNumbersInIt) {
  for (const std::string text :
       {"", "-", "a", "1.2.3", "12 34", "1,", "0,123,456", "1,2,345", "12kg", "1e", "$", "%"}) {
    EXPECT_FALSE(read_written_number(text)) << text;
  }
}

}  // namespace
}  // namespace gaptv
