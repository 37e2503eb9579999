// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Laws that hold across all stages of a fit.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "tests/oracles/gap_oracle.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

// Relative to the range of the outcome: sums in another order, and the flow's unit of 2^-40.
constexpr double value_tolerance = 1e-9;
constexpr double lambda_tolerance = 1e-9;  // relative

struct Law {
  double factor = 1;  // of the outcome
  double shift = 0;
};

// Same grid, same choices, and values that are factor * value + shift.
void expect_law(const Model& plain, const Model& other, const Law& law) {
  ASSERT_EQ(other.surfaces.front().grid.shape(), plain.surfaces.front().grid.shape());
  for (std::size_t axis = 0; axis < plain.surfaces.front().grid.axes.size(); ++axis) {
    EXPECT_EQ(other.surfaces.front().grid.axes[axis].edges, plain.surfaces.front().grid.axes[axis].edges);
  }
  const double size = std::abs(law.factor);
  EXPECT_NEAR(other.surfaces.front().record.lambda / size, plain.surfaces.front().record.lambda,
              lambda_tolerance * plain.surfaces.front().record.lambda);
  EXPECT_NEAR(other.surfaces.front().record.lambda_max / size, plain.surfaces.front().record.lambda_max,
              lambda_tolerance * plain.surfaces.front().record.lambda_max);
  EXPECT_NEAR(other.record.train_rmse / size, plain.record.train_rmse, value_tolerance * plain.record.train_rmse);
  EXPECT_EQ(other.surfaces.front().regions.size(), plain.surfaces.front().regions.size());
  double range = 0;
  for (const double value : plain.surfaces.front().beta)
    range = std::max(range, std::abs(value - plain.surfaces.front().beta[0]));
  for (std::size_t cell = 0; cell < plain.surfaces.front().beta.size(); ++cell) {
    ASSERT_NEAR((other.surfaces.front().beta[cell] - law.shift) / law.factor, plain.surfaces.front().beta[cell],
                value_tolerance * (1 + range))
        << "cell " << cell;
  }
}

class FitOf : public ::testing::TestWithParam<std::size_t> {
 protected:
  Dataset data() const { return plateau_data(GetParam(), 400, 171); }
};
INSTANTIATE_TEST_SUITE_P(Features, FitOf, ::testing::Values(1U, 2U, 3U));

TEST_P(FitOf, WeightedRowsIsThatOfRepeatedRows) {
  Dataset weighted = data();
  Random random(172);
  for (std::size_t row = 0; row < weighted.rows(); ++row) {
    weighted.weight.push_back(1.0 + static_cast<double>(random.below(4)));
  }
  expect_law(fit_certified(with_repeated_rows(weighted), quick_options()), fit_certified(weighted, quick_options()),
             {});
}

TEST_P(FitOf, WeightsOfOneIsThatWithoutWeights) {
  Dataset weighted = data();
  weighted.weight.assign(weighted.rows(), 1.0);
  expect_law(fit_certified(data(), quick_options()), fit_certified(weighted, quick_options()), {});
}

TEST_P(FitOf, TwiceTheRowsIsThatOfWeightTwo) {
  Dataset twice = data();
  for (std::vector<double>& feature : twice.features) {
    const std::vector<double> once = feature;
    feature.insert(feature.end(), once.begin(), once.end());
  }
  const std::vector<double> once = twice.outcome;
  twice.outcome.insert(twice.outcome.end(), once.begin(), once.end());
  Dataset weighted = data();
  weighted.weight.assign(weighted.rows(), 2.0);
  expect_law(fit_certified(twice, quick_options()), fit_certified(weighted, quick_options()), {});
}

TEST_P(FitOf, ShiftedOutcomesIsShifted) {
  FitOptions options = quick_options();
  const Model plain = fit_without_folds(data(), options);
  for (const double shift : {-3.0, 1024.0, 1048576.0}) {
    Dataset shifted = data();
    // Shifts by which the outcomes are rounded: the law holds to that rounding.
    for (double& y : shifted.outcome) y += shift;
    const Model model = fit_without_folds(shifted, options);
    ASSERT_EQ(model.surfaces.front().beta.size(), plain.surfaces.front().beta.size());
    for (std::size_t cell = 0; cell < plain.surfaces.front().beta.size(); ++cell) {
      ASSERT_NEAR(model.surfaces.front().beta[cell] - shift, plain.surfaces.front().beta[cell], 1e-8);
    }
  }
}

TEST_P(FitOf, ScaledOutcomesIsScaled) {
  FitOptions options = quick_options();
  const Model plain = fit_without_folds(data(), options);
  for (const double factor : {3.0, 0.001, 1e-300, 1e100, 1e140}) {
    Dataset scaled = data();
    for (double& y : scaled.outcome) y *= factor;
    expect_law(plain, fit_without_folds(scaled, options), {factor, 0});
  }
}

TEST_P(FitOf, NegatedOutcomesIsNegated) {
  FitOptions options = quick_options();
  Dataset negative = data();
  for (double& y : negative.outcome) y = -y;
  expect_law(fit_without_folds(data(), options), fit_without_folds(negative, options), {-1, 0});
}

TEST_P(FitOf, ShuffledRowsIsTheSame) {
  const Model plain = fit_certified(data(), quick_options());
  const Model shuffled = fit_certified(reversed(data()), quick_options());
  expect_law(plain, shuffled, {});
  EXPECT_EQ(shuffled.surfaces.front().record.input_hash, plain.surfaces.front().record.input_hash);
}

// Quantile edges move with the feature; only interpolation between order statistics rounds.
TEST_P(FitOf, FeaturesTimesAPowerOfTwoIsTheSame) {
  const Dataset plain = data();
  Dataset scaled = plain;
  for (std::vector<double>& feature : scaled.features) {
    for (double& x : feature) x *= 1024;
  }
  const Model one = fit_without_folds(plain, quick_options());
  const Model other = fit_without_folds(scaled, quick_options());
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-9);
  for (std::size_t axis = 0; axis < one.surfaces.front().grid.axes.size(); ++axis) {
    for (std::size_t i = 0; i < one.surfaces.front().grid.axes[axis].edges.size(); ++i) {
      EXPECT_EQ(other.surfaces.front().grid.axes[axis].edges[i], 1024 * one.surfaces.front().grid.axes[axis].edges[i]);
    }
  }
}

TEST_P(FitOf, EveryNumberOfThreadsIsTheSameToTheLastBit) {
  FitOptions options = quick_options();
  options.threads = 1;
  const Model one = fit_certified(data(), options);
  for (const std::size_t threads : {2U, 7U}) {
    options.threads = threads;
    expect_same_bits(one, fit_certified(data(), options));
  }
}

TEST(Fit, SwappingTwoFeaturesTransposesTheModel) {
  const Dataset data = plateau_data(2, 500, 173);
  Dataset swapped = data;
  std::swap(swapped.features[0], swapped.features[1]);
  const Model one = fit_without_folds(data, quick_options());
  const Model other = fit_without_folds(swapped, quick_options());
  const std::size_t rows = one.surfaces.front().grid.axes[0].bins();
  const std::size_t columns = one.surfaces.front().grid.axes[1].bins();
  ASSERT_EQ(other.surfaces.front().grid.axes[0].bins(), columns);
  ASSERT_EQ(other.surfaces.front().grid.axes[1].bins(), rows);
  EXPECT_EQ(other.surfaces.front().regions.size(), one.surfaces.front().regions.size());
  EXPECT_NEAR(other.surfaces.front().record.lambda, one.surfaces.front().record.lambda,
              lambda_tolerance * one.surfaces.front().record.lambda);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      ASSERT_NEAR(one.surfaces.front().beta[i * columns + j], other.surfaces.front().beta[j * rows + i],
                  value_tolerance);
    }
  }
}

// More detail costs penalty: along the path the fit's error falls while its total variation grows.
TEST(Fit, ASmallerPenaltyFitsCloser) {
  const Dataset data = plateau_data(2, 500, 174);
  FitOptions options = quick_options();
  set_option(options, "bins", "12");
  double last = INFINITY;
  for (const char* lambda : {"100", "10", "3", "1", "0.3", "0.1", "0.01", "0"}) {
    set_option(options, "lambda", lambda);
    const double deviance = fit_certified(data, options).record.train_deviance;
    EXPECT_LE(deviance, last * (1 + 1e-12)) << lambda;
    last = deviance;
  }
}

TEST(Fit, AFeatureThatIsConstantChangesNothing) {
  const Dataset data = plateau_data(1, 300, 175);
  Dataset wider = data;
  wider.features.push_back(std::vector<double>(300, 4.0));
  FitOptions options = quick_options();
  set_option(options, "bins", "10");
  const Model one = fit_without_folds(data, options);
  const Model other = fit_without_folds(wider, options);
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-10);
}

// The weighted mean of the fit is that of the data: the penalty only moves weight between cells.
TEST(Fit, KeepsTheMeanOfTheData) {
  for (const std::size_t features : {1U, 2U, 3U}) {
    const Model model = fit_certified(plateau_data(features, 400, 176), quick_options());
    double fitted = 0;
    double observed = 0;
    for (std::size_t cell = 0; cell < model.surfaces.front().beta.size(); ++cell) {
      fitted += model.surfaces.front().cells[cell].weight * model.surfaces.front().beta[cell];
      observed += model.surfaces.front().cells[cell].weight * model.surfaces.front().cells[cell].mean;
    }
    EXPECT_NEAR(fitted, observed, 1e-8);
  }
}

// So many copies that they are counted instead of repeated: the sums round otherwise, and nothing else differs.
TEST(FitLaws, AWeightIsSoManyRowsBeyondTheNumberThatIsRepeated) {
  constexpr double summing_error = 1e-9;
  for (const bool is_binary : {false, true}) {
    Dataset data = plateau_data(2, 3000, 31);
    Random random(32);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      data.weight.push_back(60 + static_cast<double>(random.below(40)));
      if (is_binary) data.outcome[row] = data.outcome[row] > 1 ? 1 : 0;
    }
    const Model weighted = fit_certified(data, quick_options());
    const Model repeated = fit_certified(with_repeated_rows(data), quick_options());
    EXPECT_GT(weighted.record.observations, 200000);
    EXPECT_EQ(weighted.surfaces.front().record.input_hash, repeated.surfaces.front().record.input_hash);
    EXPECT_NEAR(weighted.surfaces.front().record.lambda, repeated.surfaces.front().record.lambda,
                summing_error * repeated.surfaces.front().record.lambda);
    const std::vector<double> one = predict(weighted, data.view());
    const std::vector<double> other = predict(repeated, data.view());
    for (std::size_t row = 0; row < data.rows(); ++row) ASSERT_NEAR(one[row], other[row], summing_error) << row;
  }
}

}  // namespace
}  // namespace gaptv::testing
