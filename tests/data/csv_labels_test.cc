// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gaptv/data/csv/labels.h"
#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

using Texts = std::vector<std::string>;
using Numbers = std::vector<double>;

const CsvOptions labelled = {.features = {"x"}, .outcome = "y", .outcome_kind = OutcomeKind::label};

TEST(CsvLabels, AreNumberedInAlphabeticalOrder) {
  const Dataset data = read_text("x,y\n1,yes\n2,no\n3,\"yes\"\n4, no \n", automatic);
  EXPECT_EQ(data.classes, (Texts{"no", "yes"}));
  EXPECT_EQ(data.outcome, (Numbers{1, 0, 1, 0}));
}

TEST(CsvLabels, AreTheSameWhateverTheBlocksAndThreads) {
  std::string text = "x,y\n";
  Numbers expected;
  const Texts names = {"pear", "a \"b\", c", "fig", "apple"};
  const Texts fields = {"pear", "\"a \"\"b\"\", c\"", "fig", "\"apple\""};
  const Numbers ranks = {3, 0, 2, 1};
  for (std::size_t i = 0; i < 500; ++i) {
    const std::size_t which = i * 5 % 7 % 4;
    text += std::to_string(i) + "," + fields[which] + "\r\n";
    expected.push_back(ranks[which]);
  }
  for (const std::size_t block_bytes : {1U, 40U, 1000U, 1000000U}) {
    for (const std::size_t threads : {1U, 3U}) {
      CsvOptions options = automatic;
      options.threads = threads;
      const Dataset data = read_text(text, options, {.block_bytes = block_bytes});
      EXPECT_EQ(data.classes, (Texts{"a \"b\", c", "apple", "fig", "pear"}));
      EXPECT_EQ(data.outcome, expected);
    }
  }
}

TEST(CsvLabels, AreRecognisedByTheFirstValueThatIsNotMissing) {
  EXPECT_EQ(read_text("x,y\n1,0\n2,1\n", automatic).classes, Texts{});
  EXPECT_EQ(read_text("y,x\ntrue,1\nfalse,2\n", automatic).classes, (Texts{"false", "true"}));
  CsvOptions options = automatic;
  options.missing = MissingRule::drop;
  for (const std::size_t block_bytes : {1U, 1000000U}) {
    const Dataset data = read_text("x,y\n1,NA\n2,b\n3,a\n", options, {.block_bytes = block_bytes});
    EXPECT_EQ(data.dropped_rows, 1U);
    EXPECT_EQ(data.outcome, (Numbers{1, 0}));
  }
  // A text after numbers is a mistake, as without labels.
  EXPECT_EQ(refusal_of("x,y\n1,0\n2,no\n", automatic), refusal_of("x,y\n1,0\n2,no\n"));
}

TEST(CsvLabels, MayBeNumbersIfAskedFor) {
  EXPECT_EQ(read_text("x,y\n1,2\n2,1\n", labelled).classes, (Texts{"1", "2"}));
}

TEST(CsvLabels, OfAModelKeepTheirNumbersAndNoOtherIsAllowed) {
  CsvOptions options = labelled;
  options.classes = {"yes", "no"};
  EXPECT_EQ(read_text("x,y\n1,no\n2,no\n", options).outcome, (Numbers{1, 1}));
  EXPECT_EQ(read_text("x,y\n1,no\n2,no\n", options).classes, (Texts{"yes", "no"}));
  const std::string message = refusal_of("x,y\n1,no\n2,maybe\n", options);
  for (const char* part : {"data.csv, row 2 (line 3)", "'y'", "'maybe'", "'yes', 'no'"}) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

TEST(CsvLabels, MissingOnesAreRefusedOrDropped) {
  const std::string message = refusal_of("x,y\n1,no\n2,\n", automatic);
  EXPECT_NE(message.find("row 2 (line 3), column 'y': the value is missing"), std::string::npos) << message;
}

TEST(CsvLabels, TooManyDifferentTextsAreNoLabels) {
  std::string text = "x,y\n";
  for (std::size_t i = 0; i <= csv::most_labels; ++i) text += "1,name" + std::to_string(i) + "\n";
  EXPECT_NE(refusal_of(text, automatic).find("too many for labels"), std::string::npos);
}

TEST(CsvLabels, AreNotNumbersInDisguise) {
  expect_parts(
      refusal_of("x;y\n1;low\n2;4,5\n", automatic),
      {"data.csv, row 2 (line 3), column 'y': '4,5' looks like a number", "decimal point", "`loss=one-vs-rest`"});
  for (const std::string text :
       {"\"1.234,5\"", "\"1,234\"", "1 234", "1'234", "35%", "$3.50", "\u20ac 3", "3 \u20ac"}) {
    expect_parts(refusal_of("x,y\n1,low\n2," + text + "\n", automatic),
                 {"row 2 (line 3), column 'y'", "looks like a number"});
  }
  // A dash is a missing value, and tells nothing of the numbers below it.
  expect_parts(refusal_of("x,y\n1,-\n2,3.5\n", automatic), {"row 1", "'-' stands for a missing value"});
  expect_parts(refusal_of("x,y\n1,low\n2,3.5\n", automatic),
               {"row 2", "'3.5' is a number, not a label like the others",
                "if 'low', the first value, stands for a missing one, say so by `na`"});
  const Texts names = {"1-2", "2024-01-05", "2nd floor", "5+", "<5", "A1"};
  std::string text = "x,y\n";
  for (const std::string& name : names) text += "1," + name + "\n";
  EXPECT_EQ(read_text(text, automatic).classes, names);
}

TEST(CsvLabels, WithAUnitAreToldWhereTheFirstStandsWhateverTheBlocksAndThreads) {
  std::string text = "x,y\n,5kg\n1,light\n2,12kg\n";
  for (int i = 0; i < 300; ++i) text += "3," + std::to_string(13 + i % 30) + "kg\n";
  CsvOptions options = automatic;
  options.missing = MissingRule::drop;
  for (const std::size_t block_bytes : {1U, 50U, 1000000U}) {
    for (const std::size_t threads : {1U, 3U}) {
      options.threads = threads;
      // The first row has no x and is dropped, but its outcome is as wrong as the others.
      expect_parts(refusal_of(text, options, {.block_bytes = block_bytes}),
                   {"row 1 (line 2), column 'y': '5kg' looks like a number", "without the unit 'kg'"});
    }
  }
  for (int i = 0; i < 200; ++i) text += "3," + std::to_string(100 + i) + "kg\n";  // more than there may be labels
  expect_parts(refusal_of(text, options), {"'5kg' looks like a number"});
}

TEST(CsvLabels, MayHaveUnitsIfMostDoNotWhateverTheirOrder) {
  const Texts names = {"12kg", "15kg", "9kg", "heavy", "light", "middle"};
  for (const std::size_t block_bytes : {1U, 30U, 1000000U}) {
    const std::string text = "x,y\n1,12kg\n2,15kg\n3,9kg\n4,heavy\n5,light\n6,middle\n";
    EXPECT_EQ(read_text(text, automatic, {.block_bytes = block_bytes}).classes, names);
  }
}

TEST(CsvLabels, MayLookLikeNumbersIfAskedFor) {
  EXPECT_EQ(read_text("x,y\n1,35%\n2,40%\n3,7\n", labelled).classes, (Texts{"35%", "40%", "7"}));
  CsvOptions pair = automatic;
  pair.outcome_kind = OutcomeKind::automatic_pair;
  EXPECT_EQ(read_text("x,y\n1,35%\n2,40%\n", pair).classes, (Texts{"35%", "40%"}));
  for (const std::size_t block_bytes : {1U, 1000000U}) {
    expect_parts(refusal_of("x,y\n1,low\n2,35%\n3,40%\n", pair, {.block_bytes = block_bytes}),
                 {"row 2 (line 3)", "'35%' looks like a number", "`loss=one-vs-rest`"});
  }
}

TEST(CsvLabels, OfDroppedRowsOnlyAreNotThere) {
  CsvOptions options = automatic;
  options.missing = MissingRule::drop;
  const Dataset data = read_text("x,y\n1,c\n,b\n3,a\n", options);
  EXPECT_EQ(data.classes, (Texts{"a", "c"}));
  EXPECT_EQ(data.outcome, (Numbers{1, 0}));
  EXPECT_EQ(data.dropped_rows, 1U);
}

TEST(CsvLabels, ThatAreNoUtf8AreRefusedIfTheyHaveToBe) {
  CsvOptions options = automatic;
  options.encoding = TextEncoding::utf_8;
  expect_parts(refusal_of("x,y\n1,no\n2,gr\xfcn\n", options),
               {"row 2 (line 3), column 'y'", "'gr\\xfcn' is not UTF-8", "iconv"});
}

TEST(CsvExposure, MustBePositive) {
  CsvOptions options = xy;
  options.exposure = "e";
  EXPECT_EQ(read_text("x,y,e\n1,2,3\n", options).exposure, Numbers{3});
  EXPECT_EQ(read_text("x,y,e\n1,2,3\n", options).exposure_name, "e");
  for (const char* bad : {"0", "-1"}) {
    const std::string message = refusal_of(std::string("x,y,e\n1,2,") + bad + "\n", options);
    EXPECT_NE(message.find("column 'e': the exposure is not positive"), std::string::npos) << message;
  }
  EXPECT_NE(refusal_of("x,y,e\n1,2,\n", options).find("the value is missing"), std::string::npos);
}

}  // namespace
}  // namespace gaptv::testing
