// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/loss_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/loss/noise_scale.h"

namespace gaptv::testing {
namespace {

TEST(LossChoice, ReadsANameAndItsParameter) {
  EXPECT_EQ(parse_loss("gaussian").name, "gaussian");
  EXPECT_FALSE(parse_loss("huber").parameter.has_value());
  EXPECT_EQ(parse_loss("huber=1e-3").parameter, 1e-3);
  EXPECT_EQ(parse_loss("quantile=0.9").name, "quantile");
  EXPECT_EQ(parse_loss("quantile=0.9").parameter, 0.9);
}

TEST(LossChoice, RefusesWhatIsNoLoss) {
  for (const char* text : {"", "cauchy", "gaussian=1", "huber=", "huber=0", "huber=-1", "huber=inf", "huber=nan",
                           "huber=1x", "quantile=0", "quantile=1", "quantile=1.5", "quantile==0.5", "=0.5"}) {
    EXPECT_THROW(parse_loss(text), InvalidInput) << text;
  }
}

TEST(LossChoice, AUsualParameterFollowsTheNoiseOrNot) {
  EXPECT_TRUE(needs_noise_scale({"huber"}));
  EXPECT_FALSE(needs_noise_scale({"huber", 2.0}));
  EXPECT_FALSE(needs_noise_scale({"quantile"}));
  EXPECT_FALSE(needs_noise_scale({"gaussian"}));
  EXPECT_EQ(make_outcome_loss({"huber"}, 2)->parameter(), 2 * 1.345);
  EXPECT_EQ(make_outcome_loss({"quantile"}, 2)->parameter(), 0.5);
  EXPECT_EQ(make_outcome_loss({"poisson"}), nullptr);
}

TEST(NoiseScale, IsTheStandardDeviationOfNormalNoiseInCellsOfAnySize) {
  for (const std::size_t size : {2U, 3U, 4U, 5U, 40U}) {
    Random random(67, size);
    std::vector<CellSamples::Entry> entries;
    constexpr std::size_t cells = 4000;
    // Five standard errors of the median of so many pairs.
    constexpr double accuracy = 0.2;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const double level = 50 * random.normal();
      for (std::size_t i = 0; i < size; ++i) entries.push_back({cell, level + 3 * random.normal(), 1});
    }
    EXPECT_NEAR(noise_scale(CellSamples(cells, entries, 0)), 3, accuracy) << size;
  }
}

TEST(NoiseScale, FallsBackWhereMostOutcomesAreEqual) {
  // Six of ten pairs are equal: the mean; one outcome per cell: all of them as if in one cell.
  const std::vector<CellSamples::Entry> tied = {{0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 5, 1}};
  EXPECT_NEAR(noise_scale(CellSamples(1, tied, 0)), 0.4 * 4 / std::sqrt(2.0) * std::sqrt(M_PI / 2), 1e-12);
  const std::vector<CellSamples::Entry> single = {{0, 1, 1}, {1, 3, 1}};
  EXPECT_NEAR(noise_scale(CellSamples(2, single, 0)), std::sqrt(2.0) / 0.67449, 1e-4);
  const std::vector<CellSamples::Entry> equal = {{0, 4, 1}, {1, 4, 1}};
  EXPECT_EQ(noise_scale(CellSamples(2, equal, 0)), 1);
}

TEST(NoiseScale, OfAWeightIsThatOfSoManyCopies) {
  std::vector<CellSamples::Entry> weighted;
  std::vector<CellSamples::Entry> copies;
  Random random(68);
  for (std::size_t i = 0; i < 300; ++i) {
    const CellSamples::Entry entry{random.below(20), random.normal(), 1 + static_cast<double>(random.below(3))};
    weighted.push_back(entry);
    for (double copy = 0; copy < entry.weight; ++copy) copies.push_back({entry.cell, entry.outcome, 1});
  }
  EXPECT_EQ(noise_scale(CellSamples(20, weighted, 0)), noise_scale(CellSamples(20, copies, 0)));
}

}  // namespace
}  // namespace gaptv::testing
