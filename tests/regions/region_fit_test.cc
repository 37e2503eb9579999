// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

double step_truth(double x) {
  return x > 0.4 ? 2.0 : 0.0;
}

// A step along the first feature, with noise of size 1.
Dataset step_rows(std::size_t count, std::size_t features = 2, std::uint64_t seed = 5) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  for (std::size_t row = 0; row < count; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
    data.outcome.push_back(step_truth(data.features[0].back()) + random.normal());
  }
  return data;
}

FitOptions best_options() {
  return {.preset = "best"};
}

double error_of(const Model& model, const Dataset& rows) {
  const std::vector<double> predicted = predict(model, rows.view());
  double sum = 0;
  for (std::size_t row = 0; row < predicted.size(); ++row) {
    sum += std::pow(predicted[row] - step_truth(rows.features[0][row]), 2);
  }
  return std::sqrt(sum / static_cast<double>(predicted.size()));
}

TEST(Preset, IsBestUntilTheBinsOrLambdaAreGiven) {
  const Dataset data = step_rows(200);
  EXPECT_EQ(model_to_json(fit(data)), model_to_json(fit(data, best_options())));
  for (const auto& [name, text] : OptionTexts{{"bins", "6"}, {"lambda", "2"}, {"lambda", "aic"}}) {
    FitOptions automatic;
    set_option(automatic, name, text);
    FitOptions paper{.preset = "paper"};
    set_option(paper, name, text);
    EXPECT_EQ(model_to_json(fit(data, automatic)), model_to_json(fit(data, paper))) << name << ' ' << text;
    EXPECT_FALSE(fit(data, automatic).surfaces.front().record.regions.has_value());
  }
}

TEST(Preset, BestIsMoreAccurateWithFewerRegions) {
  for (const std::size_t features : {1U, 2U, 3U}) {
    double error_of_paper = 0;
    double error_of_best = 0;
    std::size_t plateaus_of_paper = 0;
    std::size_t plateaus_of_best = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const Dataset train = step_rows(400, features, seed);
      const Dataset test = step_rows(2000, features, 100 + seed);
      const Model paper = fit(train, {.preset = "paper"});
      const Model best = fit(train, best_options());
      error_of_paper += error_of(paper, test);
      error_of_best += error_of(best, test);
      plateaus_of_paper += paper.surfaces.front().regions.size();
      plateaus_of_best += best.surfaces.front().regions.size();
    }
    EXPECT_LT(error_of_best, error_of_paper) << features << " features";
    EXPECT_LT(plateaus_of_best, plateaus_of_paper) << features << " features";
  }
}

TEST(BinsMax, GrowsWithTheRowsAndValuesOfOneFeature) {
  const auto bins = [](std::size_t rows, std::size_t features) {
    return automatic_bins_max(step_rows(rows, features).view());
  };
  EXPECT_EQ(bins(100, 1), 50U);
  EXPECT_EQ(bins(1000, 1), 200U);
  EXPECT_EQ(bins(5000, 1), 400U);
  EXPECT_EQ(bins(5000, 2), 50U);
  EXPECT_EQ(bins(5000, 3), 50U);
  Dataset tied = step_rows(5000, 1);
  for (double& x : tied.features.front()) x = std::floor(100 * x);
  EXPECT_EQ(automatic_bins_max(tied.view()), 100U);
  const Model model = fit(step_rows(1000, 1), best_options());
  EXPECT_EQ(model.surfaces.front().record.gap.bins.back(), 200U);
}

TEST(Edges, OfEqualWeightWhereBinsAreEqual) {
  Dataset data = step_rows(400);
  for (std::vector<double>& feature : data.features) {
    for (std::size_t row = 0; row < feature.size(); ++row)
      feature[row] = static_cast<double>((7 * row + row / 20) % 20);
  }
  FitOptions options{.preset = "paper"};
  set_option(options, "bins", "4");
  const Model rank = fit(data, options);
  set_option(options, "edges", "metric");
  const Model metric = fit(data, options);
  EXPECT_EQ(recorded_option(metric.record, "edges"), "metric");
  EXPECT_EQ(recorded_option(model_from_json(model_to_json(metric), "memory").record, "edges"), "metric");
  EXPECT_EQ(recorded_option(model_from_json(model_to_json(rank), "memory").record, "edges"), "rank");
  ASSERT_EQ(metric.surfaces.front().beta.size(), rank.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < rank.surfaces.front().beta.size(); ++cell) {
    // The outer bins end at the outermost rows, half a value before the next cut would be.
    EXPECT_NEAR(metric.surfaces.front().beta[cell], rank.surfaces.front().beta[cell], 0.1);
  }
}

TEST(Edges, ByDistanceHelpWhereRowsAreCrowded) {
  double of_rank = 0;
  double of_metric = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Dataset train = step_rows(400, 2, seed);
    Dataset test = step_rows(2000, 2, 100 + seed);
    Random random(seed);
    for (Dataset* rows : {&train, &test}) {
      for (std::vector<double>& feature : rows->features) {
        for (double& x : feature) x = std::pow(x, 3);
      }
      for (std::size_t row = 0; row < rows->outcome.size(); ++row) {
        rows->outcome[row] = step_truth(rows->features[0][row]) + random.normal();
      }
    }
    FitOptions options{.preset = "paper"};
    of_rank += error_of(fit(train, options), test);
    set_option(options, "edges", "metric");
    of_metric += error_of(fit(train, options), test);
  }
  EXPECT_LT(of_metric, of_rank);
}

TEST(Edges, OfLossesOfSingleOutcomesAreThePlainOnes) {
  FitOptions options{.preset = "paper"};
  options.loss = "huber";
  set_option(options, "edges", "metric");
  EXPECT_THROW(fit(step_rows(60), options), InvalidInput);
}

TEST(Regions, AreTheSameWithAnyNumberOfThreadsAndInAnyOrderOfRows) {
  const Dataset data = step_rows(300);
  FitOptions options = best_options();
  options.threads = 1;
  const std::string one = model_to_json(fit(data, options));
  options.threads = 3;
  EXPECT_EQ(model_to_json(fit(data, options)), one);
  Dataset reversed = data;
  for (std::vector<double>& feature : reversed.features) std::reverse(feature.begin(), feature.end());
  std::reverse(reversed.outcome.begin(), reversed.outcome.end());
  const Model again = fit(reversed, options);
  const Model first = fit(data, options);
  ASSERT_EQ(again.surfaces.front().region_of_cell, first.surfaces.front().region_of_cell);
  for (std::size_t cell = 0; cell < first.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(again.surfaces.front().beta[cell], first.surfaces.front().beta[cell], 1e-12);
}

TEST(Regions, FollowShiftsAndSignsOfTheOutcome) {
  const Dataset data = step_rows(300);
  FitOptions options = best_options();
  // Given, as the folds of a cross-validation depend on the rows.
  set_option(options, "lambda", "1.5");
  const Model model = fit(data, options);
  Dataset other = data;
  for (double& y : other.outcome) y = 1e6 - 4 * y;
  set_option(options, "lambda", "6");
  const Model moved = fit(other, options);
  ASSERT_EQ(moved.surfaces.front().beta.size(), model.surfaces.front().beta.size());
  ASSERT_EQ(moved.surfaces.front().regions.size(), model.surfaces.front().regions.size());
  for (std::size_t cell = 0; cell < model.surfaces.front().beta.size(); ++cell) {
    EXPECT_NEAR(moved.surfaces.front().beta[cell], 1e6 - 4 * model.surfaces.front().beta[cell], 1e-8);
  }
}

TEST(Regions, AreOneWhereAllBordersTogetherExplainTooLittle) {
  FitOptions options = best_options();
  ASSERT_GT(fit(step_rows(300), options).surfaces.front().regions.size(), 1U);
  options.first_border = 1e9;
  EXPECT_EQ(fit(step_rows(300), options).surfaces.front().regions.size(), 1U);
}

TEST(Regions, RelaxedAllTheWayAreTheMeansOfTheirOutcomes) {
  FitOptions options = best_options();
  options.relax = 1;
  const Model model = fit(step_rows(300), options);
  ASSERT_GT(model.surfaces.front().regions.size(), 1U);
  for (const Region& plateau : model.surfaces.front().regions) {
    if (plateau.weight > 0) {
      EXPECT_NEAR(plateau.value, plateau.mean, 1e-12);
    }
  }
}

// The chosen share gives the smallest held-out error of all that are tried.
TEST(Regions, TheShareOfRelaxationIsChosenWithLambda) {
  FitOptions options{.preset = "paper"};
  set_option(options, "relax", "cv");
  const Dataset data = step_rows(400);
  const Model chosen = fit(data, options);
  ASSERT_TRUE(chosen.surfaces.front().record.regions.has_value());
  const double smallest = *std::ranges::min_element(chosen.surfaces.front().record.cv.mean);
  const Model plain = fit(data, {.preset = "paper"});
  EXPECT_LE(smallest, *std::ranges::min_element(plain.surfaces.front().record.cv.mean));
  EXPECT_GT(chosen.surfaces.front().record.regions->relax, 0);
  set_option(options, "relax", "0.25");
  EXPECT_EQ(fit(data, options).surfaces.front().record.regions->relax, 0.25);
  for (const char* wrong : {"1.5", "-1", "", "half"}) EXPECT_ANY_THROW(set_option(options, "relax", wrong)) << wrong;
}

TEST(Regions, OnOneGridKeepTheGridThatWasAskedFor) {
  FitOptions options{.preset = "paper"};
  options.bins = BinsRule::fixed;
  options.fixed_bins = {6};
  options.border = 2;
  const Model model = fit(step_rows(300), options);
  EXPECT_EQ(model.surfaces.front().grid.axes[0].bins(), 6U);
  options.border = 0;
  EXPECT_LE(model.surfaces.front().regions.size(), fit(step_rows(300), options).surfaces.front().regions.size());
}

TEST(Regions, AreRecordedAndReadBack) {
  const Model model = fit(step_rows(200), best_options());
  ASSERT_TRUE(model.surfaces.front().record.regions.has_value());
  EXPECT_EQ(model.surfaces.front().record.regions->shifts, 4U);
  EXPECT_EQ(model.surfaces.front().record.regions->bins.size(), 2U);
  EXPECT_GT(model.surfaces.front().grid.axes[0].bins(), model.surfaces.front().record.regions->bins[0]);
  EXPECT_LE(model.surfaces.front().record.certificate.relative_gap, accepted_relative_gap);
  const std::string text = model_to_json(model);
  EXPECT_EQ(model_to_json(model_from_json(text, "test")), text);
}

TEST(Regions, OfProbabilitiesAndRatesStayWithinTheirBounds) {
  Dataset data = step_rows(400);
  Dataset counts = data;
  for (double& y : data.outcome) y = y > 1 ? 1 : 0;
  for (double& y : counts.outcome) y = std::max(0.0, std::round(y));
  FitOptions options = best_options();
  options.loss = "binomial";
  const Model binary = fit(data, options);
  EXPECT_GT(binary.surfaces.front().regions.size(), 1U);
  for (const double value : fitted_values(binary.surfaces.front())) EXPECT_TRUE(value > 0 && value < 1) << value;
  options.loss = "poisson";
  const Model rates = fit(counts, options);
  EXPECT_GT(rates.surfaces.front().regions.size(), 1U);
  for (const double value : fitted_values(rates.surfaces.front())) EXPECT_GT(value, 0);
}

TEST(Regions, OfRobustLossesAreThePlateausOfThePlainFit) {
  FitOptions options{.preset = "paper"};
  options.loss = "huber=0.7";
  options.preset = "best";
  options.bins_max = 10;
  options.lambdas = 10;
  const Model model = fit(step_rows(150), options);
  EXPECT_FALSE(model.surfaces.front().record.regions.has_value());
}

TEST(Regions, ThatRobustLossesDoNotMakeAreRefused) {
  for (const auto& [name, text] : OptionTexts{{"shifts", "2"}, {"relax", "0.5"}, {"relax", "cv"}, {"border", "1"}}) {
    FitOptions options{.preset = "paper"};
    options.loss = "quantile";
    set_option(options, name, text);
    EXPECT_THROW(fit(step_rows(60), options), InvalidInput);
  }
  FitOptions options{.preset = "paper"};
  options.loss = "huber";
  set_option(options, "empty_cells", "middle");
  EXPECT_THROW(fit(step_rows(60), options), InvalidInput);
}

// Six regions of two features; the third feature is noise, which spreads the rows over so many cells that few regions
// are left.
TEST(Regions, AThirdFeatureThatHidesTheOthersIsNamed) {
  const auto notes_with = [](double step_of_two, double step_of_third) {
    Random random(77);
    Dataset data;
    data.feature_names = {"a", "b", "third"};
    data.outcome_name = "y";
    data.features.resize(3);
    for (int row = 0; row < 600; ++row) {
      for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
      const int a = static_cast<int>(3 * data.features[0].back());
      const int b = static_cast<int>(2 * data.features[1].back());
      const double third = data.features[2].back() > 0.5 ? step_of_third : 0;
      data.outcome.push_back((a + b) % 2 * step_of_two + third + random.normal());
    }
    FitOptions options{.preset = "paper"};
    options.lambdas = 15;
    std::string text;
    for (const std::string& note : fit(data, options).record.notes) text += note + "\n";
    return text;
  };
  EXPECT_NE(notes_with(1.5, 0).find("leaving out feature 'third'"), std::string::npos) << notes_with(1.5, 0);
  EXPECT_EQ(notes_with(6, 6).find("leaving out"), std::string::npos) << notes_with(6, 6);
}

TEST(Regions, OptionsOutOfRangeAreRefused) {
  const Dataset data = step_rows(50);
  for (const FitOptions& wrong :
       {FitOptions{.shifts = 0}, FitOptions{.shifts = 17}, FitOptions{.border = -1}, FitOptions{.border = std::nan("")},
        FitOptions{.relax = 1.5}, FitOptions{.relax = -0.1}, FitOptions{.finer = 0.5}}) {
    EXPECT_THROW(fit(data, wrong), InvalidInput);
  }
}

TEST(FineBins, AreCutIntoFewerPartsWhereThereAreMany) {
  EXPECT_EQ(fine_bins({10, 75}, 4), (std::vector<std::size_t>{40, 150}));
  EXPECT_EQ(fine_bins({300}, 4), (std::vector<std::size_t>{300}));
  EXPECT_EQ(fine_bins({30, 30, 30}, 4), (std::vector<std::size_t>{60, 60, 60}));
}

}  // namespace
}  // namespace gaptv
