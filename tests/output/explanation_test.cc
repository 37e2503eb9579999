// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/explanation.h"

#include <gtest/gtest.h>

#include <string>

#include "gaptv/gaptv.h"
#include "tests/report/report_parts.h"

namespace gaptv::testing {
namespace {

std::string explain(const Model& model, const std::string& topic) {
  for (const Explanation& explanation : explain_choices(model, model.surfaces.front())) {
    if (explanation.topic == topic) return explanation.sentences.front();
  }
  return {};
}

Model fit_with(const std::string& regions, const std::string& min_rows, HeldOutRule held_out = HeldOutRule::off) {
  FitOptions options;
  options.held_out = held_out;
  set_option(options, "regions", regions);
  set_option(options, "min_rows", min_rows);
  return fit(rows_of_a_step(150), options);
}

TEST(Explanation, SaysThatTheNumberOfRegionsIsTheOneAskedFor) {
  EXPECT_EQ(explain(fit_with("3", "1"), "regions"),
            "3: neighbouring cells were joined, the border that explains least first, until as few were left as asked "
            "for.");
}

TEST(Explanation, SaysWhyThereAreFewerRegionsThanAskedFor) {
  const Model model = fit_with("40", "30");
  const std::string count = std::to_string(model.surfaces.front().regions.size());
  ASSERT_LT(model.surfaces.front().regions.size(), 40U);
  EXPECT_EQ(explain(model, "regions"),
            count +
                ": neighbouring cells were joined, the border that explains least first, until at most 40 were to "
                "be left; no more have 30 rows each.");
  const std::string text = explain(fit_with("100000", "1"), "regions");
  EXPECT_NE(text.find("until at most 100000 were to be left; no more have rows, and a value, of their own."),
            std::string::npos)
      << text;
}

TEST(Explanation, SaysWhatTheErrorOnHeldOutRowsIsOf) {
  EXPECT_EQ(explain(fit_with("auto", "1", HeldOutRule::recipe), "error"),
            "On held-out rows: each of 5 parts of the rows was predicted by regions that were made without it, as "
            "many as are worth it there, with bins and lambda of all rows (`held_out=nested` chooses these anew too).");
  EXPECT_EQ(explain(fit_with("auto", "1", HeldOutRule::nested), "error"),
            "On held-out rows: each of 5 parts of the rows was predicted by regions that were made without it, as "
            "many as are worth it there, with bins and lambda of its own.");
  EXPECT_EQ(explain(fit_with("2", "1", HeldOutRule::recipe), "error"),
            "On held-out rows: each of 5 parts of the rows was predicted by regions that were made without it, with "
            "bins and lambda of all rows (`held_out=nested` chooses these anew too).");
  EXPECT_EQ(explain(fit_with("auto", "1"), "error"), "");
}

}  // namespace
}  // namespace gaptv::testing
