// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/grid_comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv::testing {
namespace {

double deviance_of(const CellLoss& loss, double outcome, double fitted) {
  const double one = 1;
  return 2 * loss.divergence({&one, 1}, {&outcome, 1}, {&fitted, 1});
}

// Outcomes that the loss takes, inside of what means can be, so that the deviance of a single row is finite.
double draw_outcome(const CellLoss& loss, Random& random) {
  if (loss.name() == "binomial") return random.uniform() < 0.4 ? 1 : 0;
  if (loss.name() == "poisson") return std::floor(4 * random.uniform());
  if (loss.name() == "gamma") return 0.2 + 3 * random.uniform();
  return random.normal();
}

// The oracle looks at every row.
TEST(GridComparison, SumsOfCellsAreThoseOfTheirRowsForEveryLoss) {
  constexpr double rounding_of_sums = 1e-9;
  Random random(3);
  for (const CellLoss* const loss : all_cell_losses()) {
    for (int trial = 0; trial < 20; ++trial) {
      DifferenceSums sums(*loss);
      std::vector<double> differences;
      for (int cell = 0; cell < 6; ++cell) {
        const double a = loss->has_identity_link() ? random.normal() : 0.1 + 0.8 * random.uniform();
        const double b = cell == 3 ? a : loss->has_identity_link() ? random.normal() : 0.1 + 0.8 * random.uniform();
        CellStats stats;
        for (std::size_t row = 0; row < 1 + random.below(9); ++row) {
          const double outcome = draw_outcome(*loss, random);
          stats.add(outcome);
          differences.push_back(deviance_of(*loss, outcome, a) - deviance_of(*loss, outcome, b));
        }
        sums.add(stats, a, b);
      }
      const auto rows = static_cast<double>(differences.size());
      const double mean = std::accumulate(differences.begin(), differences.end(), 0.0) / rows;
      double variance = 0;
      for (const double difference : differences) variance += std::pow(difference - mean, 2) / rows;
      const PairedDifference result = sums.result(rows);
      EXPECT_NEAR(result.mean, mean, rounding_of_sums) << loss->name();
      EXPECT_NEAR(result.standard_error, std::sqrt(variance / rows), rounding_of_sums) << loss->name();
    }
  }
}

TEST(GridComparison, RowsOfEqualExposureHaveTheExactStandardErrorToo) {
  constexpr double rounding_of_sums = 1e-12;
  const double exposure = 2.5;
  const CellLoss& loss = poisson_loss();
  CellStats stats;
  std::vector<double> differences;
  for (const double rate : {0.4, 1.2, 0.0, 2.0}) {
    stats.add(rate, exposure);
    differences.push_back(exposure * (deviance_of(loss, rate, 0.8) - deviance_of(loss, rate, 1.5)));
  }
  DifferenceSums sums(loss);
  sums.add(stats, 0.8, 1.5);
  const double mean = std::accumulate(differences.begin(), differences.end(), 0.0) / 4;
  double variance = 0;
  for (const double difference : differences) variance += std::pow(difference - mean, 2) / 4;
  EXPECT_NEAR(sums.result(4).mean, mean, rounding_of_sums);
  EXPECT_NEAR(sums.result(4).standard_error, std::sqrt(variance / 4), rounding_of_sums);
}

TEST(GridComparison, NothingToCompareIsNoDifference) {
  DifferenceSums sums(squared_loss());
  sums.add({}, 1, 2);
  EXPECT_EQ(sums.result(0).mean, 0);
  EXPECT_EQ(sums.result(0).standard_error, 0);
}

}  // namespace
}  // namespace gaptv::testing
