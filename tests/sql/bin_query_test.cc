// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/bin_query.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/sql/dialect.h"
#include "tests/areas/refusal.h"

namespace gaptv::sql {
namespace {

using testing::has_text;

std::vector<double> whole_numbers(std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i + 1));
  return numbers;
}

TEST(BinQuery, ComparesWithFewEdgesInEveryEngine) {
  for (const char* const engine : {"duckdb", "spark", "sqlite"}) {
    const Dialect& dialect = dialect_named(engine);
    const std::string two = double_literal(dialect, 2);
    EXPECT_EQ(with_bins(dialect, {{"x", "bin", {2}}}, {{"gf", "gf"}, {"gw * ge", "gn"}}, "SELECT 1"),
              "SELECT CASE WHEN x < " + two + " THEN 0 ELSE 1 END AS bin, gf, gw * ge AS gn FROM (SELECT 1) gu");
  }
}

// Tests in Python run it (test_spark.py).
TEST(BinQuery, HalvesArraysOfManyEdgesInSpark) {
  const std::vector<BinnedColumn> binned = {{"x", "b0", whole_numbers(31)}, {"z", "b1", whole_numbers(3)}};
  const std::string text = with_bins(dialect_named("spark"), binned, {{"y * 2", "gz"}}, "SELECT 1");
  // Of 31 edges the middle one is 16, then 8 and 24; three are halved twice, and the bin is known before the others.
  EXPECT_TRUE(has_text(text, "(SELECT y * 2 AS gz, x, 0 AS b0, z, 0 AS b1 FROM (SELECT 1) gu)"));
  EXPECT_TRUE(has_text(text, "x >= CAST(split('16', ',') AS ARRAY<DOUBLE>)[b0] THEN 1 ELSE 0 END AS b0, z, 2 * b1 + "));
  EXPECT_TRUE(has_text(text, "2 * b0 + CASE WHEN x >= CAST(split('8,24', ',')"));
  EXPECT_TRUE(text.starts_with("SELECT gz, x, 2 * b0 + CASE WHEN x >= CAST(split('1,3,5,"));
  EXPECT_TRUE(has_text(text, " END AS b0, z, b1 FROM (SELECT gz, x, "));
  EXPECT_FALSE(has_text(with_bins(dialect_named("duckdb"), binned, {}, "SELECT 1"), "split"));
}

TEST(BinQuery, FillsEdgesUpWithInfinity) {
  const std::string text = with_bins(dialect_named("spark"), {{"x", "b", whole_numbers(33)}}, {}, "SELECT 1");
  EXPECT_TRUE(has_text(text, "CAST(split('32', ',')"));
  EXPECT_TRUE(has_text(text, "CAST(split('16,Infinity', ',')"));
}

}  // namespace
}  // namespace gaptv::sql
