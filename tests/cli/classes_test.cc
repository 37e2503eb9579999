// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Three labels or more on the command line.
#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Classes : public CliTest {
 protected:
  // kind: three labels, each usual in a third of the line; code: the same as 1, 2, 3.
  void write_points(const std::vector<std::string>& labels = {"ash", "birch", "oak"}) {
    Random random(4);
    std::string text = "x,kind,code\n";
    for (int i = 0; i < 300; ++i) {
      const double x = random.uniform();
      const std::uint64_t usual = x < 0.3 ? 2 : x < 0.6 ? 0 : 1;
      const std::uint64_t k = random.below(4) == 0 ? random.below(3) : usual;
      text += std::to_string(x) + "," + labels[k] + "," + std::to_string(k + 1) + "\n";
    }
    write("points.csv", text);
  }
};

TEST_F(Classes, ThreeLabelsAreFittedOneAgainstTheRest) {
  write_points();
  const Outcome run = must("fit points.csv --x x --y kind -o model.json");
  EXPECT_TRUE(contains(run.err, "note: outcome 'kind' has 3 labels")) << run.err;
  EXPECT_TRUE(contains(run.err, "3 classes, ")) << run.err;
  must("fit points.csv --x x --y kind --loss one-vs-rest -o same.json");
  // They differ in what was asked for, and in nothing else.
  nlohmann::json asked = nlohmann::json::parse(read("same.json"));
  asked["record"]["options"]["loss"] = "auto";
  EXPECT_EQ(asked, nlohmann::json::parse(read("model.json")));
  must("fit points.csv --x x --y kind -o threads.json --threads 3 --quiet");
  EXPECT_EQ(read("threads.json"), read("model.json"));
}

TEST_F(Classes, WhatIsSaidOfAllTogetherIsTrueOfAll) {
  write_points();
  const nlohmann::json json = must("fit points.csv --x x --y kind --json --quiet -o model.json").json();
  double smallest = 1e300;
  std::size_t most_bins = 0;
  for (const nlohmann::json& of_class : json["classes"]) {
    smallest = std::min(smallest, of_class["smallest_region_rows"].get<double>());
    most_bins = std::max(most_bins, of_class["recipe"]["bins"][0].get<std::size_t>());
  }
  EXPECT_NE(json["classes"][0]["smallest_region_rows"], smallest);  // or the test says nothing
  EXPECT_EQ(json["smallest_region_rows"], smallest);
  EXPECT_EQ(json["recipe"]["bins"][0], most_bins);
}

TEST_F(Classes, HeldOutErrorsAreToldOfEachClassAndOfAllTogether) {
  write_points();
  const std::string brief = must("fit points.csv --x x --y kind -o model.json").err;
  const std::string text = must("inspect model.json").out;
  for (const std::string& said : {brief, text}) {
    EXPECT_TRUE(contains(said, "share  regions  lowest  highest  explained  class")) << said;
    EXPECT_TRUE(contains(said, "explained: of\n  the deviance of held-out rows, each class against the rest")) << said;
    const std::string on_one_line = std::regex_replace(said, std::regex("\\s+"), " ");
    EXPECT_TRUE(contains(on_one_line, "Of all classes together: deviance per observation ")) << said;
    EXPECT_TRUE(contains(on_one_line, "on rows held out. They explain ")) << said;
  }
  EXPECT_TRUE(contains(text, "--regions K asks for K of each class")) << text;
  must("report model.json -o page.html --quiet");
  const std::string page = read("page.html");
  for (const char* label : {"ash", "birch", "oak"}) {
    EXPECT_TRUE(contains(page, "These numbers are about one class, " + std::string(label) + ", against all others"));
  }
  EXPECT_TRUE(contains(page, "Of all classes together: deviance per observation "));
  const nlohmann::json held_out = must("inspect model.json --json").json()["held_out"];
  EXPECT_EQ(held_out["name"], "mean deviance of a row");
  EXPECT_EQ(held_out["kind"], "recipe");
  EXPECT_GT(held_out["explained"], 0.0);
  EXPECT_TRUE(must("fit points.csv --x x --y kind --held-out off --json").json()["held_out"].is_null());
}

TEST_F(Classes, NumbersAreClassesWhereTheLossSaysSo) {
  write_points();
  EXPECT_EQ(must("fit points.csv --x x --y code --json").json()["loss"], "gaussian");
  const nlohmann::json labels = must("fit points.csv --x x --y kind --json").json();
  const nlohmann::json numbers = must("fit points.csv --x x --y code --loss one-vs-rest --json").json();
  EXPECT_EQ(numbers["train"], labels["train"]);
  EXPECT_EQ(numbers["classes"][2]["label"], "3");
}

TEST_F(Classes, JsonOfTheFitHasTheKeysOfOneModelAndARecordPerClass) {
  write_points();
  const nlohmann::json json = must("fit points.csv --x x --y kind --json").json();
  for (const char* place : {"/method",
                            "/loss",
                            "/rows",
                            "/dropped_rows",
                            "/features",
                            "/bins",
                            "/bins_rule",
                            "/bins_requested",
                            "/lambda",
                            "/lambda_rule",
                            "/lambda_max",
                            "/plateaus",
                            "/cells",
                            "/empty_cells",
                            "/objective",
                            "/certificate/relative_gap",
                            "/certificate/max_violation",
                            "/cv/lambdas",
                            "/cv/mean",
                            "/cv/standard_error",
                            "/gap/bins",
                            "/gap/log_w",
                            "/gap/gap",
                            "/train/rmse",
                            "/train/deviance",
                            "/seconds/read",
                            "/seconds/total",
                            "/seed",
                            "/version"}) {
    EXPECT_TRUE(json.contains(nlohmann::json::json_pointer(place))) << place;
  }
  EXPECT_EQ(json["loss"], "one-vs-rest");
  ASSERT_EQ(json["classes"].size(), 3U);
  std::size_t plateaus = 0;
  double objective = 0;
  for (const nlohmann::json& one : json["classes"]) {
    EXPECT_EQ(one["loss"], "binomial");
    EXPECT_FALSE(one["cv"]["lambdas"].empty());
    EXPECT_LE(one["certificate"]["relative_gap"].get<double>(), json["certificate"]["relative_gap"].get<double>());
    EXPECT_LE(one["bins"][0].get<int>(), json["bins"][0].get<int>());
    EXPECT_LE(one["lambda_max"].get<double>(), json["lambda_max"].get<double>());
    plateaus += one["plateaus"].get<std::size_t>();
    objective += one["objective"].get<double>();
  }
  EXPECT_EQ(json["plateaus"], plateaus);
  EXPECT_EQ(json["objective"], objective);
  EXPECT_EQ(json["classes"][0]["label"], "ash");
  EXPECT_EQ(must("fit points.csv --x x --y kind --lambda 2.5 --json").json()["lambda"], 2.5);
}

TEST_F(Classes, PredictionsAreTheLabelAndAProbabilityPerClass) {
  write_points();
  must("fit points.csv --x x --y kind -o model.json --quiet");
  write("new.csv", "x,id\n0.1,first\n0.9,second\n7,third\n");
  const std::string out = must("predict model.json new.csv --flag-outside").out;
  EXPECT_EQ(out.substr(0, out.find('\n')), "x,id,prediction,probability_ash,probability_birch,probability_oak,outside");
  EXPECT_TRUE(contains(out, "\n0.1,first,oak,")) << out;
  EXPECT_TRUE(contains(out, "\n0.9,second,birch,")) << out;
  std::istringstream lines(out);
  std::string line;
  std::getline(lines, line);
  for (const char* outside : {"0", "0", "1"}) {
    std::getline(lines, line);
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    ASSERT_EQ(fields.size(), 7U);
    EXPECT_NEAR(std::stod(fields[3]) + std::stod(fields[4]) + std::stod(fields[5]), 1, 1e-14);
    EXPECT_EQ(fields[6], outside);
  }
  EXPECT_TRUE(must("predict model.json new.csv --type link")
                  .out.starts_with("x,id,prediction,link_ash,link_birch,link_oak\n0.1,first,oak,-"));
  EXPECT_TRUE(must("predict model.json new.csv --type plateau")
                  .out.starts_with("x,id,prediction,plateau_ash,plateau_birch,plateau_oak\n0.1,first,oak,"));
}

TEST_F(Classes, LabelsWithOddCharactersAreQuoted) {
  write_points({"\"a, \"\"b\"\"\"", "f\xc3\xb6n|x", "\"two\nlines\""});
  must("fit points.csv --x x --y kind -o model.json --quiet");
  write("new.csv", "x,id\n0.1,1\n");
  EXPECT_TRUE(must("predict model.json new.csv")
                  .out.starts_with("x,id,prediction,\"probability_a, \"\"b\"\"\",probability_f\xc3\xb6n|x,"
                                   "\"probability_two\nlines\"\n0.1,1,\"two\nlines\",0."));
  write("new.csv", "x|id\n0.9|1\n");
  EXPECT_TRUE(must("predict model.json new.csv --delimiter '|'")
                  .out.starts_with("x|id|prediction|\"probability_a, \"\"b\"\"\"|\"probability_f\xc3\xb6n|x\"|"
                                   "\"probability_two\nlines\"\n0.9|1|\"f\xc3\xb6n|x\"|0."));
  EXPECT_EQ(must("evaluate model.json points.csv --json").json()["rows"], 300);
  EXPECT_TRUE(contains(must("inspect model.json").out, "a, \"b\""));
}

TEST_F(Classes, ColumnsThatAreThereAlreadyAreRefused) {
  write_points();
  must("fit points.csv --x x --y kind -o model.json --quiet");
  write("new.csv", "x,probability_oak\n0.1,3\n");
  expect_refused_run("predict model.json new.csv -o out.csv",
                     {"new.csv", "'probability_oak' already", "rename or remove"});
  must("predict model.json new.csv --type plateau");
}

TEST_F(Classes, EvaluationHasTheMeasuresOfClasses) {
  write_points();
  must("fit points.csv --x x --y kind -o model.json --quiet");
  const nlohmann::json measures = must("evaluate model.json points.csv --json").json();
  EXPECT_GT(measures["accuracy"].get<double>(), 0.7);
  EXPECT_GT(measures["auc"].get<double>(), 0.7);
  EXPECT_NEAR(measures["brier"].get<double>(), 3 * std::pow(measures["rmse"].get<double>(), 2), 1e-12);
  EXPECT_NEAR(measures["log_loss"].get<double>(), measures["deviance"].get<double>() / 600, 1e-12);
  EXPECT_TRUE(contains(must("evaluate model.json points.csv").out, "added up over the classes"));
  // Rows of one class alone are still its class.
  write("oaks.csv", "x,kind\n0.1,oak\n0.2,oak\n");
  const nlohmann::json oaks = must("evaluate model.json oaks.csv --json").json();
  EXPECT_EQ(oaks["accuracy"], 1);
  EXPECT_TRUE(oaks["auc"].is_null());
  write("new.csv", "x,kind\n0.1,oak\n0.2,elm\n");
  expect_refused_run("evaluate model.json new.csv", {"new.csv, row 2 (line 3)", "'elm'", "'ash', 'birch', 'oak'"});
}

TEST_F(Classes, InspectShowsEveryClass) {
  write_points();
  must("fit points.csv --x x --y kind -o model.json --quiet");
  const std::string text = must("inspect model.json").out;
  EXPECT_TRUE(contains(text, "kind: 3 classes"));
  for (const char* label : {"ash", "birch", "oak"}) {
    EXPECT_TRUE(contains(text, std::string("Probability of kind = ") + label + " by x")) << text;
  }
  const nlohmann::json json = must("inspect model.json --json").json();
  for (const nlohmann::json& one : json["classes"]) EXPECT_EQ(one["plateau_list"].size(), one["plateaus"]);
  EXPECT_EQ(must("fit points.csv --x x --y kind").out.substr(0, 15), "kind: 3 classes");
}

TEST_F(Classes, BadInputIsRefusedWithARemedy) {
  write_points();
  expect_refused_run("fit points.csv --x x --y kind --loss binomial -o m.json",
                     {"points.csv", "3 labels", "needs two", "--loss one-vs-rest"});
  std::string two = "x,kind\n";
  std::string ids = "x,kind\n";
  std::string many = "x,kind\n";
  for (int i = 0; i < 300; ++i) {
    two += std::to_string(i) + (i % 2 == 0 ? ",a\n" : ",b\n");
    if (i < 60) ids += std::to_string(i) + ",id" + std::to_string(i) + "\n";
    many += std::to_string(i) + ",id" + std::to_string(i) + "\n";
  }
  write("two.csv", two);
  write("ids.csv", ids);
  write("many.csv", many);
  expect_refused_run("fit two.csv --x x --y kind --loss one-vs-rest -o m.json",
                     {"two.csv", "2 labels", "--loss binomial"});
  expect_refused_run("fit ids.csv --x x --y kind -o m.json", {"ids.csv", "60 labels in 60 rows", "identifier"});
  expect_refused_run("fit many.csv --x x --y kind -o m.json", {"many.csv, row 101", "more than 100 different texts"});
}

TEST_F(Classes, AreNotMadeOfNumbersInDisguise) {
  std::string commas = "x;y\n";
  std::string percents = "x,y\n";
  std::string units = "x,y\n";
  for (int i = 0; i < 200; ++i) {
    const std::string x = std::to_string(i);
    commas += x + ";" + std::to_string(i % 40) + ",5\n";
    percents += x + "," + std::to_string(i % 38) + "%\n";
    units += x + "," + std::to_string(i % 30) + "kg\n";
  }
  write("commas.csv", commas);
  write("percents.csv", percents);
  write("units.csv", units);
  const std::string options = " --x x --y y -o model.json";
  for (const std::string loss : {"", " --loss binomial"}) {
    expect_refused_run("fit units.csv" + options + loss, {"units.csv, row 1", "'0kg'", "without the unit 'kg'"});
  }
  // Two texts may be any two labels, so that all of them are texts here.
  expect_refused_run("fit commas.csv --loss binomial" + options,
                     {"commas.csv, row 1 (line 2), column 'y': '0,5'", "decimal point"});
  expect_refused_run("fit percents.csv --loss binomial" + options, {"percents.csv, row 1", "'0%'", "percent"});
  for (const std::string file : {"commas.csv", "percents.csv"}) {
    const Outcome run = must("fit " + file + options);
    EXPECT_TRUE(contains(run.err, "note: column 'y': '0")) << run.err;
    EXPECT_TRUE(nlohmann::json::parse(read("model.json"))["record"]["classes"].empty());
  }
  const Outcome compared = must("compare commas.csv --x x --y y --methods cart");
  EXPECT_TRUE(contains(compared.err, "note: column 'y': '0,5' is read as 0.5")) << compared.err;
  // Whoever asks for classes gets them.
  must("fit percents.csv --quiet --bins 3 --lambda 1 --loss one-vs-rest" + options);
  EXPECT_EQ(nlohmann::json::parse(read("model.json"))["record"]["classes"].size(), 38U);
}

}  // namespace
}  // namespace gaptv::testing
