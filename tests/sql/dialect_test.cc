// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/dialect.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/areas/refusal.h"
#include "tests/sql/sqlite_database.h"

namespace gaptv::sql {
namespace {

using testing::has_text;
using testing::refusal_of;
using testing::SqliteDatabase;

// What all dialects say, in their order.
template <typename Write>
std::vector<std::string> in_all(Write&& write) {
  std::vector<std::string> texts;
  for (const Dialect& dialect : all_dialects()) texts.push_back(write(dialect));
  return texts;
}

TEST(Dialect, IsFoundByItsName) {
  EXPECT_EQ(dialect_names("|"), "duckdb|postgres|spark|sqlite|bigquery|snowflake");
  for (const Dialect& dialect : all_dialects()) EXPECT_EQ(dialect_named(dialect.name).engine, dialect.engine);
  EXPECT_EQ(refusal_of([] { dialect_named("oracle"); }),
            "dialect 'oracle': give one of duckdb, postgres, spark, sqlite, bigquery, snowflake");
}

TEST(Dialect, SaysWhereNobodyHasRunTheStatements) {
  for (const Dialect& dialect : all_dialects()) {
    const bool is_run = dialect.engine != Engine::bigquery && dialect.engine != Engine::snowflake;
    EXPECT_EQ(unverified_comment(dialect).empty(), is_run) << dialect.name;
    EXPECT_EQ(has_text(unverified_comment(dialect), "UNVERIFIED"), !is_run) << dialect.name;
  }
}

TEST(Dialect, QuotesHostileNames) {
  const std::string name = R"(a "b" `c` \d;--)";
  const std::vector<std::string> expected = {
      R"("a ""b"" `c` \d;--")", R"("a ""b"" `c` \d;--")",  R"(`a "b" ``c`` \d;--`)",
      R"(`a "b" ``c`` \d;--`)", R"(`a "b" \`c\` \\d;--`)", R"("a ""b"" `c` \d;--")",
  };
  EXPECT_EQ(in_all([&](const Dialect& dialect) { return quote_identifier(dialect, name); }), expected);
  const Dialect& duckdb = dialect_named("duckdb");
  EXPECT_TRUE(has_text(refusal_of([&] { quote_identifier(duckdb, ""); }), "is empty"));
  EXPECT_TRUE(has_text(refusal_of([&] { quote_identifier(duckdb, std::string("a\0b", 3)); }), "code 0"));
}

TEST(Dialect, QuotesTheNameOfATableByItsParts) {
  const Dialect& duckdb = dialect_named("duckdb");
  EXPECT_EQ(quote_table(duckdb, "homes"), R"("homes")");
  EXPECT_EQ(quote_table(duckdb, "my schema.homes"), R"("my schema"."homes")");
  EXPECT_EQ(quote_table(duckdb, R"("a.b"."say ""hi""".c)"), R"("a.b"."say ""hi"""."c")");
  EXPECT_EQ(quote_table(dialect_named("spark"), R"(a."b`c")"), "`a`.`b``c`");
  for (const std::string bad : {"", ".", "a.", ".a", "a..b", "\"a", "\"\""}) {
    EXPECT_TRUE(has_text(refusal_of([&] { quote_table(duckdb, bad); }), "give table or schema.table")) << bad;
  }
}

TEST(Dialect, WritesTexts) {
  const std::vector<std::string> expected = {
      "'it''s \\ new\nline'", "E'it''s \\\\ new\nline'",  "'it\\'s \\\\ new\nline'",
      "'it''s \\ new\nline'", "'it\\'s \\\\ new\\nline'", "'it''s \\\\ new\nline'",
  };
  EXPECT_EQ(in_all([](const Dialect& dialect) { return text_literal(dialect, "it's \\ new\nline"); }), expected);
}

TEST(Dialect, WritesDoublesAsDoubles) {
  const auto texts = [](double value) {
    return in_all([&](const Dialect& dialect) { return double_literal(dialect, value); });
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts(1.5), (Texts{"1.5e0", "'1.5'::float8", "1.5D", "1.5", "1.5e0", "'1.5'::FLOAT"}));
  EXPECT_EQ(texts(-2), (Texts{"(-2e0)", "'-2'::float8", "(-2D)", "(-2.0)", "(-2e0)", "'-2'::FLOAT"}));
  EXPECT_EQ(texts(0.1), (Texts{"0.1e0", "'0.1'::float8", "0.1D", "(3602879701896397.0/36028797018963968)", "0.1e0",
                               "'0.1'::FLOAT"}));
  EXPECT_EQ(texts(1e300)[0], "1e+300");
  EXPECT_EQ(texts(std::numeric_limits<double>::infinity())[1], "CAST('Infinity' AS double precision)");
}

TEST(Dialect, SqliteReadsEveryDoubleExactly) {
  SqliteDatabase database;
  const Dialect& sqlite = dialect_named("sqlite");
  Random random(7);
  std::vector<double> values = {0, 0.1, 1.0 / 3, 1e15, 1e22, 1e23, 9007199254740993.0, 1e300, 5e-324, 2.5e-310};
  values.push_back(std::numeric_limits<double>::max());
  values.push_back(std::numeric_limits<double>::min());
  values.push_back(std::numeric_limits<double>::infinity());
  while (values.size() < 20000) {
    const double any = std::bit_cast<double>(random.next());
    if (std::isfinite(any)) values.push_back(any);
    values.push_back(random.uniform() * std::pow(10, std::floor(40 * random.uniform()) - 20));
  }
  for (double value : values) {
    for (const double signed_value : {value, -value}) {
      const double read = database.run("SELECT " + double_literal(sqlite, signed_value))[0][0].value();
      ASSERT_EQ(read, signed_value) << double_literal(sqlite, signed_value);
    }
  }
}

TEST(Dialect, WritesIntegersOf64Bits) {
  SqliteDatabase database;
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(integer_literal(dialect_named("spark"), -5), "(-5L)");
  EXPECT_EQ(integer_literal(dialect_named("postgres"), -5), "(-5)::bigint");
  EXPECT_EQ(integer_literal(dialect_named("bigquery"), 5), "5");
  const Dialect& sqlite = dialect_named("sqlite");
  EXPECT_EQ(
      database.run("SELECT typeof(x) = 'integer', x FROM (SELECT " + integer_literal(sqlite, lowest) + " AS x)")[0],
      (SqliteDatabase::Row{1, static_cast<double>(lowest)}));
}

TEST(Dialect, RoundsDownInSqlite) {
  SqliteDatabase database;
  const Dialect& sqlite = dialect_named("sqlite");
  for (const double value : {2.5, -2.5, 3.0, -3.0, 0.0, -0.25}) {
    const std::string literal = double_literal(sqlite, value);
    const auto row = database.run("SELECT " + floor_to_integer(sqlite, literal) + ", " + floor_of(sqlite, literal))[0];
    EXPECT_EQ(row, (SqliteDatabase::Row{std::floor(value), std::floor(value)})) << value;
  }
  EXPECT_EQ(database.run("SELECT " + remainder_of(sqlite, "-7", "3"))[0][0], -1);
}

TEST(Dialect, KnowsWhatIsNoNumber) {
  SqliteDatabase database;
  const Dialect& sqlite = dialect_named("sqlite");
  for (const std::string text : {"NULL", "'a'", "x'00'", "'12'"}) {
    EXPECT_EQ(database.run("SELECT " + is_no_number(sqlite, text))[0][0], 1) << text;
  }
  EXPECT_EQ(database.run("SELECT " + is_no_number(sqlite, "1") + " OR " + is_no_number(sqlite, "2.5"))[0][0], 0);
  const std::vector<std::string> expected = {
      "((x) IS NULL OR isnan(CAST(x AS DOUBLE)))",
      "((x) IS NULL OR CAST(x AS double precision) = CAST('NaN' AS double precision))",
      "((x) IS NULL OR isnan(CAST(x AS DOUBLE)))",
      "(typeof(x) NOT IN ('integer', 'real'))",
      "((x) IS NULL OR IS_NAN(CAST(x AS FLOAT64)))",
      "((x) IS NULL OR CAST(x AS FLOAT) = CAST('NaN' AS FLOAT))",
  };
  EXPECT_EQ(in_all([](const Dialect& dialect) { return is_no_number(dialect, "x"); }), expected);
}

}  // namespace
}  // namespace gaptv::sql
