// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/binned_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/oracles/gap_oracle.h"

namespace gaptv::testing {
namespace {

constexpr double rounding = 1e-11;  // sums of a few thousand terms in another order

Dataset random_data(std::size_t features, std::size_t rows, bool is_weighted, Random& random) {
  Dataset data;
  data.features.resize(features);
  for (std::size_t row = 0; row < rows; ++row) {
    // One continuous column, one with ties, one skewed.
    for (std::size_t j = 0; j < features; ++j) {
      data.features[j].push_back(j == 1 ? static_cast<double>(random.below(12)) : std::exp(random.normal()));
    }
    data.outcome.push_back(random.normal() + 3);
    if (is_weighted) data.weight.push_back(0.5 + 3 * random.uniform());
  }
  return data;
}

void expect_equal(const CellTable& a, const CellTable& b) {
  ASSERT_EQ(a.shape, b.shape);
  for (std::size_t cell = 0; cell < a.cells.size(); ++cell) {
    ASSERT_NEAR(a.cells[cell].weight, b.cells[cell].weight, rounding * (1 + a.cells[cell].weight));
    if (a.cells[cell].weight < rounding) continue;
    ASSERT_NEAR(a.cells[cell].mean, b.cells[cell].mean, rounding);
    ASSERT_NEAR(a.cells[cell].scatter, b.cells[cell].scatter, rounding * (1 + a.cells[cell].scatter));
  }
}

class BinnedRowsOf : public ::testing::TestWithParam<std::size_t> {
 protected:
  Progress progress_;
  OutcomeScale scale_{1.0, 4.0, 0.25};
};
INSTANTIATE_TEST_SUITE_P(Features, BinnedRowsOf, ::testing::Values(1U, 2U, 3U));

TEST_P(BinnedRowsOf, GoToTheCellThatComparingWithTheEdgesGives) {
  Random random(101);
  const Dataset data = random_data(GetParam(), 3000, true, random);
  const DataView view = data.view();
  const std::vector<std::size_t> candidates = {2, 3, 5, 8, 13};
  const BinnedRows rows(view, std::vector(GetParam(), candidates), 1, progress_);
  for (const std::size_t q : candidates) {
    const Grid grid = rows.grid(std::vector<std::size_t>(GetParam(), q));
    CellTable expected(grid.shape());
    for (std::size_t row = 0; row < data.rows(); ++row) {
      std::size_t cell = 0;
      for (std::size_t j = 0; j < GetParam(); ++j) {
        cell = cell * grid.axes[j].bins() + grid.axes[j].bin_of(data.features[j][row]);
      }
      expected.cells[cell].add((data.outcome[row] - 1) / 4, data.weight[row]);
    }
    expect_equal(rows.tabulate(grid, scale_), expected);
  }
}

TEST_P(BinnedRowsOf, TablesOfTheFoldsAddUpToTheTableOfAllRows) {
  Random random(102);
  for (const bool is_weighted : {false, true}) {
    const Dataset data = random_data(GetParam(), 5000, is_weighted, random);
    const DataView view = data.view();
    const BinnedRows rows(view, std::vector(GetParam(), std::vector<std::size_t>{6}), 1, progress_);
    const Grid grid = rows.grid(std::vector<std::size_t>(GetParam(), 6));
    const FoldAssignment folds = assign_folds(view, {.folds = 5, .seed = 9, .threads = 1}, progress_);
    const std::vector<CellTable> tables = rows.tabulate_folds(grid, folds, scale_, 1, progress_);
    ASSERT_EQ(tables.size(), 5U);
    CellTable sum(grid.shape());
    for (const CellTable& table : tables) {
      EXPECT_GT(total_weight(table), 0);
      sum = merge(std::move(sum), table);
    }
    expect_equal(sum, rows.tabulate(grid, scale_));
  }
}

TEST_P(BinnedRowsOf, HaveTheSameFoldTablesOnEveryNumberOfThreads) {
  Random random(103);
  const Dataset data = random_data(GetParam(), 300000, false, random);
  const DataView view = data.view();
  const auto tables_with = [&](std::size_t threads) {
    const BinnedRows rows(view, std::vector(GetParam(), std::vector<std::size_t>{4}), threads, progress_);
    const FoldAssignment folds = assign_folds(view, {.folds = 3, .seed = 9, .threads = threads}, progress_);
    return rows.tabulate_folds(rows.grid(std::vector<std::size_t>(GetParam(), 4)), folds, scale_, threads, progress_);
  };
  const std::vector<CellTable> one = tables_with(1);
  for (const std::size_t threads : {2U, 7U}) {
    const std::vector<CellTable> several = tables_with(threads);
    for (std::size_t fold = 0; fold < 3; ++fold) {
      for (std::size_t cell = 0; cell < one[fold].cells.size(); ++cell) {
        ASSERT_EQ(several[fold].cells[cell].weight, one[fold].cells[cell].weight);
        ASSERT_EQ(several[fold].cells[cell].mean, one[fold].cells[cell].mean);
        ASSERT_EQ(several[fold].cells[cell].scatter, one[fold].cells[cell].scatter);
      }
    }
  }
}

TEST(BinnedRows, KnowHowManyBinsWereAskedForAndWhatTiesLeft) {
  Progress progress;
  Dataset data;
  data.feature_names = {"tied", "constant"};
  data.features = {{1, 1, 2, 2, 3, 3}, {7, 7, 7, 7, 7, 7}};
  data.outcome = {1, 2, 3, 4, 5, 6};
  const DataView view = data.view();
  const BinnedRows rows(view, {{6}, {6}}, 1, progress);
  const Grid grid = rows.grid({6, 6});
  EXPECT_EQ(grid.axes[0].name, "tied");
  EXPECT_EQ(grid.axes[0].bins_requested, 6U);
  EXPECT_LT(grid.axes[0].bins(), 6U);
  EXPECT_EQ(grid.axes[0].edges, quantile_edges(data.features[0], 6));
  EXPECT_EQ(grid.axes[1].bins(), 1U);
  EXPECT_EQ(grid.axes[1].lowest, 7);
  EXPECT_TRUE(grid.axes[0].is_outside(3.5));
  EXPECT_FALSE(grid.axes[0].is_outside(3));
}

}  // namespace
}  // namespace gaptv::testing
