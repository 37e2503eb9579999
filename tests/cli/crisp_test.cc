// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Crisp : public CliTest {};

TEST_F(Crisp, FitsPredictsAndIsInspected) {
  must("simulate plateaus -n 120 --seed 1 -o points.csv --truth truth.csv");
  for (const std::string method : {"gapcrisp", "crisp"}) {
    const nlohmann::json record = must("fit points.csv --x x1,x2 --y y --lambdas 8 --bins-max 12 --method " + method +
                                       (method == "crisp" ? " --bins 15" : "") + " --json -o model.json --quiet")
                                      .json();
    EXPECT_EQ(record["method"], method);
    EXPECT_LE(record["certificate"]["relative_gap"].get<double>(), 1e-5);
    EXPECT_EQ(record["cv"]["lambdas"].size(), 8U);
    if (method == "gapcrisp") {
      EXPECT_EQ(record["gap"]["bins"].back(), 12);
    }
    EXPECT_EQ(must("inspect model.json --json").json()["method"], method);
    EXPECT_GT(must("evaluate model.json truth.csv --json").json()["plateaus"].get<int>(), 1);
  }
}

TEST_F(Crisp, RefusesClassesAndSaysWhatToDo) {
  write("classes.csv", "x,y\n1,0\n2,1\n3,0\n4,1\n5,1\n6,0\n7,1\n8,1\n9,1\n10,0\n");
  const Outcome run = gaptv("fit classes.csv --x x --y y --method crisp");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "--loss gaussian")) << run.err;
  must("fit classes.csv --x x --y y --method crisp --loss gaussian -o model.json --quiet");
}

}  // namespace
}  // namespace gaptv::testing
