// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

using namespace std::string_literals;

void expect_contains(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

std::string refusal_of_path(const std::string& path) {
  try {
    read_csv(path, xy);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return {};
}

TEST(CsvRefusal, AMissingValueNamesRowLineColumnAndRemedy) {
  EXPECT_EQ(
      refusal_of("x,y\n\n1,2\n3,n/a\n"),
      "data.csv, row 2 (line 4), column 'y': 'n/a' stands for a missing value; drop such rows with `missing=drop`");
  EXPECT_EQ(refusal_of("x,y\n,2\n"),
            "data.csv, row 1 (line 2), column 'x': the value is missing; drop such rows with `missing=drop`");
  EXPECT_EQ(refusal_of("x,y\n1,"),
            "data.csv, row 1 (line 2), column 'y': the value is missing; drop such rows with `missing=drop`");
  EXPECT_EQ(refusal_of("x,y\n\n1,2\n3,-inf\n"),
            "data.csv, row 2 (line 4), column 'y': '-inf' is not a finite number; drop such rows with `missing=drop`");
  expect_contains(refusal_of("x,y\n1e400,2\n"), "'1e400' is not a finite number");
}

TEST(CsvRefusal, TextIsRefusedEvenWhenMissingValuesAreDropped) {
  CsvOptions options = xy;
  options.missing = MissingRule::drop;
  for (const std::string value : {"abc", "1x", "0x10", "+-1", "1e", "--1", "+", "1 2", "\"1\"\"\"", "-x", "infinit"}) {
    expect_contains(refusal_of("x,y\n" + value + ",2\n", options), "' is not a number; correct the value");
  }
}

TEST(CsvRefusal, NamesOfColumnsThatAreNoUtf8AreToldBeforeTheRowsAreRead) {
  const CsvOptions options = {.features = {"#1"}, .outcome = "y", .encoding = TextEncoding::utf_8};
  const std::string message = refusal_of("M\xfcll,y\noops,2\n", options);
  expect_contains(message, "data.csv, header: the name of column #1, 'M\\xfcll', is not UTF-8 text; ");
  expect_contains(message, "iconv -f LATIN1 -t UTF-8");
  EXPECT_EQ(read_text("x,y,M\xfcll\n1,2,3\n").rows(),
            1U);  // nobody asked for that one
}

TEST(CsvRefusal, ShownValuesAreShortAndPrintable) {
  CsvOptions options = xy;
  options.encoding = TextEncoding::utf_8;
  expect_contains(refusal_of("x,y\n1,a\x1b[31m\xff\n", options), "'a\\x1b[31m\\xff' is not");
  expect_contains(refusal_of("x,y\n1,\xc3\xa4\n"), "'\xc3\xa4' is not");
  const std::string message = refusal_of("x,y\n1," + std::string(5000, 'z') + "\n");
  expect_contains(message, "zzz...' is not");
  EXPECT_LT(message.size(), 200U);
}

TEST(CsvRefusal, AWeightMustBePositive) {
  for (const std::string value : {"0", "-1", " -0.0 "}) {
    EXPECT_EQ(refusal_of("x,w\n1,2\n1," + value + "\n", {.features = {"x"}, .weight = "w"}),
              "data.csv, row 2 (line 3), column 'w': the weight is not positive; leave out rows that should not count");
  }
}

TEST(CsvRefusal, ARowMustHaveAsManyFieldsAsTheHeader) {
  EXPECT_EQ(refusal_of("x,y\n1,2\n1,2,3\n"),
            "data.csv, row 2 (line 3): it has 3 fields where the header has 2; "
            "put quotes (\") around a field that holds the delimiter");
  EXPECT_EQ(refusal_of("x,y\n1\n"),
            "data.csv, row 1 (line 2): it has 1 field where the header has 2; complete or remove the row");
  expect_contains(refusal_of("x,t,y\n1,2\n"), "it has 2 fields where the header has 3");
  // The count explains a shifted value better than the value does.
  expect_contains(refusal_of("x,y\n1,Smith,John,2\n"), "it has 4 fields");
}

TEST(CsvRefusal, AnUnclosedQuoteNamesTheLineWhereItOpens) {
  for (const std::size_t block_bytes : {1U, 10U, 1000U}) {
    EXPECT_EQ(
        refusal_of("x,t,y\n1,\"a\nb\",2\n3,\"a\nb,4\n5,c,6\n", xy, {.block_bytes = block_bytes}),
        "data.csv, row 2 (line 4): a quote (\") opens a field here and is never closed; close it, or double a quote "
        "that belongs to the text (\"\")");
  }
}

TEST(CsvRefusal, AStrayQuoteDoesNotLoadTheWholeFile) {
  std::string text = "x,t,y\n1,b,2\n3,\"a,4\n";
  for (int row = 0; row < 10000; ++row) text += "1,b,2\n";
  expect_contains(refusal_of(text, xy, {.block_bytes = 10, .row_bytes = 1000}),
                  "row 2 (line 3): a quote (\") opens a field here and is not closed for very long");
  expect_contains(refusal_of("x,y\n1," + std::string(5000, ' '), xy, {.block_bytes = 10, .row_bytes = 1000}),
                  "row 1 (line 2): the row is longer than a row can be");
  expect_contains(refusal_of("x,y\n" + std::string(5000, ' ') + "1,2\n", xy, {.block_bytes = 10, .row_bytes = 1000}),
                  "row 1 (line 2): the row is longer than a row can be");
  expect_contains(refusal_of("\"x,y\n" + std::string(5000, '1'), xy, {.block_bytes = 10, .row_bytes = 1000}),
                  "header: the first row does not end");
}

TEST(CsvRefusal, TextAfterAClosingQuoteIsRefused) {
  expect_contains(refusal_of("x,t,y\n1,\"a\"b,2\n"), "row 1 (line 2): there is text after the closing quote of 'a'");
  expect_contains(refusal_of("x,t,y\n1,2,\"3\"4\n"), "row 1 (line 2): there is text after the closing quote of '3'");
  expect_contains(refusal_of("\"x\"1,y\n1,2\n"), "header: there is text after the closing quote of 'x'");
  expect_contains(refusal_of("x,\"y\n1,2\n"), "header: a quote (\") opens column 2 and is never closed");
}

TEST(CsvRefusal, AnUnknownColumnIsAnsweredWithTheNearestNameAndTheColumnsThereAre) {
  EXPECT_EQ(refusal_of("lon,lat,log_count\n1,2,3\n", {.features = {"logcount"}}),
            "data.csv: there is no column 'logcount'; did you mean 'log_count'? The file's 3 columns are 'lon', 'lat', "
            "'log_count'");
  EXPECT_EQ(refusal_of("a,b\n1,2\n", {.features = {"temperature"}}),
            "data.csv: there is no column 'temperature'; its 2 columns are 'a', 'b'");
  expect_contains(refusal_of("Lon\n1\n", {.features = {"lon"}}), "did you mean 'Lon'?");
  expect_contains(refusal_of("a,b\n1,2\n", {.features = {"#3"}}), "there is no column '#3'");
  expect_contains(refusal_of("a,b\n1,2\n", {.features = {"#0"}}), "there is no column '#0'");
  std::string header = "c0";
  for (int i = 1; i < 500; ++i) header += ",c" + std::to_string(i);
  const std::string message = refusal_of(header + "\n", {.features = {"temperature"}});
  expect_contains(message, "and 488 more");
  EXPECT_LT(message.size(), 300U);
}

TEST(CsvRefusal, ANameThatSeveralColumnsHaveIsRefusedOnlyWhenUsed) {
  expect_contains(refusal_of("x,y,x\n1,2,3\n"),
                  "several columns are called 'x'; name the one you mean by its position: #1 "
                  "or #3");
  EXPECT_EQ(refusal_of("x,y,t,t\n1,2,3,4\n"), "");
}

TEST(CsvRefusal, SomeColumnMustBeNamed) {
  expect_contains(refusal_of("x,y\n1,2\n", {}), "no column to read was named");
}

TEST(CsvRefusal, ADelimiterMustNotBePartOfANumber) {
  for (const char delimiter : {'.', '-', '1', 'e', '"', '\n'}) {
    expect_contains(refusal_of("x,y\n1,2\n", {.features = {"x"}, .delimiter = delimiter}), "the delimiter cannot be");
  }
}

TEST(CsvRefusal, AFileThatCannotBeOpenedSaysWhy) {
  EXPECT_EQ(refusal_of_path("/no/such/file.csv"),
            "/no/such/file.csv: cannot read it: No such file or directory; check the name and the folder");
  expect_contains(refusal_of_path("/"), "/: this is a folder");
}

TEST(CsvRefusal, AFileThatMayNotBeReadSaysSo) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const CsvFile file("x,y\n1,2\n");
  chmod(file.path().c_str(), 0);
  expect_contains(refusal_of_path(file.path()), "Permission denied; ask for the right to read it");
}

TEST(CsvRefusal, AFileWithoutRowsSaysSo) {
  expect_contains(refusal_of(""), "data.csv: the file is empty");
  expect_contains(refusal_of("\n \r\n\n"), "data.csv: the file is empty");
  expect_contains(refusal_of("\xef\xbb\xbf"), "data.csv: the file is empty");
  expect_contains(refusal_of(gzip("")), "data.csv: the file is empty");
  for (const std::string text : {"x,y", "x,y\n", "x,y\r\n\r\n"}) {
    expect_contains(refusal_of(text), "data.csv: there are no rows below the header");
  }
  CsvOptions options = xy;
  options.missing = MissingRule::drop;
  expect_contains(refusal_of("x,y\nNA,1\n2,NA\n", options), "data.csv: no row is left: 2 of 2 were dropped");
}

TEST(CsvRefusal, OtherKindsOfFileAreRecognised) {
  expect_contains(refusal_of("PK\x03\x04\x14\0\0\0"s), "an Excel workbook");
  expect_contains(refusal_of("\xd0\xcf\x11\xe0\xa1\xb1"s), "an old Excel workbook");
  expect_contains(refusal_of("PAR1\x15\0\x15"s), "a Parquet file");
  expect_contains(refusal_of("\x28\xb5\x2f\xfd\x04"s), "zstd");
  expect_contains(refusal_of("x,y\n1,\0\n"s), "a binary file");
  expect_contains(refusal_of(gzip("PAR1\x15\0\x15"s)), "a Parquet file");
  expect_contains(refusal_of(gzip(gzip("x,y\n1,2\n"))), "gzip twice");
  expect_contains(refusal_of("x,y\r1,2\r3,4\r"), "carriage return alone");
  EXPECT_EQ(refusal_of("PAR1,x,y\n1,2,3\n"), "");
}

TEST(CsvRefusal, ANulByteFarInIsRefusedInAUsedField) {
  std::string text = "x,y\n";
  for (int row = 0; row < 10000; ++row) text += "1,2\n";
  expect_contains(refusal_of(text + "1,2\0\n"s),
                  "row 10001 (line 10002), column 'y': '2\\x00' is not a number: it holds a NUL");
}

TEST(CsvRefusal, DamagedGzipIsRefused) {
  std::string text = "x,y\n";
  for (int row = 0; row < 50000; ++row) text += std::to_string(row) + "," + std::to_string(row * 7919 % 10007) + "\n";
  const std::string packed = gzip(text);
  ASSERT_EQ(refusal_of(packed), "");
  const std::string_view view = packed;
  expect_contains(refusal_of(view.substr(0, packed.size() / 2)), "cannot be unpacked: it ends too early");
  expect_contains(refusal_of(view.substr(0, packed.size() - 4)), "cannot be unpacked: it ends too early");
  std::string damaged = packed;
  for (std::size_t i = 0; i < 20; ++i) damaged[packed.size() / 2 + i] = '\x7f';
  expect_contains(refusal_of(damaged), "data.csv");
  damaged = packed;
  damaged[packed.size() - 6] ^= 1;  // the checksum
  expect_contains(refusal_of(damaged), "cannot be unpacked: its content is damaged");
  expect_contains(refusal_of(packed + "garbage"), "cannot be unpacked");
}

TEST(CsvRefusal, TheFirstErrorOfTheFileIsReportedForEveryThreadCount) {
  std::string text = "x,t,y\n";
  for (int row = 1; row <= 3000; ++row) {
    text += row % 100 == 7               ? "1,\"a\nb\",2\n"
            : row == 1500                ? "1,t,bad\n"
            : row > 1500 && row % 3 == 0 ? "1,2\n"
                                         : "1,t,2\n";
  }
  text += "1,\"unclosed\n";
  for (const std::size_t threads : {1U, 2U, 7U}) {
    for (const std::size_t block_bytes : {1U, 10U, 300U, 1000000U}) {
      CsvOptions options = xy;
      options.threads = threads;
      expect_contains(refusal_of(text, options, {.block_bytes = block_bytes}),
                      "data.csv, row 1500 (line 1516), column 'y': 'bad' is not a number");
    }
  }
}

TEST(CsvRefusal, ABadRowComesBeforeDamageBehindIt) {
  std::string text = "x,y\n1,bad\n";
  for (int row = 0; row < 50000; ++row) text += std::to_string(row) + "," + std::to_string(row * 7919 % 10007) + "\n";
  const std::string packed = gzip(text);
  for (const std::size_t threads : {1U, 2U, 7U}) {
    CsvOptions options = xy;
    options.threads = threads;
    expect_contains(refusal_of(packed.substr(0, packed.size() - 4), options, {.block_bytes = 1000}), "row 1 (line 2)");
  }
}

}  // namespace
}  // namespace gaptv::testing
