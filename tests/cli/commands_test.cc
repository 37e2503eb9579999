// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cmath>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

using Commands = CliTest;

void expect_finite(const nlohmann::json& value, const std::string& path) {
  if (value.is_number()) {
    EXPECT_TRUE(std::isfinite(value.get<double>())) << path;
  } else if (value.is_structured()) {
    for (const auto& [key, item] : value.items()) expect_finite(item, path + "/" + key);
  } else {
    EXPECT_FALSE(value.is_null()) << path;
  }
}

TEST_F(Commands, SimulateMakesEveryKindThatItListsAndTheirOutcomesFit) {
  const std::string list = must("simulate --list").out;
  EXPECT_TRUE(contains(list, "kind,features,loss\n"));
  EXPECT_TRUE(contains(list, "useless-third,3,gaussian\n"));
  EXPECT_TRUE(contains(list, "counts-over-13,2,poisson\n"));
  must("simulate counts-over-13 -n 300 --seed 100001 -o counts.csv --truth rates.csv");
  must("fit counts.csv --x x1,x2 --y y --loss poisson -o counts.json");
  must("predict counts.json rates.csv -o predicted.csv");
  // The truth of a seed is the same however many rows are drawn, and what is drawn is not.
  must("simulate counts-over-13 -n 20 --seed 100002 -o other.csv --truth same.csv");
  EXPECT_EQ(read("rates.csv"), read("same.csv"));
  EXPECT_NE(read("counts.csv").substr(0, 100), read("other.csv").substr(0, 100));
}

TEST_F(Commands, FitPrintsASummaryWithoutOutput) {
  simulate_points();
  const Outcome run = must("fit points.csv --x x1,x2 --y y");
  EXPECT_TRUE(contains(run.out, "y by x1 and x2")) << run.out;
  EXPECT_TRUE(contains(run.out, "regions"));
  EXPECT_TRUE(contains(run.out, "What was chosen, and why"));
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(files(), std::set<std::string>{"points.csv"});
}

TEST_F(Commands, FitWritesTheModelAndAShortSummaryToStderr) {
  simulate_points();
  const Outcome run = must("fit points.csv --x x1,x2 --y y -o model.json");
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(contains(run.err, "wrote model.json"));
  EXPECT_TRUE(contains(run.err, "on rows held"));
  EXPECT_TRUE(contains(run.err, "What simplicity costs"));
  EXPECT_EQ(files(), (std::set<std::string>{"points.csv", "model.json"}));
  EXPECT_EQ(must("fit points.csv --x x1,x2 --y y -o model.json --quiet").err, "");
}

TEST_F(Commands, FitJsonHasEveryKeyAndIsFinite) {
  simulate_points();
  const nlohmann::json record = must("fit points.csv --x x1,x2 --y y --json").json();
  for (const char* pointer : {"/method",
                              "/loss",
                              "/rows",
                              "/dropped_rows",
                              "/features",
                              "/bins/0",
                              "/bins/1",
                              "/bins_rule",
                              "/bins_requested/0",
                              "/lambda",
                              "/lambda_rule",
                              "/lambda_max",
                              "/plateaus",
                              "/cells",
                              "/empty_cells",
                              "/objective",
                              "/certificate/relative_gap",
                              "/certificate/max_violation",
                              "/cv/lambdas/0",
                              "/cv/mean/0",
                              "/cv/standard_error/0",
                              "/gap/bins/0",
                              "/gap/log_w/0",
                              "/gap/gap/0",
                              "/train/rmse",
                              "/train/deviance",
                              "/seconds/read",
                              "/seconds/grid",
                              "/seconds/gap",
                              "/seconds/select",
                              "/seconds/solve",
                              "/seconds/total",
                              "/seed",
                              "/version"}) {
    EXPECT_TRUE(record.contains(nlohmann::json::json_pointer(pointer))) << pointer;
  }
  expect_finite(record, "");
  EXPECT_EQ(record["rows"], 300);
  EXPECT_EQ(record["features"], (std::vector<std::string>{"x1", "x2"}));
  EXPECT_LE(record["certificate"]["relative_gap"].get<double>(), 1e-9);
}

TEST_F(Commands, FitTakesEveryRuleAndOneToThreeFeatures) {
  simulate_points();
  EXPECT_EQ(must("fit points.csv --x x1,x2 --y y --bins 3,5 --lambda 2 --json").json()["bins"],
            (std::vector<int>{3, 5}));
  for (const char* options :
       {"--bins gap-printed", "--bins cv --bins-max 6", "--lambda cv-1se", "--lambda cv-paired", "--bins-max auto",
        "--edges metric", "--edges metric --preset paper", "--empty-cells mean", "--preset paper --empty-cells middle",
        "--lambda aic", "--lambda bic", "--lambdas 5 --lambda-ratio 50 --folds 3 --seed 9"}) {
    expect_finite(must(std::string("fit points.csv --x x1,x2 --y y --json ") + options).json()["certificate"], options);
  }
  EXPECT_EQ(must("fit points.csv --x x1 --y y --json").json()["features"].size(), 1U);
  EXPECT_EQ(must("fit points.csv --x '#1' --x y --y x2 --json").json()["features"],
            (std::vector<std::string>{"x1", "y"}));
  write("three.csv", "a,b,c,y\n1,2,3,1\n2,1,4,2\n3,5,1,3\n4,4,4,4\n5,3,2,5\n6,6,6,6\n");
  EXPECT_EQ(must("fit three.csv --x a,b,c --y y --bins 2 --json").json()["cells"], 8);
  EXPECT_TRUE(contains(must("fit three.csv --x a,b,c --y y --bins 2 --lambda 0").out, "no picture of three features"));
}

TEST_F(Commands, NamesMayHoldCommasAndQuotes) {
  write("odd.csv", "\"income, net\",\"say \"\"y\"\"\",text\n1,2,a\n2,3,NA\n3,5,\n4,6,d\n5,7,e\n");
  must("fit odd.csv --x '\"income, net\"' --y 'say \"y\"' --bins 2 -o model.json");
  EXPECT_TRUE(
      must("predict model.json odd.csv").out.starts_with("\"income, net\",\"say \"\"y\"\"\",text,prediction\n"));
}

TEST_F(Commands, WeightsCountCopies) {
  write("weighted.csv", "x,y,w\n1,1,2\n2,5,1\n3,9,2\n");
  write("copies.csv", "x,y\n1,1\n1,1\n2,5\n3,9\n3,9\n");
  const std::string options = " --x x --y y --bins 1 --lambda 1 --json";
  EXPECT_EQ(must("fit weighted.csv --weight w" + options).json()["objective"],
            must("fit copies.csv" + options).json()["objective"]);
}

TEST_F(Commands, SameBytesWithAnyNumberOfThreads) {
  simulate_points();
  for (const char* threads : {"1", "2", "7"}) {
    const std::string suffix = std::string(threads) + ".json";
    must("fit points.csv --x x1,x2 --y y --quiet --threads " + std::string(threads) + " -o model" + suffix);
    must("predict model" + suffix + " points.csv --threads " + threads + " -o predicted" + threads + ".csv");
  }
  for (const char* threads : {"2", "7"}) {
    EXPECT_EQ(read("model1.json"), read("model" + std::string(threads) + ".json"));
    EXPECT_EQ(read("predicted1.csv"), read("predicted" + std::string(threads) + ".csv"));
  }
}

TEST_F(Commands, PredictKeepsRowsColumnsAndText) {
  fit_points();
  write("new.csv", "name;x2;x1;note\n\"a;b\"; 10 ;20.50;+1\n\"say \"\"no\"\"\";1e1;500;\n");
  const std::string out = must("predict model.json new.csv --flag-outside").out;
  std::istringstream lines(out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "name;x2;x1;note;prediction;outside");
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("\"a;b\"; 10 ;20.50;+1;")) << line;
  EXPECT_TRUE(line.ends_with(";0")) << line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("\"say \"\"no\"\"\";1e1;500;;")) << line;
  EXPECT_TRUE(line.ends_with(";1")) << line;
}

TEST_F(Commands, PredictKeepsLineEndsAndTakesByteOrderMarkGzipAndPipes) {
  fit_points();
  write("windows.csv", "\xef\xbb\xbfx1,x2\r\n1,2\r\n3,4");
  const std::string out = must("predict model.json windows.csv").out;
  EXPECT_TRUE(out.starts_with("x1,x2,prediction\r\n1,2,")) << out;
  write("plain.csv", "x1,x2\n1,2\n3,4\n");
  const Outcome piped = shell("gzip -c plain.csv | gaptv predict model.json - | cat");
  EXPECT_EQ(piped.out, must("predict model.json plain.csv").out);
  EXPECT_EQ(shell("gaptv predict - plain.csv < model.json").out, piped.out);
}

TEST_F(Commands, PredictionTypesAgree) {
  fit_points();
  EXPECT_EQ(must("predict model.json points.csv --type link").out, must("predict model.json points.csv").out);
  must("predict model.json points.csv --type plateau -o ids.csv");
  EXPECT_TRUE(read("ids.csv").starts_with("x1,x2,y,prediction\n"));
}

TEST_F(Commands, PredictedColumnEvaluatesToTheSameError) {
  fit_points();
  const nlohmann::json evaluation = must("evaluate model.json points.csv --json").json();
  for (const char* key : {"rows", "rmse", "mae", "max_error", "deviance", "plateaus", "aic", "plateaus_counted_on"}) {
    EXPECT_TRUE(evaluation.contains(key)) << key;
  }
  std::istringstream lines(must("predict model.json points.csv").out);
  std::string line;
  std::getline(lines, line);
  double squares = 0;
  for (int rows = 0; std::getline(lines, line); ++rows) {
    const std::size_t last = line.rfind(',');
    const std::size_t before = line.rfind(',', last - 1);
    const double error = std::stod(line.substr(before + 1, last - before - 1)) - std::stod(line.substr(last + 1));
    squares += error * error;
  }
  EXPECT_NEAR(std::sqrt(squares / 300), evaluation["rmse"].get<double>(), 1e-12);
  EXPECT_TRUE(contains(must("evaluate model.json points.csv").out, "rmse"));
  EXPECT_EQ(must("evaluate model.json points.csv --y x1 --json").json()["rows"], 300);
}

TEST_F(Commands, TruthOnTheFullGridCountsPlateausThere) {
  must("simulate plateaus -n 300 --seed 1 -o points.csv --truth truth.csv");
  must("fit points.csv --x x1,x2 --y y -o model.json --quiet");
  const nlohmann::json evaluation = must("evaluate model.json truth.csv --json").json();
  EXPECT_EQ(evaluation["rows"], 10000);
  EXPECT_EQ(evaluation["plateaus_counted_on"], "grid");
}

TEST_F(Commands, InspectListsAllPlateausAsJson) {
  fit_points();
  const nlohmann::json record = must("inspect model.json --json").json();
  EXPECT_EQ(record["plateau_list"].size(), record["plateaus"].get<std::size_t>());
  double weight = 0;
  for (const nlohmann::json& plateau : record["plateau_list"]) weight += plateau["weight"].get<double>();
  EXPECT_EQ(weight, 300);
  EXPECT_EQ(shell("gaptv inspect - --json < model.json").json(), record);
}

// A region of two rows is no news, however high its value.
TEST_F(Commands, InspectTakesTheHighestAndLowestOfRegionsWithRowsEnough) {
  must("simulate plateaus -n 2000 --seed 1 -o points.csv");
  must("fit points.csv --x x1,x2 --y y -o model.json");
  const std::string many = must("inspect model.json").out;
  EXPECT_TRUE(contains(many, "\nThe lowest, of regions with at least 30 rows\n")) << many;
  EXPECT_TRUE(contains(many, "\nThe highest, of regions with at least 30 rows\n")) << many;
  must("simulate scenario4 -n 60 --seed 1 -o few.csv");
  must("fit few.csv --x x1,x2 --y y --regions 12 -o few.json");
  EXPECT_TRUE(contains(must("inspect few.json").out, "\nThe lowest\n"));
}

TEST_F(Commands, InspectHasNoMeansOfFewRowsUnlessTheyAreAskedFor) {
  must("simulate plateaus -n 300 --seed 3 -o points.csv");
  must("fit points.csv --x x1,x2 --y y --bins 10 --lambda 0.01 -o model.json --quiet");
  const auto means_of_few = [this](const std::string& options) {
    std::size_t count = 0;
    const nlohmann::json record = must("inspect model.json --json" + options).json();
    for (const nlohmann::json& region : record["plateau_list"]) {
      if (region["weight"] > 0 && region["weight"] < 5 && !region["mean"].is_null()) ++count;
    }
    return count;
  };
  EXPECT_EQ(means_of_few(""), 0U);
  EXPECT_GT(means_of_few(" --min-rows 1"), 0U);
  EXPECT_TRUE(contains(must("inspect model.json").out, "Means of fewer than 5 rows are not shown."));
  EXPECT_FALSE(contains(must("inspect model.json --min-rows 1").out, "are not shown"));
}

TEST_F(Commands, InspectHasNoColoursOffATerminalAndFitsEightyColumns) {
  fit_points();
  const std::string out = must("inspect model.json").out;
  EXPECT_FALSE(contains(out, "\033"));
  std::istringstream lines(out.substr(0, out.find("The largest regions")));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 90U) << line;
  EXPECT_EQ(must("inspect model.json --map none").out.find("Map of"), std::string::npos);
  EXPECT_TRUE(contains(must("inspect model.json --map bins").out, "every bin equally wide"));
}

TEST_F(Commands, InspectIsColouredOnATerminalUnlessNoColorIsSet) {
  if (shell("command -v script").exit_code != 0) GTEST_SKIP() << "the tool script is not installed";
  fit_points();
  const std::string command = "script -qec \"'" GAPTV_PROGRAM "' inspect model.json\" /dev/null < /dev/null";
  EXPECT_TRUE(contains(shell("unset NO_COLOR; export TERM=xterm LC_ALL=C.UTF-8; " + command).out, "\033[48;"));
  EXPECT_FALSE(contains(shell("export NO_COLOR=1 TERM=xterm LC_ALL=C.UTF-8; " + command).out, "\033["));
}

TEST_F(Commands, SimulateIsReproducibleAndWritesToStdout) {
  must("simulate scenario2 -n 20 --seed 4 -o a.csv");
  EXPECT_EQ(must("simulate scenario2 -n 20 --seed 4").out, read("a.csv"));
  EXPECT_TRUE(read("a.csv").starts_with("x1,x2,y\n"));
  must("simulate plateaus -n 5 --distinct --truth truth.csv -o b.csv");
  EXPECT_EQ(files(), (std::set<std::string>{"a.csv", "b.csv", "truth.csv"}));
}

TEST_F(Commands, AModelGoesThroughAPipe) {
  simulate_points();
  const Outcome run = shell("cat points.csv | gaptv fit - --x x1,x2 --y y -o - --quiet | gaptv inspect -");
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(contains(run.out, "y by x1 and x2"));
}

TEST_F(Commands, AClosedPipeIsNoError) {
  const Outcome run = shell("gaptv simulate plateaus -n 200000 | head -n 1");
  EXPECT_EQ(run.out, "x1,x2,y\n");
  EXPECT_EQ(run.err, "");
}

TEST_F(Commands, AnInterruptLeavesNothingBehind) {
  fit_points();
  const Outcome run = shell(R"(mkfifo endless
{ echo x1,x2; while echo 1,2; do :; done; } >endless 2>/dev/null &
')" GAPTV_PROGRAM R"(' predict model.json endless -o out.csv & program=$!
sleep 0.5; ls | grep -c out.csv; kill -TERM $program; wait $program; echo $?; rm endless)");
  EXPECT_EQ(run.out, "1\n130\n") << run.err;
  EXPECT_EQ(files(), (std::set<std::string>{"points.csv", "model.json"}));
}

TEST_F(Commands, ThePresetIsBestUnlessBinsOrLambdaAreGiven) {
  must("simulate plateaus -n 300 --seed 1 -o points.csv");
  const auto record = [&](const std::string& options) {
    return must("fit points.csv --x x1,x2 --y y --json " + options).json();
  };
  const nlohmann::json best = record("");
  EXPECT_EQ(best["recipe"]["shifts"], 4);
  EXPECT_LT(best["plateaus"].get<int>(), record("--preset paper")["plateaus"].get<int>());
  for (const char* plain : {"--preset paper", "--bins 6", "--lambda 2", "--lambda cv-1se", "--lambda bic"}) {
    EXPECT_FALSE(record(plain).contains("recipe")) << plain;
  }
  EXPECT_EQ(record("--bins 6 --preset best")["recipe"]["bins"], (std::vector<int>{6, 6}));
  EXPECT_EQ(record("--shifts 2")["recipe"]["shifts"], 2);
  EXPECT_EQ(record("--preset paper --relax 0.25")["recipe"]["relax"], 0.25);
  EXPECT_LT(record("--border 5")["plateaus"].get<int>(), best["plateaus"].get<int>());
  const std::string text = must("fit points.csv --x x1,x2 --y y").out;
  EXPECT_TRUE(contains(text, "shifted by parts of a bin")) << text;
  for (const char* wrong : {"--preset quick", "--relax 2", "--shifts 0", "--border -1", "--finer 0.5",
                            "--method cart --preset best", "--method crisp --shifts 2"}) {
    const Outcome refused = gaptv("fit points.csv --x x1,x2 --y y " + std::string(wrong));
    EXPECT_EQ(refused.exit_code, 2) << wrong << refused.err;
  }
}

}  // namespace
}  // namespace gaptv::testing
