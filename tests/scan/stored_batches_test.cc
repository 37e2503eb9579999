// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/stored_batches.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/data/csv/limits.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/scan/fit_batches.h"
#include "gaptv/scan/memory_for_fit.h"
#include "tests/data/csv_file.h"
#include "tests/scan/same_model.h"

namespace gaptv::testing {
namespace {

constexpr MemoryForRows nothing = {.bytes = 1};

const CsvOptions ab = {.features = {"a", "b"}, .outcome = "y", .outcome_kind = OutcomeKind::automatic};

FitOptions quick_options() {
  FitOptions options;
  options.lambdas = 10;
  options.bins_max = 12;
  options.threads = 2;
  return options;
}

// Rows with ties in b and, in the columns w, e, l, whole weights, exposures and labels.
std::string make_text(std::size_t rows) {
  Random random(5);
  std::string text = "a,b,w,e,l,c,y\n";
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t a = random.below(100000);
    const std::size_t b = random.below(40);
    const std::size_t c = random.below(5) + (a > 50000 ? 3 : 0);
    const char* const label = c > 4 ? (row % 50 == 7 ? "YES" : "yes") : "no";
    text += std::to_string(a) + "." + std::to_string(random.below(10)) + "," + std::to_string(b) + "," +
            std::to_string(1 + random.below(3)) + "," + std::to_string(1 + random.below(4)) + ".5," + label + "," +
            std::to_string(c) + "," + std::to_string(c) + "." + std::to_string(random.below(1000000)) + "\n";
  }
  return text;
}

// Fits the rows from a temporary file, and expects what a fit of them in memory gives.
void expect_same(const std::string& text, const CsvOptions& options, const csv::Limits& limits = {}) {
  const CsvFile file(text);
  const Dataset data = csv::read_csv(file.path(), options, limits);
  const StoredRows stored = csv::read_csv_within(file.path(), options, nothing, limits);
  ASSERT_TRUE(stored.spilled != nullptr);
  EXPECT_EQ(stored.rows(), data.rows());
  EXPECT_EQ(stored.data.dropped_rows, data.dropped_rows);
  EXPECT_EQ(stored.data.classes, data.classes);
  ASSERT_EQ(stored.data.notes.size(), data.notes.size() + 1);
  EXPECT_EQ(std::vector(stored.data.notes.begin(), stored.data.notes.end() - 1), data.notes);
  StoredBatches batches(stored);
  const Model model = fit_batches(batches, MissingRule::error, quick_options());
  expect_same_model(model, fit(data, quick_options()), options.outcome);
  for (const std::string& note : data.notes) {
    EXPECT_NE(join_notes(model.record.notes).find(note), std::string::npos) << note;
  }
}

TEST(StoredBatches, GiveTheModelOfTheRowsInMemory) {
  const std::string text = make_text(70000);
  expect_same(text, ab);
  CsvOptions options = ab;
  options.weight = "w";
  expect_same(text, options);
  options.weight = {};
  options.exposure = "e";
  options.outcome = "c";
  expect_same(text, options);
}

TEST(StoredBatches, HaveLabelsAsClassesUnderTheSpellingOfMostRows) {
  CsvOptions options = ab;
  options.outcome = "l";
  expect_same(make_text(3000), options, {.block_bytes = 1000});
}

TEST(StoredBatches, LeaveOutWhatRowsInMemoryLeaveOut) {
  const std::string text = make_text(3000);
  CsvOptions options = ab;
  options.missing = MissingRule::drop;
  expect_same(text + "NA,3,1,1,yes,0,2\n1,-,1,1,yes,0,2\n5,6,1,1,no,1,7\nTotal,7,8,9,no,3,5\n", options);
  expect_same(text + "5,6,1,1,no,1,7\nTotal,7,8,9,no,3,5\n", ab, {.block_bytes = 64});
  // The last row can be read: only the label says that it holds totals.
  options = ab;
  options.outcome = "l";
  expect_same(text + "70000,7,8,9,Total,3,5\n", options);
}

TEST(StoredBatches, DropALastRowThatFilledAPiece) {
  const std::size_t rows = SpilledColumns::rows_per_piece;
  std::string named = "name,a,b,y\n";
  for (std::size_t row = 0; row + 1 < rows; ++row) {
    named += "x," + std::to_string(row) + "," + std::to_string(row % 5) + "," + std::to_string(row % 7) + ".5\n";
  }
  expect_same(named + "Total,1,2,3\n", ab);
}

TEST(StoredBatches, AreReadFromOfficeFilesToo) {
  std::string text = "a;b;y\n";
  for (std::size_t row = 0; row < 2000; ++row) {
    text += std::to_string(row % 977) + "," + std::to_string(row % 10) + ";" + std::to_string(row % 31) + ",5;" +
            std::to_string((row * 7919) % 1000) + ",25\n";
  }
  expect_same(text, ab, {.block_bytes = 500});
}

TEST(StoredBatches, OfACompressedFileGoToTheFileWhenTheyBecomeTooMany) {
  const std::string text = make_text(5000);
  const CsvFile file(gzip(text));
  const csv::Limits limits = {.block_bytes = 5000};
  const MemoryForRows half = {.bytes = 2500 * 3 * sizeof(double)};
  const StoredRows stored = csv::read_csv_within(file.path(), ab, half, limits);
  ASSERT_TRUE(stored.spilled != nullptr);
  StoredBatches batches(stored);
  expect_same_model(fit_batches(batches, MissingRule::error, quick_options()),
                    fit(csv::read_csv(file.path(), ab, limits), quick_options()), "gzip");
  const MemoryForRows all = {.bytes = 5000 * 3 * sizeof(double)};
  EXPECT_TRUE(csv::read_csv_within(file.path(), ab, all, limits).spilled == nullptr);
}

TEST(StoredBatches, OfAnyNumberOfThreadsGiveTheSameBytes) {
  const CsvFile file(make_text(70000));
  std::string first;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    CsvOptions options = ab;
    options.threads = threads;
    FitOptions how = quick_options();
    how.threads = threads;
    const StoredRows stored = read_csv_within(file.path(), options, nothing);
    StoredBatches batches(stored);
    const std::string text = model_to_json(fit_batches(batches, MissingRule::error, how));
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << threads;
  }
}

TEST(StoredBatches, RefuseWhatIsRefusedInMemory) {
  for (const char* wrong :
       {"1,2,1,1,no,1,apple\n", "1,2,1,1,no,1\n", "1,NA,1,1,no,1,2\n", "Total,2\n1,2,1,1,no,1,2\n"}) {
    const std::string text = make_text(500) + wrong + make_text(10).substr(14);
    const csv::Limits limits = {.block_bytes = 300};
    const CsvFile file(text);
    std::string message;
    try {
      csv::read_csv_within(file.path(), ab, nothing, limits);
    } catch (const InvalidInput& error) {
      message = error.what();
    }
    std::string in_memory;
    try {
      csv::read_csv(file.path(), ab, limits);
    } catch (const InvalidInput& error) {
      in_memory = error.what();
    }
    EXPECT_NE(message, "") << wrong;
    EXPECT_EQ(message, in_memory);
  }
}

TEST(StoredBatches, AreNotMadeWhereAFitNeedsItsRowsInMemory) {
  const CsvFile file(make_text(2000));
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"loss", "huber"},
                                                                                    {"loss", "quantile"},
                                                                                    {"loss", "one-vs-rest"},
                                                                                    {"method", "cart"},
                                                                                    {"held_out", "nested"}}) {
    FitOptions options;
    set_option(options, name, value);
    const MemoryForRows memory = memory_for_fit(options, 2, 10000);
    try {
      read_csv_within(file.path(), ab, memory);
      ADD_FAILURE() << name;
    } catch (const InvalidInput& error) {
      expect_parts(error.what(), {file.path(), "more than the 10 kB that `memory` allows", value, "allow more"});
    }
    EXPECT_EQ(read_csv_within(file.path(), ab, memory_for_fit(options, 2, {})).data.rows(), 2000U);
  }
  CsvOptions labels = ab;
  labels.outcome = "l";
  std::string text = make_text(2000);
  const CsvFile three(text + "1,2,3,4,maybe,5,6\n");
  StoredBatches batches(read_csv_within(three.path(), labels, nothing));
  try {
    fit_batches(batches, MissingRule::error, {});
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    expect_parts(error.what(), {"3 labels", "allow more (`memory`)"});
  }
}

TEST(StoredBatches, LeaveNothingBehindAndSayWhereTheyHadNoRoom) {
  const std::string folder = ::testing::TempDir() + "gaptv_stored_" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  const CsvFile file(make_text(100));
  const char* const before = getenv("TMPDIR");
  const std::string old = before != nullptr ? before : "";
  setenv("TMPDIR", folder.c_str(), 1);
  {
    const StoredRows stored = read_csv_within(file.path(), ab, nothing);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }
  std::filesystem::remove_all(folder);
  try {
    read_csv_within(file.path(), ab, nothing);
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    expect_parts(error.what(), {folder, "TMPDIR", "`memory`"});
  }
  if (old.empty()) {
    unsetenv("TMPDIR");
  } else {
    setenv("TMPDIR", old.c_str(), 1);
  }
}

}  // namespace
}  // namespace gaptv::testing
