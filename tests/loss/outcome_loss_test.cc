// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/outcome_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/oracles/random_outcomes.h"

namespace gaptv::testing {
namespace {

CellSamples one_cell(const std::vector<double>& outcomes, const std::vector<double>& weights = {}) {
  std::vector<CellSamples::Entry> entries;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    entries.push_back({0, outcomes[i], weights.empty() ? 1.0 : weights[i]});
  }
  return CellSamples(1, entries, 0);
}

Interval minimisers_of(const OutcomeLoss& loss, const CellSamples& samples, double pull = 0,
                       Interval within = {-1e6, 1e6}) {
  std::vector<Sample> cells;
  for (std::size_t cell = 0; cell < samples.cells(); ++cell) cells.push_back(samples[cell]);
  std::vector<const Sample*> pointers;
  for (const Sample& cell : cells) pointers.push_back(&cell);
  return loss.minimisers(pointers, pull, within);
}

class OutcomeLossLaws : public ::testing::TestWithParam<NamedLoss> {
 protected:
  const OutcomeLoss& loss() const { return *GetParam().loss; }
};
INSTANTIATE_TEST_SUITE_P(Losses, OutcomeLossLaws, ::testing::ValuesIn(losses_of_outcomes()), name_of_loss);

TEST_P(OutcomeLossLaws, SlopesAreTheDerivativesOfTheValue) {
  Random random(61);
  constexpr double step = 1e-6;
  // The step times the curvature, and the rounding of the values over the step.
  constexpr double accuracy = 1e-4;
  for (int trial = 0; trial < 200; ++trial) {
    const CellSamples samples = random_samples(1, Kind::plain, random);
    const Sample cell = samples[0];
    const bool is_at_outcome = trial % 2 == 0;
    const double t = is_at_outcome ? cell.outcome[random.below(cell.outcome.size())] : 2 * random.normal();
    const double here = loss().value(cell, t);
    const Slopes slopes = loss().slopes(cell, t);
    EXPECT_NEAR((loss().value(cell, t + step) - here) / step, slopes.right, accuracy);
    EXPECT_NEAR((here - loss().value(cell, t - step)) / step, slopes.left, accuracy);
    EXPECT_LE(slopes.left, slopes.right);
    EXPECT_GE(here, 0);
  }
}

TEST_P(OutcomeLossLaws, SlopesNeverFall) {
  Random random(62);
  for (int trial = 0; trial < 50; ++trial) {
    const CellSamples samples = random_samples(1, Kind::tied, random);
    double before = -HUGE_VAL;
    for (double t = -3; t < 6; t += 0.0625) {
      const Slopes slopes = loss().slopes(samples[0], t);
      EXPECT_GE(slopes.left, before - 1e-12);
      before = slopes.right;
    }
  }
}

TEST_P(OutcomeLossLaws, NoPointIsBetterThanTheMinimisers) {
  Random random(63);
  for (int trial = 0; trial < 200; ++trial) {
    const CellSamples samples = random_samples(1 + random.below(6), all_kinds[random.below(5)], random);
    const double pull = trial % 3 == 0 ? 0.0 : random.normal();
    const Interval within{-2 + random.uniform(), 2 + random.uniform()};
    const Interval found = minimisers_of(loss(), samples, pull, within);
    const auto value_at = [&](double t) {
      double sum = pull * t;
      for (std::size_t cell = 0; cell < samples.cells(); ++cell) {
        if (!samples[cell].is_empty()) sum += loss().value(samples[cell], t);
      }
      return sum;
    };
    double best = HUGE_VAL;
    for (double share = 0; share <= 1; share += 1.0 / 512) {
      best = std::min(best, value_at(within.lowest + share * (within.highest - within.lowest)));
    }
    for (const double t : {found.lowest, middle_of(found), found.highest}) {
      EXPECT_GE(t, within.lowest);
      EXPECT_LE(t, within.highest);
      EXPECT_LE(value_at(t), best + 1e-12 * (1 + std::abs(best)));
    }
  }
}

TEST_P(OutcomeLossLaws, AWeightIsSoManyCopies) {
  const CellSamples weighted = one_cell({1, 2.5, 4, 9}, {3, 1, 2, 1});
  const CellSamples copies = one_cell({1, 1, 1, 2.5, 4, 4, 9});
  for (double t = 0; t < 10; t += 0.25) {
    EXPECT_EQ(loss().value(weighted[0], t), loss().value(copies[0], t));
    EXPECT_EQ(loss().slopes(weighted[0], t).left, loss().slopes(copies[0], t).left);
  }
}

// The search that a loss gets for nothing against the ways that losses know better.
class DefaultSearch : public OutcomeLoss {
 public:
  explicit DefaultSearch(std::shared_ptr<const OutcomeLoss> inner) : inner_(std::move(inner)) {}
  std::string_view name() const override { return "default"; }
  double value(const Sample& cell, double t) const override { return inner_->value(cell, t); }
  Slopes slopes(const Sample& cell, double t) const override {
    Slopes slopes = inner_->slopes(cell, t);
    slopes.curvature = 0;
    return slopes;
  }

 private:
  std::shared_ptr<const OutcomeLoss> inner_;
};

TEST_P(OutcomeLossLaws, TheDefaultSearchFindsTheSameMinimisers) {
  Random random(64);
  for (int trial = 0; trial < 100; ++trial) {
    const CellSamples samples = random_samples(3, trial % 2 == 0 ? Kind::tied : Kind::plain, random);
    const double pull = trial % 4 < 2 ? 0.0 : random.normal() / 3;
    const Interval own = minimisers_of(loss(), samples, pull, {-10, 10});
    const Interval searched = minimisers_of(DefaultSearch(GetParam().loss), samples, pull, {-10, 10});
    EXPECT_NEAR(own.lowest, searched.lowest, 1e-9);
    EXPECT_NEAR(own.highest, searched.highest, 1e-9);
  }
}

TEST_P(OutcomeLossLaws, TheNullModelIsSeeded) {
  Random random(65);
  const CellSamples all = pool_samples(random_samples(20, Kind::plain, random));
  EXPECT_EQ(gap_reference(loss(), all[0], 7), gap_reference(loss(), all[0], 7));
  EXPECT_NE(gap_reference(loss(), all[0], 7), gap_reference(loss(), all[0], 8));
}

TEST(QuantileLoss, TakesTheMiddleBetweenTheTwoMiddleOutcomes) {
  const Interval even = minimisers_of(*quantile_loss(0.5), one_cell({1, 2, 6, 7}));
  EXPECT_EQ(even.lowest, 2);
  EXPECT_EQ(even.highest, 6);
  EXPECT_EQ(middle_of(even), 4);
  const Interval odd = minimisers_of(*quantile_loss(0.5), one_cell({1, 2, 6}));
  EXPECT_EQ(odd.lowest, 2);
  EXPECT_EQ(odd.highest, 2);
  const Interval tied = minimisers_of(*quantile_loss(0.5), one_cell({1, 2, 2, 2, 6, 7}));
  EXPECT_EQ(tied.lowest, 2);
  EXPECT_EQ(tied.highest, 2);
}

TEST(QuantileLoss, CountsAsRoundedWhatRoundingMadeOf) {
  // 0.55 * 100 is 55.00000000000001.
  std::vector<double> outcomes(100);
  for (std::size_t i = 0; i < 100; ++i) outcomes[i] = static_cast<double>(i);
  const Interval found = minimisers_of(*quantile_loss(0.55), one_cell(outcomes));
  EXPECT_EQ(found.lowest, 54);
  EXPECT_EQ(found.highest, 55);
}

TEST(QuantileLoss, FollowsAPullBeyondAllSlopesToTheEnd) {
  const CellSamples samples = one_cell({1, 2, 3});
  EXPECT_EQ(minimisers_of(*quantile_loss(0.5), samples, 5, {-4, 9}).lowest, -4);
  EXPECT_EQ(minimisers_of(*quantile_loss(0.5), samples, -5, {-4, 9}).lowest, 9);
}

TEST(HuberLoss, IsTheMeanForALargeDeltaAndTheMedianForASmallOne) {
  const CellSamples samples = one_cell({0, 1, 2, 3, 94});
  EXPECT_NEAR(middle_of(minimisers_of(*huber_loss(1000), samples)), 20, 1e-12);
  EXPECT_NEAR(middle_of(minimisers_of(*huber_loss(1e-6), samples)), 2, 1e-6);
  // Two samples that are farther apart than delta: level between them.
  const Interval level = minimisers_of(*huber_loss(1), one_cell({0, 10}));
  EXPECT_NEAR(level.lowest, 1, 1e-12);
  EXPECT_NEAR(level.highest, 9, 1e-12);
}

TEST(HuberLoss, InAnotherUnitIsTheSameLoss) {
  const double unit = 1024;
  const auto huber = huber_loss(3);
  const OutcomeLoss::InUnit scaled = huber->in_unit(unit);
  const CellSamples here = one_cell({0, 1, 2, 700});
  const CellSamples there = one_cell({0, 1 / unit, 2 / unit, 700 / unit});
  EXPECT_DOUBLE_EQ(huber->value(here[0], 1.5), scaled.pull * unit * scaled.loss->value(there[0], 1.5 / unit));
  EXPECT_DOUBLE_EQ(huber->slopes(here[0], 1.5).left, scaled.pull * scaled.loss->slopes(there[0], 1.5 / unit).left);
}

TEST(OutcomeLoss, TheDefaultNullModelDrawsOutcomesOfTheDataByTheirWeight) {
  const CellSamples samples = one_cell({1, 5}, {1, 3});
  Random random(66);
  std::vector<double> drawn(20000);
  huber_loss(1)->draw_null(samples[0], 3, random, drawn);
  double fives = 0;
  for (const double outcome : drawn) {
    ASSERT_TRUE(outcome == 1 || outcome == 5);
    fives += outcome == 5 ? 1 : 0;
  }
  EXPECT_NEAR(fives / 20000, 0.75, 0.015);  // five standard errors
}

}  // namespace
}  // namespace gaptv::testing
