// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/fit_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/model_file.h"
#include "gaptv/scan/kept_batches.h"
#include "tests/scan/memory_batches.h"
#include "tests/scan/rows_to_count.h"
#include "tests/scan/same_model.h"

namespace gaptv::testing {
namespace {

Model fit_in_batches(const Dataset& data, const FitOptions& options, std::size_t rows_per_batch = 97) {
  MemoryBatches batches(data, rows_per_batch);
  return fit_batches(batches, MissingRule::error, options);
}

void expect_same(const Dataset& data, const FitOptions& options, const std::string& what) {
  expect_same_model(fit_in_batches(data, options), fit(data, options), what);
}

void expect_same(const RowsToCount& rows) {
  expect_same(rows.data, rows.options, rows.name);
}

class BatchesOf : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Losses, BatchesOf, ::testing::Values("gaussian", "binomial", "poisson", "gamma"));

TEST_P(BatchesOf, GiveTheModelOfTheRowsInMemory) {
  for (const RowsToCount& rows : rows_of_one_loss(GetParam())) expect_same(rows);
}

TEST_P(BatchesOf, AreCountedIntoATableOfCellsThatGivesTheModel) {
  for (const Texts& texts : {Texts{{"preset", "best"}}, Texts{{"bins", "7"}}}) {
    FitOptions options = options_of(texts);
    options.loss = GetParam();
    options.bins_max = 15;
    for (const std::size_t features : {1U, 2U, 3U}) {
      const Dataset data = rows_for_loss(GetParam(), features, 500);
      MemoryBatches batches(data, 97);
      const CountedRows counted = count_batches(batches, MissingRule::error, options);
      expect_same_model(fit_counted_rows(counted, options), fit(data, options),
                        GetParam() + " " + texts.front().second + " " + std::to_string(features));
    }
  }
}

TEST(Batches, GiveTheModelOfWeightedRows) {
  for (const RowsToCount& rows : weighted_rows()) expect_same(rows);
}

TEST(Batches, GiveTheModelOfCountsWithExposures) {
  for (const RowsToCount& rows : counts_with_exposures()) expect_same(rows);
}

TEST(Batches, DealCopiesToFoldsAsInMemory) {
  for (const RowsToCount& rows : rows_with_copies()) expect_same(rows);
}

TEST(Batches, OfAnySizeAndAnyNumberOfThreadsGiveTheSameBytesForTheSameBatches) {
  const Dataset data = rows_for_loss("gaussian", 2, 5000);
  FitOptions options = options_of({{"preset", "best"}});
  options.threads = 1;
  const std::string one = model_to_json(fit_in_batches(data, options, 300));
  for (const std::size_t threads : {2U, 3U, 7U}) {
    options.threads = threads;
    EXPECT_EQ(model_to_json(fit_in_batches(data, options, 300)), one) << threads;
  }
  for (const std::size_t size : {1U, 1000U, 5000U, 100000U}) {
    expect_same_model(fit_in_batches(data, options, size), fit(data, options), std::to_string(size));
  }
}

// The first rows say nothing about the others: their stretches hold nearly all of these.
TEST(Batches, InTheOrderOfAFeatureGiveTheSameModel) {
  Dataset data = rows_for_loss("gaussian", 2, 300000);  // more than choose the borders
  std::ranges::sort(data.features[0]);
  expect_same_model(fit_in_batches(data, options_of({{"preset", "best"}, {"bins_max", "10"}}), 1000),
                    fit(data, options_of({{"preset", "best"}, {"bins_max", "10"}})), "sorted");
}

// One feature is cut into up to 400 bins, whose quantiles lie in nearly all stretches.
TEST(Batches, OfOneFeatureWithMoreStretchesThanATableHoldsGiveTheSameModel) {
  const Dataset data = rows_for_loss("gaussian", 1, 400000);
  const FitOptions options = options_of({{"preset", "best"}});
  expect_same_model(fit_in_batches(data, options, 65536), fit(data, options), "one feature");
}

TEST(Batches, AreLookedThroughAFewTimes) {
  const Dataset data = rows_for_loss("gaussian", 2, 20000);
  MemoryBatches batches(data, 1000);
  static_cast<void>(fit_batches(batches, MissingRule::error, options_of({{"preset", "best"}})));
  // For borders (a part of the rows), the first look, the gap statistic, the grids that are compared and folds; exact
  // quantiles are found on the way.
  EXPECT_LE(batches.looks, 5U);
}

TEST(Batches, CountedWhileQuantilesAreFoundGiveTheModelOfTheRows) {
  // More rows than borders, so that most quantiles lie within stretches.
  constexpr std::size_t rows = 70000;
  const FitOptions options = options_of({{"preset", "best"}, {"bins_max", "8"}});
  for (const std::size_t features : {1U, 2U, 3U}) {
    Dataset data = rows_for_loss("gaussian", features, rows);
    MemoryBatches batches(data, 5000);
    expect_same_model(fit_batches(batches, MissingRule::error, options), fit(data, options), std::to_string(features));
    if (features < 3) {
      EXPECT_LE(batches.looks, features == 1 ? 4U : 5U);
    }
  }
  Dataset weighted = rows_for_loss("gaussian", 2, rows);
  weighted.weight_name = "w";
  for (std::size_t row = 0; row < rows; ++row) weighted.weight.push_back(0.25 * static_cast<double>(1 + row % 5));
  expect_same(weighted, options, "weighted");
  Dataset counts = rows_for_loss("poisson", 2, rows);
  counts.exposure_name = "e";
  for (std::size_t row = 0; row < rows; ++row) counts.exposure.push_back(0.5 + static_cast<double>(row % 7));
  expect_same(counts, options, "counts");
}

TEST(Batches, ThatAreKeptAreReadOnce) {
  const Dataset data = rows_for_loss("gaussian", 2, 20000);
  MemoryBatches batches(data, 1000);
  KeptBatches kept(batches);
  const FitOptions options = options_of({{"preset", "best"}});
  const Model model = fit_batches(kept, MissingRule::error, options);
  EXPECT_EQ(batches.looks, 1U);  // the look for borders took all rows
  EXPECT_EQ(model_to_json(model), model_to_json(fit_in_batches(data, options, 1000)));
}

TEST(Batches, LeaveOutRowsWithMissingValuesOrNameThem) {
  Dataset data = rows_for_loss("gaussian", 2, 500);
  Dataset kept;
  data.features[1][205] = std::nan("");
  data.outcome[301] = std::numeric_limits<double>::infinity();
  MemoryBatches batches(data, 100);
  const FitOptions options = options_of({{"preset", "best"}, {"bins_max", "9"}});
  try {
    static_cast<void>(fit_batches(batches, MissingRule::error, options));
    FAIL() << "a missing value was taken";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("feature 'x2', `row=205`"), std::string::npos) << error.what();
  }
  const Model model = fit_batches(batches, MissingRule::drop, options);
  for (std::vector<double>& feature : data.features) {
    feature.erase(feature.begin() + 301);
    feature.erase(feature.begin() + 205);
  }
  data.outcome.erase(data.outcome.begin() + 301);
  data.outcome.erase(data.outcome.begin() + 205);
  EXPECT_EQ(model.record.dropped_rows, 2U);
  EXPECT_EQ(model.surfaces.front().beta.size(), fit(data, options).surfaces.front().beta.size());
}

TEST(Batches, RefuseWhatNeedsTheRows) {
  const Dataset data = rows_for_loss("gaussian", 2, 100);
  for (const Texts& texts : {Texts{{"loss", "huber"}}, Texts{{"method", "cart"}}, Texts{{"held_out", "nested"}}}) {
    EXPECT_THROW(static_cast<void>(fit_in_batches(data, options_of(texts))), InvalidInput) << texts[0].second;
  }
  Dataset empty;
  empty.feature_names = {"a"};
  empty.outcome_name = "y";
  empty.features.resize(1);
  EXPECT_THROW(static_cast<void>(fit_in_batches(empty, {})), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
