// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cmath>
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class RobustLosses : public CliTest {
 protected:
  // y is 0 below x = 10 and 5 above, give or take 1; two rows are wildly off.
  void write_points() const {
    std::string text = "x,y\n";
    for (int i = 0; i < 200; ++i) {
      const double x = i / 10.0;
      const double y = (x < 10 ? 0.0 : 5.0) + (i % 3 - 1);
      text += std::to_string(x) + "," + (i == 20 ? "1e12" : i == 150 ? "-1e12" : std::to_string(y)) + "\n";
    }
    write("points.csv", text);
  }
};

TEST_F(RobustLosses, FitPredictEvaluateAndInspectWorkOnThem) {
  write_points();
  must("fit points.csv --x x --y y --loss quantile --bins 10 -o model.json --quiet");
  const nlohmann::json record = must("inspect model.json --json").json();
  EXPECT_EQ(record["loss"], "quantile");
  EXPECT_EQ(record["loss_parameter"], 0.5);
  EXPECT_LE(record["certificate"]["relative_gap"].get<double>(), 1e-9);
  for (const nlohmann::json& plateau : record["plateau_list"]) {
    EXPECT_LE(std::abs(plateau["value"].get<double>() - 2.5), 3.5);
  }
  const std::string text = must("inspect model.json").out;
  EXPECT_TRUE(contains(text, "Median of y by x")) << text;
  EXPECT_TRUE(contains(text, "Deviance per observation")) << text;
  write("new.csv", "x,y\n1,0\n15,5\n");
  EXPECT_EQ(must("predict model.json new.csv").out, "x,y,prediction\n1,0,0\n15,5,5\n");
  const nlohmann::json measures = must("evaluate model.json new.csv --json").json();
  EXPECT_EQ(measures["deviance"], 0);
  write("off.csv", "x,y\n1,3\n15,1\n");
  // Twice half the absolute error.
  EXPECT_NEAR(must("evaluate model.json off.csv --json").json()["deviance"].get<double>(), 7, 1e-12);
  EXPECT_TRUE(contains(must("evaluate model.json off.csv").out, "of the loss quantile"));
}

TEST_F(RobustLosses, TheParameterOfHuberIsChosenAndTold) {
  write_points();
  const Outcome run = must("fit points.csv --x x --y y --loss huber --bins 10 -o model.json");
  EXPECT_TRUE(contains(run.err, "loss huber: delta")) << run.err;
  EXPECT_TRUE(contains(run.err, "Deviance per observation")) << run.err;
  const double delta = must("inspect model.json --json").json()["loss_parameter"].get<double>();
  EXPECT_GT(delta, 0.5);
  EXPECT_LT(delta, 4);
  EXPECT_EQ(must("fit points.csv --x x --y y --loss huber=2 --bins 10 --json").json()["loss_parameter"], 2);
}

TEST_F(RobustLosses, QuantilesAreNamed) {
  write_points();
  EXPECT_TRUE(contains(must("fit points.csv --x x --y y --loss quantile=0.9 --bins 10").out, "Quantile 0.9 of y by x"));
}

TEST_F(RobustLosses, BadParametersAreWrongUsage) {
  write_points();
  for (const char* loss : {"huber=0", "huber=-1", "huber=x", "quantile=0", "quantile=1", "quantile=2", "cauchy"}) {
    for (const std::string& command : {std::string("fit points.csv --x x --y y -o m.json"),
                                       std::string("denoise --nodes points.csv --edges points.csv --lambda 1")}) {
      const Outcome run = gaptv(command + " --loss " + loss);
      EXPECT_EQ(run.exit_code, 2) << loss;
      EXPECT_TRUE(contains(run.err, std::string("loss '") + loss + "'")) << run.err;
    }
  }
  EXPECT_TRUE(contains(gaptv("fit points.csv --x x --y y --loss quantile=2").err, "between 0 and 1"));
  EXPECT_TRUE(contains(gaptv("fit points.csv --x x --y y --loss cauchy").err, "huber[=DELTA], quantile[=TAU]"));
}

TEST_F(RobustLosses, LabelsAndExposuresAreRefused) {
  write("labels.csv", "x,y\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n");
  EXPECT_EQ(gaptv("fit labels.csv --x x --y y --loss quantile").exit_code, 1);
  write("rates.csv", "x,y,e\n1,1,1\n2,2,1\n3,1,1\n4,2,1\n5,1,1\n6,2,1\n");
  const Outcome run = gaptv("fit rates.csv --x x --y y --exposure e --loss huber");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "exposure goes with counts")) << run.err;
}

TEST_F(RobustLosses, DenoiseTakesThemToo) {
  write("nodes.csv", "value\n1\n2\n1\n900\n1\n7\n8\n7\n");
  write("edges.csv", "from,to\n0,1\n1,2\n2,3\n3,4\n4,5\n5,6\n6,7\n");
  const Outcome median = must("denoise --nodes nodes.csv --edges edges.csv --lambda 0.7 --loss quantile");
  EXPECT_FALSE(contains(median.out, "900")) << median.out;
  const nlohmann::json json =
      must("denoise --nodes nodes.csv --edges edges.csv --lambda 1 --loss huber=1.5 --json").json();
  EXPECT_EQ(json["loss"], "huber");
  EXPECT_EQ(json["loss_parameter"], 1.5);
  EXPECT_LE(json["certificate"]["relative_gap"].get<double>(), 1e-9);
  EXPECT_GT(must("denoise --nodes nodes.csv --edges edges.csv --lambda 1 --loss huber --json").json()["loss_parameter"],
            0);
  EXPECT_EQ(must("denoise --nodes nodes.csv --edges edges.csv --lambda inf --loss quantile").out.substr(0, 18),
            "value,plateau\n4.5,");
}

}  // namespace
}  // namespace gaptv::testing
