// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/fit_crisp.h"

#include <gtest/gtest.h>

#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/crisp/certificate.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/option_table.h"

namespace gaptv {
namespace {

Dataset noisy_steps(std::size_t features, std::size_t rows) {
  Random random(11);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  data.feature_names.resize(features, "x");
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::vector<double>& column : data.features) {
      column.push_back(random.uniform());
      sum += column.back() > 0.5 ? 2.0 : 0.0;
    }
    data.outcome.push_back(sum + random.normal());
  }
  return data;
}

Model fit_by(const std::string& method, const Dataset& data, FitOptions options) {
  options.method = method;
  Model model = fit(data.view(), options);
  EXPECT_EQ(model.record.method, method);
  EXPECT_LE(model.surfaces.front().record.certificate.relative_gap, accepted_crisp_gap);
  EXPECT_LE(model.surfaces.front().record.cv.worst_relative_gap, accepted_crisp_gap);
  return model;
}

FitOptions few_lambdas() {
  FitOptions options;
  options.lambdas = 12;
  return options;
}

TEST(FitCrisp, TheGridHasAHundredBinsOrOneForEachObservation) {
  const Model model = fit_by("crisp", noisy_steps(2, 25), few_lambdas());
  for (const Axis& axis : model.surfaces.front().grid.axes) EXPECT_EQ(axis.bins_requested, 25U);
  const Model line = fit_by("crisp", noisy_steps(1, 300), few_lambdas());
  EXPECT_EQ(line.surfaces.front().grid.axes.front().bins_requested, 100U);
}

TEST(FitCrisp, OtherRulesForTheGridAreFollowed) {
  FitOptions options = few_lambdas();
  set_option(options, "bins", "6,4");
  const Model model = fit_by("crisp", noisy_steps(2, 200), options);
  EXPECT_EQ(model.surfaces.front().grid.axes[0].bins(), 6U);
  EXPECT_EQ(model.surfaces.front().grid.axes[1].bins(), 4U);
}

TEST(FitCrisp, GapCrispTakesTheGridOfTheGapStatistic) {
  const Dataset data = noisy_steps(2, 200);
  const Model ours = fit(data.view(), {.preset = "paper", .lambdas = few_lambdas().lambdas});
  const Model model = fit_by("gapcrisp", data, few_lambdas());
  for (std::size_t axis = 0; axis < 2; ++axis)
    EXPECT_EQ(model.surfaces.front().grid.axes[axis].edges, ours.surfaces.front().grid.axes[axis].edges);
  EXPECT_EQ(model.surfaces.front().record.cv.lambdas.size(), 12U);
}

TEST(FitCrisp, WithOneFeatureItIsTotalVariation) {
  FitOptions options = few_lambdas();
  set_option(options, "bins", "12");
  set_option(options, "lambda", "5");
  const Dataset data = noisy_steps(1, 200);
  const Model exact = fit(data.view(), options);
  const Model model = fit_by("crisp", data, options);
  // The norm of a single difference is its size: the problems are the same, and the minimum is known exactly.
  const double minimum = exact.surfaces.front().record.certificate.objective;
  EXPECT_LE(model.surfaces.front().record.certificate.objective, minimum * (1 + 2 * accepted_crisp_gap));
  EXPECT_GE(model.surfaces.front().record.certificate.objective, minimum * (1 - 1e-12));
  EXPECT_EQ(model.surfaces.front().regions.size(), exact.surfaces.front().regions.size());
}

TEST(FitCrisp, TakesThreeFeatures) {
  FitOptions options = few_lambdas();
  set_option(options, "bins", "5");
  const Model model = fit_by("crisp", noisy_steps(3, 300), options);
  EXPECT_EQ(model.surfaces.front().beta.size(), 125U);
}

TEST(FitCrisp, AWeightOfThreeIsThreeRows) {
  const Dataset data = noisy_steps(2, 60);
  Dataset weighted = data;
  Dataset repeated = data;
  weighted.weight.assign(60, 3.0);
  for (int copy = 0; copy < 2; ++copy) {
    for (std::size_t j = 0; j < 2; ++j) {
      repeated.features[j].insert(repeated.features[j].end(), data.features[j].begin(), data.features[j].end());
    }
    repeated.outcome.insert(repeated.outcome.end(), data.outcome.begin(), data.outcome.end());
  }
  const Model one = fit_by("gapcrisp", weighted, few_lambdas());
  const Model other = fit_by("gapcrisp", repeated, few_lambdas());
  // Sums of the same numbers in another order: their rounding differs, and so does that of everything after them.
  EXPECT_NEAR(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda,
              1e-12 * one.surfaces.front().record.lambda);
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-9);
}

TEST(FitCrisp, IsTheSameWithAnyNumberOfThreads) {
  const Dataset data = noisy_steps(2, 150);
  FitOptions options = few_lambdas();
  options.threads = 1;
  const Model one = fit_by("gapcrisp", data, options);
  options.threads = 3;
  const Model several = fit_by("gapcrisp", data, options);
  EXPECT_EQ(one.surfaces.front().beta, several.surfaces.front().beta);
  EXPECT_EQ(one.surfaces.front().record.cv.mean, several.surfaces.front().record.cv.mean);
}

TEST(FitCrisp, OtherRulesForLambdaWork) {
  const Dataset data = noisy_steps(2, 150);
  for (const char* const rule : {"cv-1se", "aic", "bic", "0.5", "0", "1e9"}) {
    FitOptions options = few_lambdas();
    set_option(options, "lambda", rule);
    const Model model = fit_by("gapcrisp", data, options);
    EXPECT_EQ(model.surfaces.front().regions.size() == 1, std::string(rule) == "1e9") << rule;
  }
}

void expect_refused(const Dataset& data, const FitOptions& options, const std::string& part) {
  try {
    fit(data.view(), options);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(FitCrisp, RefusesOtherLossesWithARemedy) {
  Dataset data = noisy_steps(2, 40);
  FitOptions options = few_lambdas();
  options.method = "crisp";
  options.loss = "huber";
  expect_refused(data, options, "squared loss only");
  for (double& outcome : data.outcome) outcome = outcome > 2 ? 1 : 0;
  options.loss = "auto";
  expect_refused(data, options, "`loss=gaussian`");
  options.loss = "gaussian";
  EXPECT_LE(fit_by("crisp", data, options).surfaces.front().record.certificate.relative_gap, accepted_crisp_gap);
}

TEST(FitCrisp, RefusesGridsThatWouldTakeHours) {
  FitOptions options = few_lambdas();
  options.method = "crisp";
  expect_refused(noisy_steps(3, 200), options, "ask for fewer bins");
}

}  // namespace
}  // namespace gaptv
