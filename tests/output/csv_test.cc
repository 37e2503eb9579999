// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/csv.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

std::string written(const Dataset& data, std::size_t threads = 0) {
  std::string text;
  write_csv(
      data, [&](std::string_view piece) { text += piece; }, threads);
  return text;
}

Dataset features_only(std::vector<std::string> names, std::vector<std::vector<double>> columns) {
  Dataset data;
  data.feature_names = std::move(names);
  data.features = std::move(columns);
  return data;
}

std::string written_number(double value) {
  const std::string text = written(features_only({"x"}, {{value}}));
  return text.substr(2, text.size() - 3);
}

std::string written_name(const std::string& name) {
  const std::string text = written(features_only({name}, {{}}));
  return text.substr(0, text.size() - 1);
}

Dataset random_rows(std::size_t rows) {
  Dataset data = features_only({"x1", "x2"}, {{}, {}});
  data.outcome_name = "y";
  Random random(1);
  for (std::size_t row = 0; row < rows; ++row) {
    data.features[0].push_back(static_cast<double>(random.below(100)));
    data.features[1].push_back(random.uniform());
    data.outcome.push_back(random.normal());
  }
  return data;
}

TEST(WriteCsv, WritesAHeaderAndALinePerRow) {
  Dataset data = features_only({"lon", "lat"}, {{1, 2}, {-0.5, 0.25}});
  data.outcome_name = "y";
  data.outcome = {3, 1e300};
  EXPECT_EQ(written(data), "lon,lat,y\n1,-0.5,3\n2,0.25,1e+300\n");
}

TEST(WriteCsv, LeavesOutAnOutcomeThatWasNotReadAndAddsTheWeight) {
  Dataset data = features_only({"x"}, {{1}});
  EXPECT_EQ(written(data), "x\n1\n");
  data.outcome_name = "y";
  data.outcome = {2};
  data.weight = {0.5};
  EXPECT_EQ(written(data), "x,y,weight\n1,2,0.5\n");
}

TEST(WriteCsv, WritesOnlyTheHeaderForNoRows) {
  EXPECT_EQ(written(features_only({"x1", "x2"}, {{}, {}})), "x1,x2\n");
}

TEST(WriteCsv, WritesWholeNumbersWithoutADecimalPoint) {
  EXPECT_EQ(written_number(0), "0");
  EXPECT_EQ(written_number(99), "99");
  EXPECT_EQ(written_number(-7), "-7");
  EXPECT_EQ(written_number(100000), "100000");
  EXPECT_EQ(written_number(999999999999999), "999999999999999");
  EXPECT_EQ(written_number(1e15), "1e+15");
}

TEST(WriteCsv, WritesTheShortestFormThatReadsBackExactly) {
  EXPECT_EQ(written_number(0.1), "0.1");
  EXPECT_EQ(written_number(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(written_number(-0.0), "-0");
  EXPECT_EQ(written_number(5e-324), "5e-324");
  EXPECT_EQ(written_number(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
  EXPECT_EQ(written_number(-2.2250738585072014e-308), "-2.2250738585072014e-308");
}

TEST(WriteCsv, LosesNoBitOfAnyNumber) {
  Random random(2);
  Dataset data = features_only({"x"}, {{}});
  for (int i = 0; i < 100000; ++i) {
    const double value = std::bit_cast<double>(random.next());
    if (std::isfinite(value)) data.features[0].push_back(value);
  }
  const std::string text = written(data);
  const char* position = text.data() + 2;
  for (const double expected : data.features[0]) {
    double value = 0.0;
    position = std::from_chars(position, text.data() + text.size(), value).ptr + 1;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(expected));
  }
  EXPECT_EQ(position, text.data() + text.size());
}

TEST(WriteCsv, QuotesNamesThatNeedIt) {
  EXPECT_EQ(written_name("plain name_1"), "plain name_1");
  EXPECT_EQ(written_name("größe"), "größe");
  EXPECT_EQ(written_name("a,b"), "\"a,b\"");
  EXPECT_EQ(written_name("a;b"), "\"a;b\"");
  EXPECT_EQ(written_name("a\tb"), "\"a\tb\"");
  EXPECT_EQ(written_name("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(written_name("the \"x\""), "\"the \"\"x\"\"\"");
  EXPECT_EQ(written_name(" padded"), "\" padded\"");
  EXPECT_EQ(written_name("padded "), "\"padded \"");
  EXPECT_EQ(written_name("\xEF\xBB\xBFmarked"), "\"\xEF\xBB\xBFmarked\"");
  EXPECT_EQ(written_name(""), "\"\"");
}

TEST(CsvField, IsQuotedWhereItCouldBeMistaken) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a|b"), "a|b");
  EXPECT_EQ(csv_field("a|b", '|'), "\"a|b\"");
  EXPECT_EQ(csv_field("a,b", '|'), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field(""), "\"\"");
  EXPECT_EQ(csv_field(" a"), "\" a\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(WriteCsv, WritesTheSameBytesWithAnyNumberOfThreads) {
  const Dataset data = random_rows(300001);
  const std::string text = written(data, 1);
  EXPECT_EQ(written(data, 2), text);
  EXPECT_EQ(written(data, 5), text);
}

TEST(WriteCsv, WritesPiecesOfAboutAMegabyteThatEndWithALine) {
  constexpr std::size_t largest_piece = 1500000;  // "about a megabyte"
  constexpr std::size_t rows = 100000;
  std::size_t lines = 0;
  write_csv(random_rows(rows), [&](std::string_view piece) {
    EXPECT_LT(piece.size(), largest_piece);
    EXPECT_EQ(piece.back(), '\n');
    for (const char c : piece) lines += c == '\n' ? 1U : 0U;
  });
  EXPECT_EQ(lines, rows + 1);
}

TEST(WriteCsv, EndsWithTheExceptionOfTheSink) {
  std::size_t pieces = 0;
  const auto sink = [&](std::string_view) {
    if (++pieces == 2) throw std::runtime_error("disk full");
  };
  EXPECT_THROW(write_csv(random_rows(100000), sink), std::runtime_error);
  EXPECT_EQ(pieces, 2U);
}

}  // namespace
}  // namespace gaptv
