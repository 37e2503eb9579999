// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/model/region_path.h"

namespace gaptv {
namespace {

// Blocks, of outcomes that the loss takes.
Dataset simulate_blocks(const std::string& loss, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "y";
  data.feature_names = {"x1", "x2"};
  data.features.resize(2);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
    const bool is_right = data.features[0].back() > 0.6;
    const bool is_above = data.features[1].back() > 0.35;
    const double level = is_right == is_above ? 0.9 : is_right ? 0.2 : 0.5;
    double outcome = 3 * level + random.normal();
    if (loss == "binomial") outcome = random.uniform() < level ? 1 : 0;
    if (loss == "poisson") {
      outcome = -1;
      for (double product = 1; product > std::exp(-2 * level); product *= random.uniform()) outcome += 1;
    }
    data.outcome.push_back(outcome);
  }
  return data;
}

Model fit_with(const Dataset& data, const OptionTexts& texts) {
  FitOptions options;
  for (const auto& [name, text] : texts) set_option(options, name, text);
  return fit(data, options);
}

const HeldOut& held_out_of(const Model& model) {
  return model.surfaces.front().record.held_out.value();
}

TEST(Regions, AreAsManyAsAskedFor) {
  const Dataset data = simulate_blocks("gaussian", 800, 1);
  for (const char* count : {"1", "2", "3", "7", "20"}) {
    const Model model = fit_with(data, {{"regions", count}});
    EXPECT_EQ(model.surfaces.front().regions.size(), std::stoul(count));
    const HeldOut& held_out = held_out_of(model);
    const auto at = std::ranges::find(held_out.path.regions, std::stoul(count)) - held_out.path.regions.begin();
    EXPECT_EQ(held_out.error, held_out.path.error[static_cast<std::size_t>(at)]) << count;
  }
  for (const char* wrong : {"0", "-1", "2.5", "within=", "within=-1%", "few"}) {
    EXPECT_THROW(fit_with(data, {{"regions", wrong}}), InvalidInput) << wrong;
  }
}

TEST(Regions, ByTheirHeldOutErrorAreTheFewestThatTheRuleAllows) {
  const Dataset data = simulate_blocks("gaussian", 800, 2);
  for (const char* rule : {"1se", "within=2%", "within=0.1"}) {
    const Model model = fit_with(data, {{"regions", rule}});
    const HeldOutCurve& path = held_out_of(model).path;
    const std::size_t count = model.surfaces.front().regions.size();
    const std::size_t best = static_cast<std::size_t>(std::ranges::min_element(path.error) - path.error.begin());
    double limit = path.error[best] + path.standard_error[best];
    if (rule == std::string("within=2%")) limit = path.error[best] * 1.02 * 1.02;
    if (rule == std::string("within=0.1")) limit = path.error[best] * 1.1 * 1.1;
    for (std::size_t i = 0; i < path.regions.size() && path.regions[i] < count; ++i) {
      EXPECT_GT(path.error[i], limit) << rule << ' ' << path.regions[i];
    }
    EXPECT_LE(held_out_of(model).error, limit) << rule;
  }
  EXPECT_THROW(fit_with(data, {{"regions", "1se"}, {"held_out", "off"}}), InvalidInput);
}

TEST(Regions, HaveAtLeastAsManyRowsAsAskedFor) {
  const Dataset data = simulate_blocks("gaussian", 600, 3);
  for (const char* fewest : {"1", "10", "40", "300", "600"}) {
    for (const char* count : {"auto", "12"}) {
      const Model model = fit_with(data, {{"regions", count}, {"min_rows", fewest}});
      for (const Region& region : model.surfaces.front().regions) EXPECT_GE(region.rows, std::stod(fewest)) << count;
    }
  }
  EXPECT_THROW(fit_with(data, {{"min_rows", "601"}}), InvalidInput);
}

TEST(Regions, PredictAsMuchAsThereIsInAll) {
  for (const std::string loss : {"gaussian", "binomial", "poisson"}) {
    const Dataset data = simulate_blocks(loss, 500, 4);
    for (const char* count : {"auto", "1", "5", "30"}) {
      const Model model = fit_with(data, {{"loss", loss}, {"regions", count}});
      double predicted = 0;
      double observed = 0;
      for (const double value : predict(model, data.view())) predicted += value;
      for (const double outcome : data.outcome) observed += outcome;
      EXPECT_NEAR(predicted / observed, 1, 1e-9) << loss << ' ' << count;
    }
  }
}

// The mean deviance of rows that the fit has not seen.
double fresh_error(const Model& model, const std::string& loss, const Dataset& fresh) {
  const std::vector<double> predicted = predict(model, fresh.view());
  const std::vector<double> weight(predicted.size(), 1.0);
  const CellLoss& of_means = loss_with_link_of(loss);
  return 2 * of_means.divergence(weight, fresh.outcome, predicted) / static_cast<double>(predicted.size());
}

TEST(HeldOutError, SlowIsThatOfFreshRowsOnAverage) {
  for (const std::string loss : {"gaussian", "binomial", "poisson"}) {
    for (const OptionTexts& how : {OptionTexts{}, {{"regions", "1"}}, {{"regions", "5"}}, {{"held_out", "nested"}}}) {
      double reported = 0;
      double real = 0;
      for (std::uint64_t seed = 10; seed < 22; ++seed) {
        OptionTexts texts = how;
        texts.emplace_back("loss", loss);
        const Model model = fit_with(simulate_blocks(loss, 500, seed), texts);
        reported += held_out_of(model).error;
        real += fresh_error(model, loss, simulate_blocks(loss, 5000, 1000 + seed));
      }
      // 6000 rows in all: the mean of their errors has a standard error of about 2 %.
      EXPECT_NEAR(reported / real, 1, 0.05) << loss << ' ' << (how.empty() ? "" : how.front().second);
    }
  }
}

// The one value is the mean of the other folds, whoever measures.
bool has_note(const Model& model, const std::string& part) {
  return std::ranges::any_of(model.record.notes,
                             [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

TEST(Regions, FewerThanAskedForAreNotedWithTheReason) {
  const Dataset data = simulate_blocks("gaussian", 300, 4);
  const Model model = fit_with(data, {{"regions", "20"}, {"min_rows", "60"}});
  ASSERT_LE(model.surfaces.front().regions.size(), 5U);
  EXPECT_TRUE(has_note(model, "fewer than the 20 that `regions` asks for: no more have 60 rows each"));
  const Model of_all = fit_with(data, {{"regions", "100000"}});
  EXPECT_TRUE(has_note(of_all, "fewer than the 100000 that `regions` asks for: no more have rows, and a value,"));
  EXPECT_FALSE(has_note(fit_with(data, {{"regions", "3"}}), "asks for"));
  EXPECT_FALSE(has_note(fit_with(data, {}), "asks for"));
}

TEST(HeldOutError, OfOneRegionIsTheSameHoweverItIsMeasured) {
  const Dataset data = simulate_blocks("gaussian", 300, 6);
  const double error = held_out_of(fit_with(data, {})).error_of_one;
  EXPECT_NEAR(held_out_of(fit_with(data, {{"held_out", "nested"}})).error_of_one, error, 1e-12);
  EXPECT_NEAR(held_out_of(fit_with(data, {{"preset", "paper"}})).error_of_one, error, 1e-12);
  EXPECT_NEAR(held_out_of(fit_with(data, {{"regions", "1"}})).error, error, 1e-12);
  EXPECT_FALSE(fit_with(data, {{"held_out", "off"}}).surfaces.front().record.held_out.has_value());
}

TEST(HeldOutError, DoesNotChangeTheModel) {
  const Dataset data = simulate_blocks("poisson", 400, 7);
  const Model measured = fit_with(data, {{"loss", "poisson"}});
  const Model plain = fit_with(data, {{"loss", "poisson"}, {"held_out", "off"}});
  EXPECT_EQ(measured.surfaces.front().beta, plain.surfaces.front().beta);
}

TEST(RegionPath, HoldsTheFitWithEachNumberOfRegions) {
  const Dataset data = simulate_blocks("gaussian", 600, 8);
  const Model model = model_from_json(model_to_json(fit_with(data, {})), "memory");
  Progress progress;
  ASSERT_TRUE(has_region_path(model, model.surfaces.front()));
  std::size_t models = 0;
  for (const FitWithRegions& fit : region_path(model, model.surfaces.front(), 2, progress)) {
    models += fit.is_model ? 1 : 0;
    if (fit.regions != 4 && fit.regions != 15) continue;
    const Model asked = fit_with(data, {{"regions", std::to_string(fit.asked)}});
    const std::vector<double> values = fitted_values(asked.surfaces.front());
    ASSERT_EQ(fit.values.size(), values.size());
    for (std::size_t cell = 0; cell < values.size(); ++cell) EXPECT_NEAR(fit.values[cell], values[cell], 1e-9);
  }
  EXPECT_EQ(models, 1U);
}

// With many regions some of those that are asked for have no rows, so that there are fewer; those are shown too.
TEST(RegionPath, GoesBeyondTheModelWhereCellsAreEmpty) {
  Dataset data = simulate_blocks("gaussian", 2000, 9);
  for (std::size_t row = 0; row < data.outcome.size(); ++row) {
    data.features[1][row] = data.features[0][row] + 0.1 * data.features[1][row];
    data.outcome[row] += std::floor(40 * data.features[0][row]);
  }
  const Model model = fit_with(data, {{"regions", "150"}});
  Progress progress;
  const std::vector<FitWithRegions> path = region_path(model, model.surfaces.front(), 2, progress);
  EXPECT_GE(path.back().regions, model.surfaces.front().regions.size() * 5 / 4);
  for (std::size_t k = 0; k < path.size(); ++k) {
    EXPECT_LE(path[k].regions, path[k].asked);
    if (k > 0) {
      EXPECT_LT(path[k - 1].regions, path[k].regions);
    }
  }
}

}  // namespace
}  // namespace gaptv
