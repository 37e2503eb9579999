// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

TEST(CsvWrittenNumbers, ADecimalCommaIsReadWhereNothingElseMakesSense) {
  for (const CsvOptions& options : {xy, automatic}) {
    const Dataset data = read_text("x;y\n1;3,5\n2,25;1,234\n3;-0,5\n4;7\n", options);
    EXPECT_EQ(data.outcome, (Numbers{3.5, 1.234, -0.5, 7}));
    EXPECT_EQ(data.features[0], (Numbers{1, 2.25, 3, 4}));
    EXPECT_TRUE(data.classes.empty());
    expect_parts(join_notes(data.notes), {"column 'x': '2,25' is read as 2.25",
                                          "column 'y': '3,5' is read as 3.5: the column "
                                          "is written with a decimal comma"});
    EXPECT_EQ(data.notes.size(), 2U);
  }
  EXPECT_EQ(read_text("x\ty\n1\t3,5\n").outcome, Numbers{3.5});
  EXPECT_EQ(read_text("x,y\n1,\"3,5\"\n").outcome, Numbers{3.5});
  EXPECT_EQ(read_text("x;y\n1;1,5E+03\n").outcome, Numbers{1500});
}

TEST(CsvWrittenNumbers, ThatCouldBeMeantInTwoWaysAreRefusedWithBoth) {
  expect_parts(refusal_of("x;y\n1;12\n2;1,234\n"), {"data.csv, row 2 (line 3), column 'y': '1,234' can mean 1234",
                                                    "`decimal=.`", "or 1.234", "`decimal=,`"});
  CsvOptions options = xy;
  options.decimal = ',';
  EXPECT_EQ(read_text("x;y\n1;12\n2;1,234\n3;5.678\n", options).outcome, (Numbers{12, 1.234, 5678}));
  options.decimal = '.';
  EXPECT_EQ(read_text("x;y\n1;12\n2;1,234\n3;5.678\n", options).outcome, (Numbers{12, 1234, 5.678}));
  // A column with points is as unclear where another one has decimal commas.
  expect_parts(refusal_of("x;y\n1,5;1.234\n"), {"column 'y': '1.234' can mean 1.234", "or 1234"});
}

TEST(CsvWrittenNumbers, AreUnderstoodByTheOtherColumnsOnlyWhereThatIsCertain) {
  EXPECT_EQ(read_text("x;y\n1,5;1,234\n").outcome, Numbers{1.234});
  EXPECT_EQ(read_text("x,y\n1.5,\"1,234\"\n").outcome, Numbers{1234});
  // Points beside semicolons may come from elsewhere, as coordinates often do.
  expect_parts(refusal_of("x;y\n48.1234;1,234\n"), {"'1,234' can mean"});
}

TEST(CsvWrittenNumbers, SeparatorsBetweenThousandsAreLeftOut) {
  const Dataset data = read_text(
      "x;y\n1;1,234.50\n2;1 234\n3;1'234\n4;1\u00a0234\n5;12\u202f345.5\n6;1,234,567\n7;1,234\n8;950\n9;1\u2019000\n");
  EXPECT_EQ(data.outcome, (Numbers{1234.5, 1234, 1234, 1234, 12345.5, 1234567, 1234, 950, 1000}));
  ASSERT_EQ(data.notes.size(), 1U);
  expect_parts(data.notes[0], {"'1,234.50' is read as 1234.5", "separators between thousands"});
  EXPECT_EQ(read_text("x;y\n1;1.234.567,5\n2;1.234\n").outcome, (Numbers{1234567.5, 1234}));
}

TEST(CsvWrittenNumbers, SignsOfPercentAndCurrencyAreLeftOut) {
  const Dataset data = read_text("x,y\n35%,\"$1,234.50\"\n40 %,$5\n0,$7.25\n2.5%,8\n");
  EXPECT_EQ(data.features[0], (Numbers{35, 40, 0, 2.5}));
  EXPECT_EQ(data.outcome, (Numbers{1234.5, 5, 7.25, 8}));
  expect_parts(join_notes(data.notes), {"column 'x': '35%' is read as 35: the column is written in percent",
                                        "column 'y': '$1,234.50' is read as 1234.5", "in $, which is left out"});
  EXPECT_EQ(read_text("x;y\n1;3,50 \u20ac\n2;1.234,50 \u20ac\n").outcome, (Numbers{3.5, 1234.5}));
  EXPECT_EQ(read_text("x,y\n1,\u22123.5\n").outcome, Numbers{-3.5});
}

TEST(CsvWrittenNumbers, OfOneColumnMustBeAlike) {
  expect_parts(
      refusal_of("x,y\n1,35%\n2,0.4\n"),
      {"row 2 (line 3), column 'y': '0.4' is not written like '35%' in row 1: one of them has a percent sign"});
  expect_parts(refusal_of("x,y\n1,0.4\n2,35%\n"), {"row 2 (line 3), column 'y': '35%' is not written like '0.4'"});
  expect_parts(refusal_of("x,y\n1,$5\n2,5 \u20ac\n"), {"row 2", "different currencies"});
  expect_parts(refusal_of("x;y\n1;3,5\n2;3.5\n"), {"row 2", "'3.5'", "'3,5' in row 1", "decimal comma"});
}

TEST(CsvWrittenNumbers, MustFollowTheUsersDecimalSign) {
  CsvOptions options = xy;
  options.decimal = '.';
  expect_parts(refusal_of("x;y\n1;3,5\n", options), {"row 1", "'3,5' is no number with a decimal point", "`decimal`"});
  options.decimal = ',';
  expect_parts(refusal_of("x;y\n1;3.5\n", options), {"row 1", "'3.5' is no number with a decimal comma"});
  EXPECT_EQ(read_text("x;y\n1;1.234\n", options).outcome, Numbers{1234});
}

TEST(CsvWrittenNumbers, AreReadAlikeForEveryBlockSizeAndThreadCount) {
  std::string text = "x;t;y\n";
  Numbers expected;
  for (int i = 0; i < 500; ++i) {
    // The first decimal comma comes late, behind a number that means something else by it.
    text += std::to_string(i) + ";\"a;\nb\";" + (i == 3 ? "1.250" : i > 400 ? std::to_string(i) + ",5" : "7") + "\n";
    expected.push_back(i == 3 ? 1250 : i > 400 ? i + 0.5 : 7);
  }
  for (const std::size_t threads : {1U, 3U}) {
    for (const std::size_t block_bytes : {1U, 64U, 1000U, 1000000U}) {
      CsvOptions options = xy;
      options.threads = threads;
      EXPECT_EQ(read_text(text, options, {.block_bytes = block_bytes}).outcome, expected);
      EXPECT_EQ(read_text(gzip(text), options, {.block_bytes = block_bytes}).outcome, expected);
    }
  }
}

TEST(CsvWrittenNumbers, PointsThatCouldStandBetweenThousandsAreNotedWhereOfficesWriteThem) {
  const Dataset data = read_text("x;y\n1;1.234\n2;12.345\n");
  EXPECT_EQ(data.outcome, (Numbers{1.234, 12.345}));
  expect_parts(join_notes(data.notes), {"column 'y': its points are read as decimal points (1.234)", "`decimal=,`"});
  EXPECT_TRUE(read_text("x;y\n1;1.234\n2;0.5\n").notes.empty());
  EXPECT_TRUE(read_text("x,y\n1,1.234\n2,12.345\n").notes.empty());
}

TEST(CsvWrittenNumbers, DecimalCommasBesideCommasAreExplained) {
  expect_parts(refusal_of("x,y\n1,5,2,5\n"), {"it has 4 fields where the header has 2", "decimal commas"});
}

TEST(CsvWrittenNumbers, RowsAreHandedOutWithTheirNumbersAndNotes) {
  const auto read = [](const std::string& text, const CsvOptions& options, std::size_t block_bytes, Texts& notes) {
    const CsvFile file(text);
    Numbers x;
    notes = csv::for_each_csv_block(
        file.path(), options, {.block_bytes = block_bytes}, [](std::string_view, char) {},
        [&x](const CsvRows& rows) { x.insert(x.end(), rows.data.features[0].begin(), rows.data.features[0].end()); });
    return x;
  };
  for (const std::size_t block_bytes : {1U, 1000U}) {
    Texts notes;
    EXPECT_EQ(read("x;t\n7;a\n3,5;b\n", {.features = {"x"}}, block_bytes, notes), (Numbers{7, 3.5}));
    expect_parts(join_notes(notes), {"'3,5' is read as 3.5"});
  }
  // Of rows that were handed out already nothing can be taken back.
  Texts notes;
  const std::string text = "x;t\n1.250;a\n3,5;b\n";
  EXPECT_EQ(read(text, {.features = {"x"}}, 1000, notes), (Numbers{1250, 3.5}));
  EXPECT_THROW(read(text, {.features = {"x"}}, 1, notes), InvalidInput);
  EXPECT_EQ(read(text, {.features = {"x"}, .decimal = ','}, 1, notes), (Numbers{1250, 3.5}));
}

TEST(CsvDates, InAFeatureAreRefusedWithARemedy) {
  for (const std::string date : {"2024-01-05", "05.01.2024", "1/5/2024", "2024-01-05 12:30", "12:30"}) {
    expect_parts(
        refusal_of("x,y\n" + date + ",1\n"),
        {"row 1 (line 2), column 'x': '" + date + "' is not a number; it is a date or a time", "write a number"});
  }
  expect_parts(refusal_of("x,y\n1,2024-01-05\n2,2024-01-06\n3,2024-01-07\n", automatic), {"looks like a date"});
}

}  // namespace
}  // namespace gaptv::testing
