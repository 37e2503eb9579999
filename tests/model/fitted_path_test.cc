// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fitted_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/cart/fit_cart.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"

namespace gaptv::testing {
namespace {

constexpr double rounding = 1e-9;  // of sums in another order, in units of the outcome's spread

Dataset rows_of_blocks(const std::string& loss, std::size_t count = 300) {
  Random random(31);
  Dataset data;
  data.outcome_name = "y";
  data.feature_names = {"x1", "x2"};
  data.features.resize(2);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(std::pow(random.uniform(), 2));
    const bool is_high = data.features[0].back() > 0.3 && data.features[1].back() > 0.2;
    if (loss == "binomial") {
      data.outcome.push_back(random.uniform() < (is_high ? 0.8 : 0.3) ? 1 : 0);
    } else if (loss == "poisson") {
      data.outcome.push_back(static_cast<double>(random.below(is_high ? 9 : 3)));
    } else {
      data.outcome.push_back(1e6 + (is_high ? 3.0 : 0.0) + random.normal());
    }
  }
  return data;
}

std::vector<FitOnPath> path_of(const Model& model) {
  Progress progress;
  return fitted_path(model, model.surfaces.front(), 2, progress);
}

// Recomputed from nothing but the model: what fit() gives for these lambdas from the rows.
TEST(FittedPath, IsWhatTheSameFitGivesForOtherLambdas) {
  for (const std::string loss : {"gaussian", "binomial", "poisson"}) {
    for (const bool has_shifts : {false, true}) {
      const Dataset data = rows_of_blocks(loss);
      FitOptions options{.preset = "paper"};
      options.loss = loss;
      options.lambdas = 12;
      if (has_shifts) {
        // Without a price of borders, which depends on the noise at the lambda that was chosen.
        options.preset = "best";
        options.border = 0;
        if (loss == "poisson") options.relax = 0;  // which depends on the noise of counts too
        set_option(options, "edges", "metric");
      }
      const Model model = fit(data, options);
      const std::vector<FitOnPath> path = path_of(model_from_json(model_to_json(model), "memory"));
      ASSERT_EQ(path.size(), 12U);
      // The largest lambda makes the grid that is not shifted constant, not each of the others.
      if (!has_shifts) {
        EXPECT_EQ(path.front().regions, 1U);
      }
      for (const std::size_t k : {2U, 6U, 11U}) {
        FitOptions other = options;
        other.lambda = LambdaRule::fixed;
        other.fixed_lambda = path[k].lambda;
        const Model expected = fit(data, other);
        ASSERT_EQ(expected.surfaces.front().beta.size(), path[k].values.size());
        const std::vector<double> values = fitted_values(expected.surfaces.front());
        for (std::size_t cell = 0; cell < values.size(); ++cell) {
          ASSERT_NEAR(path[k].values[cell], values[cell], rounding) << loss << " lambda " << k << " cell " << cell;
        }
        EXPECT_EQ(path[k].regions, expected.surfaces.front().regions.size()) << loss << " lambda " << k;
      }
    }
  }
}

TEST(FittedPath, HoldsTheModelItselfOnceWhetherItsLambdaIsOnThePathOrNot) {
  const Dataset data = rows_of_blocks("gaussian");
  for (const char* lambda : {"cv", "aic", "1.234", "0"}) {
    FitOptions options{.preset = "paper"};
    options.preset = "best";
    set_option(options, "lambda", lambda);
    const Model model = fit(data, options);
    std::size_t chosen = 0;
    const std::vector<FitOnPath> path = path_of(model);
    for (std::size_t k = 0; k < path.size(); ++k) {
      EXPECT_TRUE(k == 0 || path[k].lambda < path[k - 1].lambda);
      if (!path[k].is_chosen) continue;
      ++chosen;
      EXPECT_EQ(path[k].lambda, model.surfaces.front().record.lambda);
      EXPECT_EQ(path[k].values, fitted_values(model.surfaces.front()));
      EXPECT_EQ(path[k].regions, model.surfaces.front().regions.size());
    }
    EXPECT_EQ(chosen, 1U) << lambda;
    EXPECT_EQ(path.size(), lambda == std::string("cv") || lambda == std::string("aic") ? 50U : 51U);
  }
}

TEST(FittedPath, IsThereForTotalVariationOfCellStatisticsOnly) {
  const Dataset data = rows_of_blocks("gaussian", 80);
  const auto has_path = [](const Model& model) { return has_fitted_path(model, model.surfaces.front()); };
  EXPECT_TRUE(has_path(fit(data, {.preset = "paper"})));
  FitOptions huber{.preset = "paper"};
  huber.loss = "huber";
  const Model robust = fit(data, huber);
  EXPECT_FALSE(has_path(robust));
  EXPECT_THROW(path_of(robust), InvalidInput);
  EXPECT_FALSE(has_path(fit(data, {.method = "cart"})));
  Dataset constant = data;
  for (double& y : constant.outcome) y = 4;
  EXPECT_FALSE(has_path(fit(constant, {.preset = "paper"})));
}

TEST(FittedPath, RefusesARecordThatContradictsTheGrid) {
  FitOptions options{.preset = "paper"};
  options.preset = "best";
  Model model = fit(rows_of_blocks("gaussian"), options);
  model.surfaces.front().record.regions->bins_kept = {3};
  EXPECT_THROW(path_of(model), InvalidInput);
  model.surfaces.front().record.regions->bins_kept = {0, 7};
  EXPECT_THROW(path_of(model), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
