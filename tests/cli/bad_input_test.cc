// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

// Each line of the list "Bad input" of the project's first issue.
class BadInput : public CliTest {
 protected:
  // Fits the file to a model and expects one line with each of the parts, and no file left behind.
  void expect_refused(const std::string& content, const std::vector<std::string>& parts,
                      const std::string& options = "") {
    write("data.csv", content);
    expect_refused_run("fit data.csv --x x --y y -o model.json " + options, parts);
  }
  // Fits the file, checks that the result is finite and certified, and returns the record.
  nlohmann::json fit(const std::string& content, const std::string& options = "") {
    write("data.csv", content);
    must("fit data.csv --x x --y y -o model.json --quiet " + options);
    const nlohmann::json record = must("inspect model.json --json").json();
    EXPECT_LE(record["certificate"]["relative_gap"].get<double>(), 1e-9);
    for (const nlohmann::json& plateau : record["plateau_list"])
      EXPECT_TRUE(std::isfinite(plateau["value"].get<double>()));
    must("inspect model.json");
    must("predict model.json data.csv -o predicted.csv");
    return record;
  }
};

std::string rows(const std::vector<std::string>& outcomes) {
  std::string text = "x,y\n";
  for (std::size_t i = 0; i < outcomes.size(); ++i) text += std::to_string(i) + "," + outcomes[i] + "\n";
  return text;
}

TEST_F(BadInput, NoSuchFile) {
  expect_refused_run("fit absent.csv --x x --y y -o model.json", {"absent.csv", "check the name"});
}

TEST_F(BadInput, EmptyFile) {
  expect_refused("", {"data.csv", "empty", "header"});
}

TEST_F(BadInput, HeaderOnly) {
  expect_refused("x,y\n", {"data.csv", "no"});
}

TEST_F(BadInput, MissingColumnSuggestsTheNearestName) {
  write("data.csv", "income,y\n1,2\n");
  expect_refused_run("fit data.csv --x incme --y y -o model.json", {"data.csv", "'incme'", "did you mean 'income'?"});
}

TEST_F(BadInput, TextWhereANumberBelongs) {
  expect_refused("x,y\n1,2\n2,high\n", {"data.csv", "row 2", "'y'", "'high'"});
}

TEST_F(BadInput, MissingAndInfiniteValues) {
  for (const std::string value : {"", "NaN", "NA", "inf", "-Inf"}) {
    expect_refused("x,y\n1,2\n" + value + ",3\n", {"data.csv", "row 2", "'x'", "--missing drop"});
  }
  write("data.csv", "x,y\n1,2\n,3\n3,4\n4,5\n");
  const Outcome run = must("fit data.csv --x x --y y --folds 2 --missing drop -o model.json");
  EXPECT_TRUE(contains(run.err, "note: 1 of 4 rows"));
}

TEST_F(BadInput, RaggedRow) {
  expect_refused("x,y\n1,2\n1,2,3\n", {"data.csv", "row 2", "3 fields"});
}

TEST_F(BadInput, UnbalancedQuote) {
  expect_refused("x,y\n1,2\n\"3,4\n5,6\n", {"data.csv", "row 2", "quote"});
}

TEST_F(BadInput, BinaryFile) {
  expect_refused(std::string("x,y\0\1\2\3", 7), {"data.csv"});
  expect_refused("PK\3\4 and more", {"data.csv"});
}

TEST_F(BadInput, FewerRowsThanFolds) {
  expect_refused(rows({"1", "2", "3"}), {"data.csv", "3 rows", "--folds"});
}

TEST_F(BadInput, OneRow) {
  expect_refused(rows({"1"}), {"data.csv", "folds"});
  EXPECT_EQ(fit(rows({"7"}), "--lambda 1")["plateaus"], 1);
}

TEST_F(BadInput, EqualOutcomesGiveOnePlateau) {
  const nlohmann::json record = fit(rows(std::vector<std::string>(10, "3.5")));
  EXPECT_EQ(record["plateaus"], 1);
  EXPECT_EQ(record["plateau_list"][0]["value"], 3.5);
}

TEST_F(BadInput, AConstantFeatureIsNoted) {
  write("data.csv", "x,z,y\n1,7,1\n2,7,5\n3,7,2\n4,7,8\n5,7,9\n6,7,7\n");
  const Outcome run = must("fit data.csv --x x,z --y y -o model.json");
  EXPECT_TRUE(contains(run.err, "note: feature 'z' is constant")) << run.err;
}

TEST_F(BadInput, IdenticalFeaturesGiveOnePlateau) {
  const nlohmann::json record = fit("x,y\n1,1\n1,2\n1,3\n1,4\n1,5\n1,6\n");
  EXPECT_EQ(record["plateaus"], 1);
  EXPECT_FALSE(record["notes"].empty());
}

TEST_F(BadInput, WeightsThatAreNotPositive) {
  for (const std::string weight : {"0", "-1"}) {
    expect_refused("x,y,w\n1,2,1\n2,3," + weight + "\n", {"data.csv", "row 2", "'w'"}, "--weight w");
  }
}

TEST_F(BadInput, HugeAndTinyOutcomes) {
  const std::vector<std::string> signs = {"1", "-1", "2", "-2", "3", "-3", "1", "2"};
  std::vector<std::string> huge;
  std::vector<std::string> tiny;
  std::vector<std::string> shifted;
  for (const std::string& sign : signs) {
    huge.push_back(sign + "e300");
    tiny.push_back(sign + "e-300");
    shifted.push_back(std::to_string(100000000 + std::stoi(sign)));
  }
  expect_refused(rows(huge), {"data.csv", "'y'", "divide"});
  fit(rows(tiny));
  EXPECT_NEAR(fit(rows(shifted), "--lambda 0 --bins 8")["train"]["rmse"].get<double>(), 0, 1e-6);
}

TEST_F(BadInput, OneOutlier) {
  const nlohmann::json record = fit(rows({"1", "2", "1", "2", "1e12", "2", "1", "2", "1", "2"}));
  EXPECT_GE(record["plateaus"].get<int>(), 1);
}

TEST_F(BadInput, MoreBinsThanDistinctValues) {
  write("data.csv", "x,y\n1,1\n1,2\n2,3\n2,4\n3,5\n3,6\n");
  const Outcome run = must("fit data.csv --x x --y y --bins 50 -o model.json");
  EXPECT_TRUE(contains(run.err, "note: feature 'x'")) << run.err;
}

TEST_F(BadInput, TruncatedForeignAndNewerModels) {
  fit_points();
  const std::string model = read("model.json");
  write("truncated.json", model.substr(0, model.size() / 2));
  write("foreign.json", "{\"a\": 1}");
  write("text.json", "x,y\n1,2\n");
  nlohmann::json newer = nlohmann::json::parse(model);
  bool has_version = false;
  for (const char* key : {"format_version", "format", "version"}) {
    if (!newer.contains(key) || !newer[key].is_number()) continue;
    newer[key] = 1000;
    has_version = true;
  }
  EXPECT_TRUE(has_version);
  write("newer.json", newer.dump());
  for (const std::string name : {"truncated", "foreign", "text", "newer", "absent"}) {
    expect_refused_run("inspect " + name + ".json", {name + ".json"});
    expect_refused_run("predict " + name + ".json points.csv -o out.csv", {name + ".json"});
    expect_refused_run("evaluate " + name + ".json points.csv", {name + ".json"});
  }
  EXPECT_TRUE(contains(gaptv("inspect newer.json").err, "newer"));
}

TEST_F(BadInput, DataThatDoNotFitTheModel) {
  fit_points();
  write("other.csv", "x1,z\n1,2\n");
  expect_refused_run("predict model.json other.csv -o out.csv", {"other.csv", "'x2'"});
  write("bad.csv", "x1,x2\n1,2\n1,?\n");
  expect_refused_run("predict model.json bad.csv -o out.csv", {"bad.csv", "row 2", "'x2'"});
  write("again.csv", "x1,x2,prediction\n1,2,3\n");
  expect_refused_run("predict model.json again.csv -o out.csv", {"again.csv", "'prediction'", "rename"});
}

TEST_F(BadInput, AFailureKeepsTheOldOutput) {
  fit_points();
  write("bad.csv", "x1,x2\n1,2\n1,?\n");
  write("out.csv", "old");
  EXPECT_EQ(gaptv("predict model.json bad.csv -o out.csv").exit_code, 1);
  EXPECT_EQ(read("out.csv"), "old");
}

TEST_F(BadInput, OutputThatCannotBeCreated) {
  fit_points();
  const std::string fit = "fit points.csv --x x1,x2 --y y -o ";
  expect_refused_run(fit + "absent/model.json", {"absent/model.json", "check the folder"});
  expect_refused_run(fit + "points.csv/model.json", {"points.csv/model.json"});
  expect_refused_run(fit + ".", {"folder"});
  expect_refused_run("predict model.json points.csv -o absent/out.csv", {"absent/out.csv"});
  expect_refused_run("simulate plateaus -n 5 -o absent/out.csv", {"absent/out.csv"});
}

TEST_F(BadInput, ReadOnlyFolder) {
  if (getuid() == 0) GTEST_SKIP() << "rights do not bind root; OutputThatCannotBeCreated covers the message";
  fit_points();
  shell("mkdir locked && chmod a-w locked");
  expect_refused_run("fit points.csv --x x1,x2 --y y -o locked/model.json", {"locked/model.json", "rights"});
}

TEST_F(BadInput, FullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  fit_points();
  expect_refused_run("fit points.csv --x x1,x2 --y y -o /dev/full", {"/dev/full", "free space"});
  expect_refused_run("predict model.json points.csv -o /dev/full", {"/dev/full", "free space"});
  expect_refused_run("inspect model.json > /dev/full", {"standard output", "free space"});
}

}  // namespace
}  // namespace gaptv::testing
