// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/presets.h"

#include <gtest/gtest.h>

#include <optional>

#include "experiments/preset_cases.h"
#include "gaptv/evaluate/plateaus.h"

namespace gaptv::testing {
namespace {

TEST(PresetCases, HaveTheirTruthsOnAGridOfTenThousandPoints) {
  for (const PresetCase& of_case : preset_cases()) {
    const Simulation simulation = of_case.make(of_case.sizes.front(), 3);
    EXPECT_EQ(simulation.sample.rows(), of_case.sizes.front()) << of_case.name;
    EXPECT_EQ(simulation.truth.rows(), 10000U) << of_case.name;
    const std::vector<double> constant(simulation.truth.rows(), 7.0);
    EXPECT_EQ(count_plateaus_on_grid(simulation.truth.view(), constant), std::optional<std::size_t>(1)) << of_case.name;
  }
}

TEST(BestOverPaper, AveragesTheRatiosOfTheCasesThatHaveBoth) {
  const Summary summary = summarise({"case", "n", "method", "rmse", "max_error"},
                                    {{"steps", "50", "best", "1", "6"},
                                     {"steps", "50", "best", "3", "6"},  // a mean of 2
                                     {"steps", "50", "paper", "4", "3"},
                                     {"steps", "90", "best", "3", "1"},
                                     {"steps", "90", "paper", "3", "2"},
                                     {"steps", "90", "cart", "9", "9"},
                                     {"noise", "50", "best", "100", "100"}},
                                    {"case", "n", "method"}, {"rmse", "max_error"});
  const std::optional<BestOverPaper> ratios = best_over_paper(summary);
  ASSERT_TRUE(ratios);
  EXPECT_EQ(ratios->cases, 2U);
  EXPECT_EQ(ratios->rmse, (0.5 + 1.0) / 2);
  EXPECT_EQ(ratios->max_error, (2.0 + 0.5) / 2);
  EXPECT_EQ(ratios->larger_max_errors, 1U);
  EXPECT_FALSE(best_over_paper(summary, "steps"));
}

TEST(BestOverPaper, IsNothingWhereOneOfThemWasNotRun) {
  const Summary summary = summarise({"case", "n", "method", "rmse", "max_error"}, {{"steps", "50", "cart", "1", "6"}},
                                    {"case", "n", "method"}, {"rmse", "max_error"});
  EXPECT_FALSE(best_over_paper(summary));
}

}  // namespace
}  // namespace gaptv::testing
