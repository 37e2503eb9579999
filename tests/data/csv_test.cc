// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/csv.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "tests/data/csv_file.h"
#include "tests/oracles/shared_data.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

TEST(Csv, NamedColumnsAreReadInTheOrderAskedFor) {
  const Dataset data = read_text("a,b,c\n1,2,3\n4,5,6\n", {.features = {"c", "a"}, .outcome = "b"});
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(data.outcome_name, "b");
  EXPECT_EQ(data.features, (std::vector<Numbers>{{3, 6}, {1, 4}}));
  EXPECT_EQ(data.outcome, (Numbers{2, 5}));
  EXPECT_TRUE(data.weight.empty());
  EXPECT_EQ(data.rows(), 2U);
}

TEST(Csv, ColumnsCanBeNamedByPosition) {
  const Dataset data = read_text("a,b\n1,2\n", {.features = {"#2"}, .outcome = "#1"});
  EXPECT_EQ(data.feature_names, std::vector<std::string>{"b"});
  EXPECT_EQ(data.features[0], Numbers{2});
}

TEST(Csv, ANameThatLooksLikeAPositionWins) {
  EXPECT_EQ(read_text("a,#1\n1,2\n", {.features = {"#1"}}).features[0], Numbers{2});
}

TEST(Csv, AColumnWithoutANameOfItsOwnIsCalledByItsPosition) {
  const Dataset data = read_text("a,a,\n1,2,3\n", {.features = {"#2", "#3"}});
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"#2", "#3"}));
}

TEST(Csv, AColumnCanHaveSeveralRoles) {
  const Dataset data = read_text("x,y\n1,2\n3,4\n", {.features = {"x", "y"}, .outcome = "y", .weight = "x"});
  EXPECT_EQ(data.features[0], (Numbers{1, 3}));
  EXPECT_EQ(data.features[1], data.outcome);
  EXPECT_EQ(data.weight, (Numbers{1, 3}));
}

TEST(Csv, UnusedColumnsMayHoldAnything) {
  const std::string text =
      "x,t,y\n1,NA,2\n3,6\" pipe,4\n5,\"a,\"\"b\"\"\nc\",6\n7,,8\n9,a \"b\" c and a longer text,10\n";
  const Dataset data = read_text(text);
  EXPECT_EQ(data.features[0], (Numbers{1, 3, 5, 7, 9}));
  EXPECT_EQ(data.outcome, (Numbers{2, 4, 6, 8, 10}));
}

TEST(Csv, TheDelimiterIsDetectedFromTheHeaderOutsideQuotes) {
  EXPECT_EQ(read_text("x;y\n1;2\n").outcome, Numbers{2});
  EXPECT_EQ(read_text("x\ty\n1\t2\n").outcome, Numbers{2});
  EXPECT_EQ(read_text("\"a,b,c\";x;y\n7;1;2\n").outcome, Numbers{2});
  EXPECT_EQ(read_text("x\n1\n", {.features = {"x"}}).features[0], Numbers{1});
}

TEST(Csv, TheDelimiterCanBeChosen) {
  EXPECT_EQ(read_text("x|y,z\n1|2\n", {.features = {"y,z"}, .delimiter = '|'}).features[0], Numbers{2});
  EXPECT_EQ(read_text("x y\n1 2\n", {.features = {"y"}, .delimiter = ' '}).features[0], Numbers{2});
}

TEST(Csv, HeaderNamesMayBeQuotedOrSurroundedByBlanks) {
  const std::string text = " x , \"y \"\"1\"\"\" ,\"a\nb\"\n1,2,3\n";
  const Dataset data = read_text(text, {.features = {"x", "a\nb"}, .outcome = "y \"1\""});
  EXPECT_EQ(data.features[0], Numbers{1});
  EXPECT_EQ(data.features[1], Numbers{3});
  EXPECT_EQ(data.outcome, Numbers{2});
}

TEST(Csv, NumbersMayBeSignedQuotedAndSurroundedByBlanks) {
  const Dataset data = read_text("x,y\n +1, \"2.5\" \n\"-3\",\" 4e2 \"\n.5,5.\n1E-2,\t+.25\n");
  EXPECT_EQ(data.features[0], (Numbers{1, -3, 0.5, 0.01}));
  EXPECT_EQ(data.outcome, (Numbers{2.5, 400, 5, 0.25}));
}

TEST(Csv, ANumberTooSmallForADoubleIsZero) {
  EXPECT_EQ(read_text("x,y\n1e-400,1\n").features[0], Numbers{0});
}

TEST(Csv, LineEndsByteOrderMarkAndBlankLinesMakeNoDifference) {
  const Dataset plain = read_text("x,y\n1,2\n3,4\n");
  for (const std::string_view text : {"x,y\r\n1,2\r\n3,4\r\n", "\xef\xbb\xbfx,y\n1,2\n3,4\n", "x,y\n1,2\n3,4",
                                      "\n\r\n \nx,y\n\n1,2\r\n\r\n  \n3,4\n\n\n", "x,y\r\n1,\"2\"\r\n\"3\",4\r"}) {
    for (const std::size_t block_bytes : {1U, 5U, 1000U}) {
      const Dataset data = read_text(text, xy, {.block_bytes = block_bytes});
      EXPECT_EQ(data.features, plain.features) << text;
      EXPECT_EQ(data.outcome, plain.outcome) << text;
    }
  }
}

TEST(Csv, GzipIsRecognisedByItsContent) {
  const std::string text = "x,y\n1,2\n3,4\n5,6\n";
  EXPECT_EQ(read_text(gzip(text)).outcome, (Numbers{2, 4, 6}));
  // Several members, cut inside a row, and padded as tapes do.
  const std::string members = gzip(text.substr(0, 9)) + gzip(text.substr(9)) + std::string(100, '\0');
  EXPECT_EQ(read_text(members, xy, {.block_bytes = 3}).outcome, (Numbers{2, 4, 6}));
}

TEST(Csv, ADashIsStandardInput) {
  const CsvFile file("x,y\n1,2\n");
  const int saved = dup(STDIN_FILENO);
  const int replaced = open(file.path().c_str(), O_RDONLY);
  ASSERT_GE(dup2(replaced, STDIN_FILENO), 0);
  close(replaced);
  const Dataset data = read_csv("-", xy);
  if (saved >= 0) dup2(saved, STDIN_FILENO);
  EXPECT_EQ(data.outcome, Numbers{2});
}

TEST(Csv, RowsWithMissingOrInfiniteValuesAreDroppedAndCountedOnRequest) {
  std::string text = "x,y\n1,2\n";
  const std::array words = {"",  "NA",  "n/a",       "NaN",   "NULL", "None", ".",
                            "?", "inf", "-Infinity", "1e400", "\"\"", " na "};
  for (const char* word : words) text += std::string(word) + ",5\n";
  text += "3,4\n";
  CsvOptions options = xy;
  options.missing = MissingRule::drop;
  for (const std::size_t block_bytes : {7U, 1000U}) {
    const Dataset data = read_text(text, options, {.block_bytes = block_bytes});
    EXPECT_EQ(data.features[0], (Numbers{1, 3}));
    EXPECT_EQ(data.outcome, (Numbers{2, 4}));
    EXPECT_EQ(data.dropped_rows, words.size());
  }
}

TEST(Csv, ParsedNumbersAreTheNearestDoubles) {
  std::mt19937_64 random(1);
  std::string text = "x,y\n";
  Numbers expected;
  while (expected.size() < 20000) {
    const auto value = std::bit_cast<double>(static_cast<std::uint64_t>(random()));
    if (!std::isfinite(value)) continue;
    std::array<char, 64> digits{};
    const int precision = static_cast<int>(random() % 25);
    std::snprintf(digits.data(), digits.size(), "%.*e", precision, value);
    // Rounding to few digits can pass the largest double.
    if (!std::isfinite(std::strtod(digits.data(), nullptr))) continue;
    text += std::string(digits.data()) + ",1\n";
    expected.push_back(std::strtod(digits.data(), nullptr));
  }
  EXPECT_EQ(read_text(text).features[0], expected);
}

std::string random_field(std::mt19937_64& random) {
  constexpr std::string_view letters = "ab, \n\"\r;";
  std::string content;
  for (std::size_t i = random() % 12; i > 0; --i) content += letters[random() % letters.size()];
  std::string field = "\"";
  for (const char c : content) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

TEST(Csv, ARandomFileIsReadAlikeForEveryBlockSizeAndThreadCount) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 20; ++trial) {
    std::string text = "t,x,u,y\n";
    Numbers x;
    Numbers y;
    const std::string line_end = trial % 2 == 0 ? "\n" : "\r\n";
    for (int row = 0; row < 200; ++row) {
      x.push_back(static_cast<double>(random() % 1000) / 8);
      y.push_back(-static_cast<double>(random() % 1000));
      text += random_field(random) + "," + std::to_string(x.back()) + "," +
              (row % 3 == 0 ? "plain \"" : random_field(random));
      text += ",\"" + std::to_string(y.back()) + "\"" + line_end;
      if (random() % 10 == 0) text += line_end;
    }
    if (trial % 3 == 0) text.resize(text.size() - line_end.size());
    if (trial % 5 == 0) text = gzip(text);
    for (const std::size_t threads : {1U, 2U, 7U}) {
      for (const std::size_t block_bytes : {1U, 7U, 64U, 1000U, 1000000U}) {
        const CsvOptions options = {.features = {"x"}, .outcome = "y", .threads = threads};
        const Dataset data = read_text(text, options, {.block_bytes = block_bytes});
        ASSERT_EQ(data.features[0], x) << trial << ' ' << threads << ' ' << block_bytes;
        ASSERT_EQ(data.outcome, y) << trial << ' ' << threads << ' ' << block_bytes;
      }
    }
  }
}

TEST(Csv, RowsThatGrowShorterThanExpectedAreAllRead) {
  std::string text = "x,y\n";
  for (int row = 0; row < 5000; ++row) text += row < 10 ? std::string(500, ' ') + "1,1\n" : "2,2\n";
  EXPECT_EQ(read_text(text, xy, {.block_bytes = 1000}).rows(), 5000U);
}

class Recorder : public Progress {
 public:
  void advance(double fraction) override { fractions.push_back(fraction); }
  bool should_stop() override { return fractions.size() >= stop_after; }

  std::vector<double> fractions;
  std::size_t stop_after = 1000000;
};

TEST(Csv, ProgressGrowsToOne) {
  Recorder recorder;
  CsvOptions options = xy;
  options.progress = &recorder;
  options.threads = 3;
  std::string text = "x,y\n";
  for (int row = 0; row < 10000; ++row) text += "1,2\n";
  read_text(text, options, {.block_bytes = 1000});
  EXPECT_TRUE(std::ranges::is_sorted(recorder.fractions));
  EXPECT_EQ(recorder.fractions.back(), 1);
  EXPECT_GT(recorder.fractions.size(), 20U);
}

TEST(Csv, ReadingCanBeInterrupted) {
  Recorder recorder;
  recorder.stop_after = 2;
  CsvOptions options = xy;
  options.progress = &recorder;
  options.threads = 2;
  EXPECT_THROW(read_text("x,y\n1,2\n3,4\n5,6\n7,8\n9,10\n", options, {.block_bytes = 4}), Interrupted);
}

TEST(CsvBlocks, RowsComeWithTheirTextInTheOrderOfTheFile) {
  const CsvFile file("\xef\xbb\xbft; x\r\n\"a;\nb\"; 1\r\n\r\nc;2\nd;\"3\"");
  for (const std::size_t block_bytes : {1U, 6U, 1000U}) {
    std::string header;
    std::vector<std::string> text;
    Numbers x;
    csv::for_each_csv_block(
        file.path(), {.features = {"x"}}, {.block_bytes = block_bytes},
        [&](std::string_view line, char delimiter) { header = std::string(line) + delimiter; },
        [&](const CsvRows& rows) {
          EXPECT_EQ(rows.text.size(), rows.data.rows());
          text.insert(text.end(), rows.text.begin(), rows.text.end());
          x.insert(x.end(), rows.data.features[0].begin(), rows.data.features[0].end());
        });
    EXPECT_EQ(header, "t; x;");
    EXPECT_EQ(text, (std::vector<std::string>{"\"a;\nb\"; 1", "c;2", "d;\"3\""}));
    EXPECT_EQ(x, (Numbers{1, 2, 3}));
  }
}

TEST(CsvBlocks, AMissingValueIsRefusedEvenWhenRowsMayBeDropped) {
  const CsvFile file("x\n1\nNA\n");
  const CsvOptions options = {.features = {"x"}, .missing = MissingRule::drop};
  std::size_t rows_seen = 0;
  const auto read = [&] {
    for_each_csv_block(
        file.path(), options, [](std::string_view, char) {},
        [&](const CsvRows& rows) { rows_seen += rows.data.rows(); });
  };
  EXPECT_THROW(read(), InvalidInput);
  EXPECT_EQ(rows_seen, 0U);
}

TEST(CsvFiles, NamesWithBlanksAndBracketsWork) {
  const CsvFile file("Water,Coarse Aggr.,Strength (28-day)(Mpa)\n210.0,904.0,34.99\n180.0,843.0,41.14\n");
  const Dataset data =
      read_csv(file.path(), {.features = {"Water", "Coarse Aggr."}, .outcome = "Strength (28-day)(Mpa)"});
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_EQ(data.features[1][0], 904);
  EXPECT_EQ(data.outcome[1], 41.14);
}

TEST(CsvFiles, AQuotedHeaderAndMissingValuesInUnusedColumnsDoNoHarm) {
  const CsvFile file(
      "\"X\",\"Y\",\"flow\",\"region\",\"mean\"\n65,9,3.923048,NA,2.8\n60,10,0.492985,0,\n61,,0.5,NA,1\n");
  const CsvOptions used = {.features = {"X"}, .outcome = "flow"};
  const Dataset data = read_csv(file.path(), used);
  EXPECT_EQ(data.rows(), 3U);
  EXPECT_EQ(data.outcome[0], 3.923048);
  EXPECT_THROW(read_csv(file.path(), {.features = {"X", "Y"}, .outcome = "flow"}), InvalidInput);
}

// The two that follow read real files of this kind where they lie beside the repository.
TEST(CsvRealData, NamesWithBlanksAndBracketsWork) {
  const std::string path = shared_file("concrete.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const Dataset data =
      read_csv(path, {.features = {"Water", "Coarse Aggr."}, .outcome = "Compressive Strength (28-day)(Mpa)"});
  EXPECT_EQ(data.rows(), 103U);
  EXPECT_EQ(data.features[1][0], 904);
  EXPECT_EQ(data.outcome[1], 41.14);
}

TEST(CsvRealData, AQuotedHeaderAndMissingValuesInUnusedColumnsDoNoHarm) {
  const std::string path = shared_file("brain.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const Dataset data = read_csv(path, {.features = {"X", "Y"}, .outcome = "medFPQ"});
  EXPECT_EQ(data.rows(), 1567U);
  EXPECT_EQ(data.outcome[0], 3.923048);
}

}  // namespace
}  // namespace gaptv::testing
