// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

// Asks to stop when it has been asked so many times.
class StopAfter final : public Progress {
 public:
  explicit StopAfter(std::size_t checks) : left_(checks) {}
  bool should_stop() override { return left_ == 0 || --left_ == 0; }

 private:
  std::size_t left_;
};

TEST(CsvBlankLines, BeforeTheHeaderCostNoMoreThanReadingThem) {
  // Four million lines took minutes when each was searched for to the end of the block; now it is milliseconds.
  constexpr std::chrono::seconds generous{20};
  constexpr std::size_t lines = std::size_t{4} << 20U;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(read_text(std::string(lines, '\n') + "x,y\n1,2\n").outcome.size(), 1U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, generous);
  const std::string message = refusal_of(std::string(lines, '\n') + "x,y\n1,oops\n");
  EXPECT_NE(message.find("row 1 (line " + std::to_string(lines + 2) + ")"), std::string::npos) << message;
}

TEST(CsvBlankLines, AreCountedWhereverABlockEnds) {
  for (const std::string blank : {"\n", "  \r\n", "\t\n \n", " \n\r\n\n"}) {
    for (const std::size_t block_bytes : {1U, 2U, 3U, 5U, 1000U}) {
      std::string before;
      std::size_t line = 3;
      for (int i = 0; i < 7; ++i) before += blank;
      for (const char c : before) line += c == '\n' ? 1U : 0U;
      const std::string message = refusal_of("\xef\xbb\xbf" + before + "\"x\n\",y\n1,oops\n",
                                             {.features = {"x\n"}, .outcome = "y"}, {.block_bytes = block_bytes});
      EXPECT_NE(message.find("row 1 (line " + std::to_string(line) + ")"), std::string::npos) << message;
    }
  }
}

TEST(CsvBlankLines, CanBeInterrupted) {
  const CsvFile file(std::string(100000, '\n') + "x,y\n1,2\n");
  CsvOptions options = xy;
  StopAfter progress(20);
  options.progress = &progress;
  // Small blocks: the header is reached after a hundred, and the first that is parsed lies behind it.
  EXPECT_THROW(csv::read_csv(file.path(), options, {.block_bytes = 1000}), Interrupted);
}

}  // namespace
}  // namespace gaptv::testing
