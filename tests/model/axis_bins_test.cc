// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/axis_bins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"

namespace gaptv::testing {
namespace {

using Bins = std::vector<std::size_t>;
using Truth = std::function<double(const std::vector<double>& x)>;

Dataset draw(std::size_t features, std::size_t rows, double noise, const Truth& truth, std::uint64_t seed = 100001) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back(std::string(1, static_cast<char>('a' + j)));
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<double> x;
    for (std::vector<double>& feature : data.features) {
      feature.push_back(random.uniform());
      x.push_back(feature.back());
    }
    data.outcome.push_back(truth(x) + noise * random.normal());
  }
  return data;
}

Model fit_quickly(const Dataset& data, const std::string& axis_bins = "own") {
  FitOptions options;
  options.lambdas = 20;
  options.held_out = HeldOutRule::off;
  set_option(options, "axis_bins", axis_bins);
  return fit_gaptv(data.view(), options, nullptr);
}

const AxisBinsRecord& search_of(const Model& model) {
  return *model.surfaces.front().record.axis_bins;
}

bool says(const Model& model, const std::string& text) {
  return std::ranges::any_of(model.record.notes,
                             [&text](const std::string& note) { return note.find(text) != std::string::npos; });
}

double curve(const std::vector<double>& x) {
  return 2 * std::sin(6 * x[0]);
}

double error_against(const Model& model, const Truth& truth) {
  double sum = 0;
  const Surface& surface = model.surfaces.front();
  const std::vector<double> values = fitted_values(surface);
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) {
      const std::vector<double> x = {(i + 0.5) / 40, (j + 0.5) / 40};
      sum += std::pow(values[surface.cell_of(x)] - truth(x), 2);
    }
  }
  return std::sqrt(sum / 1600);
}

TEST(AxisBins, AFeatureThatTellsNothingGetsOneBinAndTheErrorFalls) {
  for (const std::size_t rows : {100U, 300U, 1000U}) {
    const Dataset data = draw(2, rows, 0.3, curve);
    const Model model = fit_quickly(data);
    const Surface& surface = model.surfaces.front();
    EXPECT_EQ(surface.grid.axes[1].bins(), 1U) << rows;
    EXPECT_GT(surface.grid.axes[0].bins(), 1U) << rows;
    EXPECT_EQ(search_of(model).chosen[1], 1U) << rows;
    EXPECT_TRUE(says(model, "feature 'b' is not used")) << rows;
    EXPECT_LT(error_against(model, curve), 0.8 * error_against(fit_quickly(data, "equal"), curve)) << rows;
  }
}

TEST(AxisBins, FeaturesThatMatterAlikeKeepTheirBins) {
  const Truth box = [](const std::vector<double>& x) { return x[0] > 0.4 && x[1] > 0.3 ? 3.0 : 0.0; };
  for (const std::size_t rows : {100U, 300U, 1000U}) {
    const Dataset data = draw(2, rows, 1, box);
    const Model model = fit_quickly(data);
    EXPECT_EQ(search_of(model).chosen, search_of(model).start) << rows;
    EXPECT_FALSE(says(model, "is not used")) << rows;
    // Where nothing changes, the model is that of equal numbers.
    EXPECT_EQ(model.surfaces.front().beta, fit_quickly(data, "equal").surfaces.front().beta) << rows;
  }
}

TEST(AxisBins, AFeatureThatDominatesGetsMoreBinsThanTheOther) {
  const Truth truth = [](const std::vector<double>& x) { return 8 * x[0] * x[0] + x[1]; };
  const Dataset data = draw(2, 600, 0.1, truth);
  const Model model = fit_quickly(data);
  const Bins chosen = search_of(model).chosen;
  EXPECT_GE(chosen[0], 2 * chosen[1]);
  EXPECT_GT(chosen[1], 1U);
  EXPECT_LT(error_against(model, truth), error_against(fit_quickly(data, "equal"), truth));
}

TEST(AxisBins, OfThreeFeaturesTheOneThatTellsNothingIsNotUsed) {
  const Dataset data = draw(3, 500, 1, [](const std::vector<double>& x) {
    return x[0] > 0.4 && x[1] > 0.3 ? 3.0 : x[0] < 0.2 ? 1.0 : 0.0;
  });
  const Model model = fit_quickly(data);
  EXPECT_EQ(model.surfaces.front().grid.axes[2].bins(), 1U);
  EXPECT_TRUE(says(model, "feature 'c' is not used"));
  EXPECT_FALSE(says(model, "leaving out feature"));
}

TEST(AxisBins, TheRecordSaysWhatWasTriedAndIsReadBack) {
  const Model model = fit_quickly(draw(2, 300, 0.3, curve));
  const AxisBinsRecord& search = search_of(model);
  ASSERT_GT(search.tried.size(), 2U);
  EXPECT_EQ(search.tried.size(), search.compared_with.size());
  EXPECT_EQ(search.tried.size(), search.error.size());
  EXPECT_EQ(search.tried.size(), search.standard_error_of_difference.size());
  EXPECT_TRUE(search.compared_with.front().empty());
  const std::string chosen = std::to_string(search.chosen[0]) + "," + std::to_string(search.chosen[1]);
  const auto found = std::ranges::find(search.tried, chosen);
  ASSERT_NE(found, search.tried.end());
  EXPECT_LT(search.error[static_cast<std::size_t>(found - search.tried.begin())], search.error.front());
  const Model read = model_from_json(model_to_json(model), "a model");
  EXPECT_EQ(search_of(read).tried, search.tried);
  EXPECT_EQ(search_of(read).error, search.error);
  EXPECT_FALSE(fit_quickly(draw(2, 300, 0.3, curve), "equal").surfaces.front().record.axis_bins);
}

TEST(AxisBins, RowsThatWereCountedIntoCellsGetTheSameBins) {
  for (const double noise : {0.2, 1.0}) {
    for (const std::uint64_t seed : {100001U, 100002U, 100003U}) {
      const Dataset data = draw(
          2, 400, noise, [](const std::vector<double>& x) { return curve(x) + (x[1] > 0.5 ? 0.5 : 0); }, seed);
      FitOptions options;
      options.held_out = HeldOutRule::off;
      options.lambdas = 20;
      options.axis_bins = AxisBinsRule::own;
      const Model of_rows = fit_gaptv(data.view(), options, nullptr);
      const Model of_cells = fit_counted_rows(count_rows(data.view(), options), options);
      EXPECT_EQ(search_of(of_cells).tried, search_of(of_rows).tried);
      EXPECT_EQ(search_of(of_cells).chosen, search_of(of_rows).chosen);
      EXPECT_EQ(of_cells.surfaces.front().beta, of_rows.surfaces.front().beta);
    }
  }
}

TEST(AxisBins, ConstantFeaturesAndFewValuesAreNoTrouble) {
  Dataset data = draw(2, 200, 0.5, curve);
  Dataset constant = data;
  std::ranges::fill(constant.features[1], 7.0);
  EXPECT_EQ(fit_quickly(constant).surfaces.front().grid.axes[1].bins(), 1U);
  for (double& value : data.features[1]) value = value > 0.5 ? 1 : 0;
  EXPECT_LE(fit_quickly(data).surfaces.front().grid.axes[1].bins(), 2U);
  EXPECT_GE(fit_quickly(draw(2, 5, 0.5, curve)).surfaces.front().regions.size(), 1U);
}

TEST(AxisBins, NumbersAreHalvesAndDoublesOfTheStart) {
  EXPECT_EQ(numbers_for_axes({12, 12}, 200), (std::vector<Bins>{{1, 2, 3, 6, 12, 24, 48}, {1, 2, 3, 6, 12, 24, 48}}));
  EXPECT_EQ(numbers_for_axes({1, 3}, 20), (std::vector<Bins>{{1}, {1, 2, 3}}));
  // More rows do not mean more than 128 bins, but what the rule chose is always there.
  for (const Bins& of_axis : numbers_for_axes({75, 75}, 1e9)) EXPECT_EQ(of_axis.back(), 75U);
}

}  // namespace
}  // namespace gaptv::testing
