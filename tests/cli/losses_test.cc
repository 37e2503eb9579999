// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cmath>
#include <string>

#include "gaptv/base/random.h"
#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Losses : public CliTest {
 protected:
  // yes more often where x is large; 3 to 8 trials with the same probability; events with twice the rate, over hours.
  void write_points() {
    Random random(9);
    std::string text = "x,bought,zero_one,successes,trials,events,hours,kind\n";
    for (int i = 0; i < 400; ++i) {
      const double x = random.uniform();
      const double p = x > 0.5 ? 0.8 : 0.2;
      const std::uint64_t trials = 3 + random.below(6);
      std::uint64_t successes = 0;
      for (std::uint64_t k = 0; k < trials; ++k)
        if (random.uniform() < p) ++successes;
      const bool is_one = random.uniform() < p;
      const double hours = 1 + static_cast<double>(random.below(4));
      std::uint64_t events = 0;
      for (int k = 0; k < 20 * static_cast<int>(hours); ++k)
        if (random.uniform() < p / 10) ++events;
      text += std::to_string(x) + (is_one ? ",yes," : ",no,") + (is_one ? "1," : "0,") + std::to_string(successes) +
              "," + std::to_string(trials) + "," + std::to_string(events) + "," + std::to_string(hours) + "," +
              (i % 3 == 0   ? "a"
               : i % 3 == 1 ? "b"
                            : "c") +
              "\n";
    }
    write("points.csv", text);
  }
};

TEST_F(Losses, LabelsAreFittedAsProbabilitiesOfTheSecond) {
  write_points();
  const Outcome run = must("fit points.csv --x x --y bought -o model.json");
  EXPECT_TRUE(contains(run.err, "probability of 'yes' (against 'no')")) << run.err;
  const nlohmann::json record = must("inspect model.json --json").json();
  EXPECT_EQ(record["loss"], "binomial");
  EXPECT_EQ(record["classes"], (std::vector<std::string>{"no", "yes"}));
  EXPECT_TRUE(contains(must("inspect model.json").out, "Probability of bought = yes by x"));
  const nlohmann::json measures = must("evaluate model.json points.csv --json").json();
  EXPECT_GT(measures["accuracy"].get<double>(), 0.7);
  EXPECT_GT(measures["auc"].get<double>(), 0.7);
  EXPECT_NEAR(measures["brier"].get<double>(), std::pow(measures["rmse"].get<double>(), 2), 1e-12);
  EXPECT_NEAR(measures["log_loss"].get<double>(), measures["deviance"].get<double>() / 800, 1e-12);
  EXPECT_TRUE(contains(must("evaluate model.json points.csv").out, "brier"));
}

TEST_F(Losses, LabelsAndZerosAndOnesAreTheSame) {
  write_points();
  const nlohmann::json labels = must("fit points.csv --x x --y bought --json").json();
  const nlohmann::json numbers = must("fit points.csv --x x --y zero_one --json").json();
  EXPECT_EQ(labels["lambda"], numbers["lambda"]);
  EXPECT_EQ(labels["train"], numbers["train"]);
  EXPECT_TRUE(contains(must("fit points.csv --x x --y zero_one -o model.json").err, "--loss gaussian"));
  EXPECT_EQ(must("fit points.csv --x x --y zero_one --loss gaussian --json").json()["loss"], "gaussian");
}

TEST_F(Losses, SuccessesNeedTheTrialsAsWeights) {
  write_points();
  must("fit points.csv --x x --y successes --weight trials --loss binomial -o model.json");
  EXPECT_GT(must("evaluate model.json points.csv --weight trials --json").json()["accuracy"].get<double>(), 0.7);
  expect_refused_run("fit points.csv --x x --y successes --loss binomial -o other.json",
                     {"points.csv", "'successes', row", "neither 0 nor 1", "--weight"});
  expect_refused_run("fit points.csv --x x --y trials --weight successes --loss binomial -o other.json",
                     {"points.csv"});
}

TEST_F(Losses, CountsAreFittedAsRatesPerExposure) {
  write_points();
  must("fit points.csv --x x --y events --exposure hours -o model.json");
  const nlohmann::json record = must("inspect model.json --json").json();
  EXPECT_EQ(record["loss"], "poisson");
  EXPECT_EQ(record["exposure"], "hours");
  for (const nlohmann::json& plateau : record["plateau_list"]) {
    EXPECT_GT(plateau["value"].get<double>(), 0.2);
    EXPECT_LT(plateau["value"].get<double>(), 2.0);
  }
  EXPECT_GT(must("evaluate model.json points.csv --json").json()["deviance"].get<double>(), 0);
  EXPECT_TRUE(contains(must("inspect model.json").out, "Rate of events per unit of hours"));
  EXPECT_EQ(must("fit points.csv --x x --y events --loss poisson --json").json()["loss"], "poisson");
}

TEST_F(Losses, CostsGoThroughEveryCommand) {
  Random random(10);
  std::string text = "x,cost\n";
  for (int i = 0; i < 500; ++i) {
    const double x = random.uniform();
    text += std::to_string(x) + "," + std::to_string((x > 0.5 ? 800 : 100) * (0.5 + random.uniform())) + "\n";
  }
  write("costs.csv", text);
  for (const std::string preset : {"best", "paper"}) {
    must("fit costs.csv --x x --y cost --loss gamma --preset " + preset + " -o model.json --report report.html");
    const nlohmann::json record = must("inspect model.json --json").json();
    EXPECT_EQ(record["loss"], "gamma");
    // The two largest regions are the two levels, drawn a little towards each other.
    const double first = record["plateau_list"][0]["value"].get<double>();
    const double second = record["plateau_list"][1]["value"].get<double>();
    EXPECT_NEAR(std::min(first, second), 100, 15) << preset;
    EXPECT_NEAR(std::max(first, second), 800, 120) << preset;
    const nlohmann::json measures = must("evaluate model.json costs.csv --json").json();
    EXPECT_NEAR(measures["deviance"].get<double>(), record["train"]["deviance"].get<double>(), 1e-6);
    EXPECT_TRUE(contains(must("evaluate model.json costs.csv").out, "of the loss gamma"));
    EXPECT_TRUE(contains(must("predict model.json costs.csv").out, "prediction"));
  }
  EXPECT_TRUE(contains(must("compare costs.csv --x x --y cost --loss gamma --folds 2").out, "gaptv"));
  EXPECT_TRUE(contains(must("fit --help").out, "|gamma|"));
  write("costs.csv", "x,cost\n1,2\n2,0\n3,1\n4,5\n5,2\n6,2\n");
  expect_refused_run("fit costs.csv --x x --y cost --loss gamma -o m.json",
                     {"costs.csv", "row 2", "0 is not above 0", "costs and durations"});
}

TEST_F(Losses, LinkAndResponseBelongTogether) {
  write("small.csv", "x,y\n1,0\n2,1\n3,0\n4,1\n5,1\n6,1\n");
  must("fit small.csv --x x --y y --bins 3 --lambda 0.1 -o model.json --quiet");
  const std::string response = must("predict model.json small.csv").out;
  const std::string link = must("predict model.json small.csv --type link").out;
  const double p = std::stod(response.substr(response.find("1,0,") + 4));
  EXPECT_NEAR(std::stod(link.substr(link.find("1,0,") + 4)), std::log(p / (1 - p)), 1e-12);
}

TEST_F(Losses, BadInputIsRefusedWithARemedy) {
  write_points();
  expect_refused_run("fit points.csv --x x --y kind --loss binomial -o m.json",
                     {"points.csv", "3 labels", "needs two"});
  write("bad.csv", "x,y,e\n1,2,1\n2,-1,1\n3,0,1\n4,1,1\n5,0,1\n6,3,1\n");
  expect_refused_run("fit bad.csv --x x --y y --loss poisson -o m.json", {"bad.csv", "row 2", "-1 is not a count"});
  write("bad.csv", "x,y,e\n1,2,1\n2,1.5,1\n3,0,1\n4,1,1\n5,0,1\n6,3,1\n");
  expect_refused_run("fit bad.csv --x x --y y --loss poisson -o m.json", {"bad.csv", "row 2", "1.5 is not a count"});
  write("bad.csv", "x,y,e\n1,2,1\n2,1,0\n3,0,1\n");
  expect_refused_run("fit bad.csv --x x --y y --exposure e -o m.json",
                     {"bad.csv, row 2 (line 3), column 'e'", "exposure"});
  write("bad.csv", "x,y,e\n1,2,1\n2,1,\n3,0,1\n");
  expect_refused_run("fit bad.csv --x x --y y --exposure e -o m.json",
                     {"bad.csv, row 2 (line 3), column 'e'", "missing"});
  write("bad.csv", "x,y,n\n1,2,3\n2,9,4\n3,0,1\n");
  expect_refused_run("fit bad.csv --x x --y y --weight n --loss binomial -o m.json",
                     {"row 2", "9 successes among 4 trials"});
  write("bad.csv", "x,y,e\n1,0,1\n2,1,1\n3,0,1\n4,1,1\n5,1,1\n");
  expect_refused_run("fit bad.csv --x x --y y --exposure e --loss binomial -o m.json", {"exposure goes with counts"});
}

TEST_F(Losses, OtherLabelsThanTheModelsAreRefused) {
  write_points();
  must("fit points.csv --x x --y bought -o model.json --quiet");
  write("new.csv", "x,bought\n0.1,no\n0.2,maybe\n");
  expect_refused_run("evaluate model.json new.csv", {"new.csv, row 2", "'maybe'", "'no', 'yes'"});
}

}  // namespace
}  // namespace gaptv::testing
