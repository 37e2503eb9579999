// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Features whose values are repeated: what the model records is what was used.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gaptv/cells/counted_rows.h"
#include "gaptv/grid/binned_rows.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/regions/shifted_grids.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

// Counts, a few levels and a continuous feature with many zeros.
Dataset tied_data(std::size_t features, std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "y";
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  data.features.resize(features);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x[] = {std::floor(8 * std::exp(0.5 * random.normal())), static_cast<double>(random.below(6)),
                        random.uniform() < 0.4 ? 0.0 : random.normal()};
    for (std::size_t j = 0; j < features; ++j) data.features[j].push_back(x[j]);
    data.outcome.push_back((x[0] > 9 ? 3.0 : 0.0) - (features > 1 && x[1] > 3 ? 2.0 : 0.0) + random.normal());
  }
  return data;
}

void expect_rows_in_every_bin(const Grid& grid, const Dataset& data) {
  for (std::size_t j = 0; j < grid.axes.size(); ++j) {
    std::vector<std::size_t> rows_in(grid.axes[j].bins(), 0);
    for (const double x : data.features[j]) ++rows_in[grid.axes[j].bin_of(x)];
    EXPECT_EQ(std::ranges::count(rows_in, 0), 0) << grid.axes[j].name;
  }
}

class TiedFeatures : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Features, TiedFeatures, ::testing::Values(1U, 2U, 3U));

// Lambda is chosen on a grid of bins_kept bins, and the fits that are averaged have as many.
TEST_P(TiedFeatures, AreFittedWithTheBinsThatLambdaWasChosenWith) {
  const Dataset data = tied_data(GetParam(), 500, 181);
  FitOptions options{.preset = "best", .bins_max = 20, .lambdas = 10, .threads = 1};
  const Model model = fit_certified(data, options);
  const Surface& surface = model.surfaces.front();
  const RegionRecord& regions = *surface.record.regions;
  Progress progress;
  std::vector<std::vector<std::size_t>> bins;
  for (const std::size_t count : regions.bins) bins.push_back({count});
  const DataView view = data.view();
  const Grid tuned = BinnedRows(view, bins, 1, progress).grid(regions.bins);
  EXPECT_EQ(tuned.shape().bins, regions.bins_kept);
  expect_rows_in_every_bin(tuned, data);
  expect_rows_in_every_bin(surface.grid, data);
  const std::vector<ShiftedGrid> grids = make_shifted_grids(surface.grid, regions.bins_kept);
  EXPECT_EQ(grids.front().shape.bins, regions.bins_kept);
  for (const ShiftedGrid& grid : grids) {
    for (std::size_t axis = 0; axis < GetParam(); ++axis) {
      EXPECT_LE(grid.shape.bins[axis], regions.bins_kept[axis] + 1);
      EXPECT_LT(grid.shape.bins[axis], regions.bins[axis] + 2);
    }
  }
}

// With a lambda that needs no folds, since these go by content.
TEST_P(TiedFeatures, ThatAreNegatedGiveTheMirroredFit) {
  const Dataset data = tied_data(GetParam(), 500, 182);
  Dataset negated = data;
  for (std::vector<double>& feature : negated.features) {
    for (double& x : feature) x = -x;
  }
  FitOptions options{.preset = "paper", .threads = 1};
  // 499 is prime: no quantile falls on a row exactly.
  for (const char* bins : {"3", "8", "21"}) {
    set_option(options, "bins", bins);
    set_option(options, "lambda", "2.5");
    const Model model = fit_certified(data, options);
    const Model mirrored = fit_certified(negated, options);
    EXPECT_EQ(model.surfaces.front().grid.shape(), mirrored.surfaces.front().grid.shape());
    const std::vector<double> one = predict(model, data.view());
    const std::vector<double> other = predict(mirrored, negated.view());
    constexpr double rounding = 1e-9;  // sums in another order
    for (std::size_t row = 0; row < data.rows(); ++row) ASSERT_NEAR(one[row], other[row], rounding) << bins;
  }
}

// The rows of another file need not lie in every bin of a table's grid.
TEST_P(TiedFeatures, OnTheEdgesOfAnotherTableHaveNoEmptyBins) {
  const Dataset data = tied_data(GetParam(), 500, 183);
  Dataset lower;
  lower.feature_names = data.feature_names;
  lower.outcome_name = data.outcome_name;
  lower.features.resize(GetParam());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (data.features[0][row] > 8) continue;
    for (std::size_t j = 0; j < GetParam(); ++j) lower.features[j].push_back(data.features[j][row]);
    lower.outcome.push_back(data.outcome[row]);
  }
  FitOptions options{.preset = "paper", .threads = 1};
  set_option(options, "bins", "12");
  const CountedRows on_edges = count_rows_on(count_rows(data.view(), options), lower.view(), options);
  for (const char* bins : {"12", "7"}) {
    set_option(options, "bins", bins);
    expect_rows_in_every_bin(fit_counted_rows(on_edges, options).surfaces.front().grid, lower);
  }
}

}  // namespace
}  // namespace gaptv::testing
