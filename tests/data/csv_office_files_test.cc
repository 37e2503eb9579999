// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

using namespace std::string_literals;
using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

std::string to_utf_16(const std::string& ascii, bool is_big) {
  std::string text;
  for (const char c : ascii) text += is_big ? std::string{'\0', c} : std::string{c, '\0'};
  return text;
}

TEST(CsvEncoding, Latin1NamesAndLabelsBecomeUtf8) {
  CsvOptions options = automatic;
  options.features = {"Gr\u00f6\u00dfe"};
  const Dataset data = read_text(
      "Gr\xf6\xdf"
      "e,y\n1,gr\xfcn\n2,rot\n",
      options);
  EXPECT_EQ(data.feature_names, Texts{"Gr\u00f6\u00dfe"});
  EXPECT_EQ(data.classes, (Texts{"gr\u00fcn", "rot"}));
  expect_parts(join_notes(data.notes), {"not UTF-8", "Windows-1252", "`encoding`"});
}

TEST(CsvEncoding, Latin1IsFoundInLaterRowsForEveryBlockSize) {
  std::string text = "x,y\n";
  for (int i = 0; i < 200; ++i) text += std::to_string(i) + (i < 150 ? ",rot\n" : ",gr\xfcn\n");
  for (const std::size_t block_bytes : {1U, 100U, 1000000U}) {
    EXPECT_EQ(read_text(text, automatic, {.block_bytes = block_bytes}).classes, (Texts{"gr\u00fcn", "rot"}));
  }
  // Blanks between thousands and signs of currency are no ASCII either.
  EXPECT_EQ(read_text("x;y\n1;1\xa0"
                      "234 \x80\n")
                .outcome,
            Numbers{1234});
}

TEST(CsvEncoding, WindowsSignsAreKnown) {
  EXPECT_EQ(read_text("x,y\n1,a\x96"
                      "b\n2,\x80\n",
                      automatic)
                .classes,
            (Texts{"a\u2013b", "\u20ac"}));
}

TEST(CsvEncoding, AMixtureIsRefused) {
  expect_parts(refusal_of("x,y\n1,gr\u00fcn\n2,gr\xfcn\n", automatic),
               {"row 2 (line 3), column 'y'", "'gr\\xfcn' is not UTF-8", "Other texts of the file are UTF-8"});
  expect_parts(refusal_of("x,y\n1,gr\x81n\n", automatic), {"row 1", "is not UTF-8", "iconv"});
}

TEST(CsvEncoding, Utf16IsKnownByItsByteOrderMark) {
  const std::string text = "x;y\n1;2,5\n3;4,5\n";
  for (const std::size_t block_bytes : {1U, 5U, 1000U}) {
    for (const bool is_big : {false, true}) {
      const std::string bytes = (is_big ? "\xfe\xff"s : "\xff\xfe"s) + to_utf_16(text, is_big);
      const Dataset data = read_text(bytes, xy, {.block_bytes = block_bytes});
      EXPECT_EQ(data.outcome, (Numbers{2.5, 4.5}));
      expect_parts(join_notes(data.notes), {"UTF-16"});
      EXPECT_EQ(read_text(gzip(bytes), xy, {.block_bytes = block_bytes}).outcome, (Numbers{2.5, 4.5}));
    }
  }
  // U+00FC, and U+1F600 as two units.
  const std::string labels =
      "\xff\xfe"s + to_utf_16("x,y\n1,", false) + "\xfc\0\n\0"s + to_utf_16("2,", false) + "\x3d\xd8\0\xde\n\0"s;
  EXPECT_EQ(read_text(labels, automatic).classes, (Texts{"\u00fc", "\U0001f600"}));
}

TEST(CsvEncoding, CanBeChosen) {
  CsvOptions options = xy;
  expect_parts(refusal_of(to_utf_16("x,y\n1,2\n", false)), {"UTF-16", "`encoding=utf-16`"});
  options.encoding = TextEncoding::utf_16;
  for (const bool is_big : {false, true})
    EXPECT_EQ(read_text(to_utf_16("x,y\n1,2\n", is_big), options).outcome, Numbers{2});
  expect_parts(refusal_of("x,y\n1,2\n", options), {"no UTF-16 text", "`encoding`"});
  options = automatic;
  options.encoding = TextEncoding::latin_1;
  EXPECT_EQ(read_text("x,y\n1,\xc3\xbc\n2,a\n", options).classes, (Texts{"a", "\u00c3\u00bc"}));
  options.encoding = TextEncoding::utf_8;
  expect_parts(refusal_of("x,y\n1,gr\xfcn\n2,a\n", options), {"row 1", "not UTF-8"});
}

TEST(CsvOfficeFiles, ALineThatNamesTheDelimiterIsObeyed) {
  EXPECT_EQ(read_text("sep=;\nx;y,z\n1;2\n", {.features = {"y,z"}}).features[0], Numbers{2});
  EXPECT_EQ(read_text("\"sep=|\"\r\nx|y\r\n1|2\r\n").outcome, Numbers{2});
  EXPECT_EQ(read_text("\xef\xbb\xbfSEP=,\nx,y\n1,2\n").outcome, Numbers{2});
}

TEST(CsvOfficeFiles, TitlesAboveTheHeaderAreSkipped) {
  for (const std::string title : {"Report for 2024, all districts\n\nas of May\n", "Report;;\n;;\n", "\"Rep\"ort\n"}) {
    const Dataset data = read_text(title + "x;t;y\n1;a;2\n3;b;4\n");
    EXPECT_EQ(data.outcome, (Numbers{2, 4}));
    expect_parts(join_notes(data.notes), {"the header is in line", "skipped: '"});
    expect_parts(refusal_of(title + "x;t;y\n1;a;oops\n"),
                 {"row 1 (line " + std::to_string(std::ranges::count(title, '\n') + 2) + ")"});
  }
  // A line with as many fields may be the header of something else.
  expect_parts(refusal_of("a;b\nx;y\n1;2\n"), {"there is no column 'x'"});
  expect_parts(refusal_of("Report\na;b\n1;2\n"), {"there is no column 'x'"});
}

TEST(CsvOfficeFiles, ALastRowOfTotalsIsLeftOut) {
  CsvOptions options = automatic;
  options.missing = MissingRule::error;
  for (const std::string total : {"Total,4,6", "SUM:,4,6", "Gesamt,,6", "Total,,", "total"}) {
    for (const std::string end : {"\n", "", "\n\n", "\n,,\n"}) {
      for (const std::size_t block_bytes : {1U, 1000U}) {
        const Dataset data = read_text("t,x,y\na,1,2\nb,3,4\n" + total + end, options, {.block_bytes = block_bytes});
        EXPECT_EQ(data.outcome, (Numbers{2, 4})) << total;
        expect_parts(join_notes(data.notes), {"the last row (line 4, '", "totals and is left out"});
      }
    }
  }
  EXPECT_EQ(read_text("x,y\n1,2\nTotal,2\n").outcome, Numbers{2});
  EXPECT_EQ(read_text("y,x\nyes,1\nno,2\nTotal,3\n", automatic).classes, (Texts{"no", "yes"}));
}

TEST(CsvOfficeFiles, RowsOfTotalsElsewhereAreNotUsedSilently) {
  for (const std::size_t block_bytes : {1U, 1000U}) {
    expect_parts(refusal_of("x,y\n1,2\nTotal,2\n3,4\n", xy, {.block_bytes = block_bytes}),
                 {"row 2 (line 3), column 'x': 'Total' is not a number", "totals: remove such rows"});
  }
  const Dataset data = read_text("sex,x,y\nmen,1,2\ntotal,1,2\nwomen,3,4\ntotal,3,4\n");
  EXPECT_EQ(data.rows(), 4U);
  expect_parts(join_notes(data.notes), {"2 rows say 'total'", "remove them if they hold totals"});
}

TEST(CsvOfficeFiles, RowsOfNothingButDelimitersAreBlankLines) {
  EXPECT_EQ(read_text("x;y;t\n1;2;a\n;;\n \"\";;\n3;4;b\n;;\n").outcome, (Numbers{2, 4}));
}

TEST(CsvMissing, TheMarksOfOfficesAreKnown) {
  std::string text = "x,y\n1,2\n";
  const std::array words = {"-", "n.a.", "N/A", "#DIV/0!", "#N/A", ".", "", "\u2013", "#NV", "#VALUE!", "k.A.", ".."};
  for (const char* word : words) {
    text += std::string(word) + ",5\n";
    const std::string named = std::string(word).empty() ? "the value is missing" : "'" + std::string(word) + "' stands";
    expect_parts(refusal_of("x,y\n1,2\n" + std::string(word) + ",5\n"), {"row 2 (line 3), column 'x': " + named});
  }
  CsvOptions options = xy;
  options.missing = MissingRule::drop;
  const Dataset data = read_text(text, options);
  EXPECT_EQ(data.dropped_rows, words.size());
  EXPECT_EQ(data.outcome, Numbers{2});
  expect_parts(join_notes(data.notes), {"taken for missing: '-' (1), 'n.a.' (1)", "empty (1)"});
}

TEST(CsvMissing, MoreMarksCanBeNamed) {
  CsvOptions options = automatic;
  options.missing = MissingRule::drop;
  options.missing_texts = {"-999", "unknown"};
  for (const std::size_t block_bytes : {1U, 1000U}) {
    const Dataset data =
        read_text("x,y\n-999,1\n2,unknown\n3,-999.0\n4,5\nunknown,7\n", options, {.block_bytes = block_bytes});
    EXPECT_EQ(data.features[0], Numbers{4});
    EXPECT_EQ(data.dropped_rows, 4U);
  }
  EXPECT_EQ(read_text("x,y\n1,unknown\n2,a\n3,b\n", options).classes, (Texts{"a", "b"}));
  options.missing = MissingRule::error;
  expect_parts(refusal_of("x,y\n-999,1\n", options), {"'-999' stands for a missing value", "`missing=drop`"});
}

TEST(CsvMissing, AMinusBesideAPlusIsNoMissingValue) {
  CsvOptions options = automatic;
  options.missing = MissingRule::drop;
  expect_parts(refusal_of("x,y\n1,+\n2,-\n", options), {"row 1", "'+' is a label, but '-'", "write words"});
}

TEST(CsvLabelCase, VariantsOfALabelAreOneLabel) {
  for (const std::size_t block_bytes : {1U, 1000U}) {
    const Dataset data = read_text("x,y\n1,yes\n2,Yes\n3,no\n4,yes\n5,YES\n", automatic, {.block_bytes = block_bytes});
    EXPECT_EQ(data.classes, (Texts{"no", "yes"}));
    EXPECT_EQ(data.outcome, (Numbers{1, 1, 0, 1, 1}));
    expect_parts(join_notes(data.notes), {"differ in case only are taken for one, 'yes': 'yes' (2 rows), 'Yes' (1 row)",
                                          "the labels of 'y' are 'no' (1 row), 'yes' (4 rows)"});
  }
  EXPECT_EQ(read_text("x,y\n1,GR\u00dcN\n2,gr\u00fcn\n3,gr\u00fcn\n4,rot\n", automatic).classes,
            (Texts{"gr\u00fcn", "rot"}));
  // Nothing would be left to tell apart.
  EXPECT_EQ(read_text("x,y\n1,a\n2,A\n", automatic).classes, (Texts{"A", "a"}));
  CsvOptions as_labels = automatic;
  as_labels.outcome_kind = OutcomeKind::label;
  EXPECT_EQ(read_text("x,y\n1,a\n2,A\n3,b\n", as_labels).classes, (Texts{"A", "a", "b"}));
}

TEST(CsvLabelCase, VariantsOfAModelsLabelAreTakenForIt) {
  CsvOptions options = automatic;
  options.outcome_kind = OutcomeKind::label;
  options.classes = {"no", "yes"};
  for (const std::size_t block_bytes : {1U, 1000U}) {
    const Dataset data = read_text("x,y\n1,YES\n2,no\n3,yes\n", options, {.block_bytes = block_bytes});
    EXPECT_EQ(data.outcome, (Numbers{1, 0, 1}));
    EXPECT_EQ(data.classes, options.classes);
    expect_parts(join_notes(data.notes), {"the label 'YES' is taken for 'yes'"});
  }
}

// Reads what another thread writes into a pipe.
Dataset read_pipe(const std::string& text, const csv::Limits& limits) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  std::thread writer([&] {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = write(ends[1], text.data() + done, text.size() - done);
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    close(ends[1]);
  });
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  Dataset data;
  std::string problem;
  try {
    data = csv::read_csv(path, xy, limits);
  } catch (const InvalidInput& error) {
    problem = error.what();
  }
  std::array<char, 4096> rest{};
  while (read(ends[0], rest.data(), rest.size()) > 0) {
  }
  writer.join();
  close(ends[0]);
  if (!problem.empty()) throw InvalidInput(problem);
  return data;
}

TEST(CsvPipe, IsReadAgainAsFarAsItIsKept) {
  std::string text = "x;y\n";
  for (int i = 0; i < 2000; ++i) text += "1;" + std::to_string(i) + (i > 1500 ? ",5\n" : "\n");
  EXPECT_EQ(read_pipe(text, {.block_bytes = 100}).outcome.back(), 1999.5);
  try {
    read_pipe(text, {.block_bytes = 100, .kept_bytes = 5000});
    FAIL() << "the start of the pipe is gone";
  } catch (const InvalidInput& error) {
    expect_parts(error.what(), {"'1501,5' is not a number", "save it to a file first"});
  }
}

}  // namespace
}  // namespace gaptv::testing
