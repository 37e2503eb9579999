// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class CartCommand : public CliTest {
 protected:
  CartCommand() { must("simulate plateaus -n 600 --seed 3 -o d.csv --truth t.csv"); }
};

TEST_F(CartCommand, FitsEvaluatesAndShowsATree) {
  for (const std::string options : {"--method cart", "--method cart --prune 1se", "--method cart-cv"}) {
    SCOPED_TRACE(options);
    const nlohmann::json record = must("fit d.csv --x x1,x2 --y y " + options + " -o m.json --json").json();
    EXPECT_GT(record["leaves"], 3);
    EXPECT_EQ(record["bins_rule"], "splits");
    EXPECT_TRUE(record["certificate"]["relative_gap"].is_null());
    EXPECT_LT(must("evaluate m.json t.csv --json").json()["rmse"], 1.6);
    const std::string text = must("inspect m.json").out;
    EXPECT_TRUE(contains(text, "by a tree of " + record["leaves"].dump() + " leaves")) << text;
    EXPECT_TRUE(contains(text, "nothing proves")) << text;
    EXPECT_FALSE(contains(text, "nan")) << text;
    EXPECT_EQ(must("inspect m.json --json").json()["leaves"], record["leaves"]);
    const std::string brief = must("fit d.csv --x x1,x2 --y y " + options + " -o m.json").err;
    EXPECT_TRUE(contains(brief, "a tree of ")) << brief;
    EXPECT_FALSE(contains(brief, "nan")) << brief;
  }
}

TEST_F(CartCommand, ThreeLabelsAreOneTree) {
  shell(
      "awk -F, 'NR == 1 {print \"x1,x2,c\"; next} {print $1 \",\" $2 \",\" ($3 > 1 ? \"high\" : $3 < -1 ? \"low\" : "
      "\"middle\")}' "
      "d.csv > c.csv");
  const nlohmann::json record = must("fit c.csv --x x1,x2 --y c --method cart -o m.json --json").json();
  EXPECT_EQ(record["classes"].size(), 3);
  EXPECT_TRUE(record["certificate"]["relative_gap"].is_null());
  EXPECT_TRUE(contains(must("inspect m.json").out, "one tree for all"));
  EXPECT_GT(must("evaluate m.json c.csv --json").json()["accuracy"], 0.6);
}

TEST_F(CartCommand, OptionsOfOtherMethodsAreWrongUsage) {
  for (const std::string options :
       {"--method cart --bins 5", "--method cart --lambda 1", "--method cart-cv --lambdas 3", "--prune min", "--cp 0.1",
        "--min-split 5", "--method cart-cv --prune min", "--method cart-cv --cp 0", "--method cart --folds 4",
        "--method cart --prune always", "--method cart --max-depth 0", "--method cart --cp -1"}) {
    SCOPED_TRACE(options);
    const Outcome run = gaptv("fit d.csv --x x1,x2 --y y " + options);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_TRUE(run.out.empty());
    EXPECT_FALSE(run.err.empty());
  }
}

TEST_F(CartCommand, FoldsAreThoseOfThePruning) {
  EXPECT_EQ(must("fit d.csv --x x1,x2 --y y --method cart --prune min --json").json()["folds"], 10);
  EXPECT_EQ(must("fit d.csv --x x1,x2 --y y --method cart --prune min --folds 4 --json").json()["folds"], 4);
  EXPECT_EQ(must("fit d.csv --x x1,x2 --y y --method cart-cv --json").json()["folds"], 5);
}

TEST_F(CartCommand, LossesWithoutATreeAreRefused) {
  const Outcome run = gaptv("fit d.csv --x x1,x2 --y y --method cart --loss huber");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "--method gaptv")) << run.err;
}

}  // namespace
}  // namespace gaptv::testing
