// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Reproduce : public CliTest {
 protected:
  using Row = std::map<std::string, std::string>;

  // The rows of a file of results, by the names of its columns.
  std::vector<Row> rows(const std::string& file) const {
    std::istringstream lines(read(file));
    const auto split = [](const std::string& line) {
      std::vector<std::string> fields(1);
      for (const char c : line) {
        if (c == ',') {
          fields.emplace_back();
        } else {
          fields.back() += c;
        }
      }
      return fields;
    };
    std::string line;
    std::getline(lines, line);
    header_ = line;
    const std::vector<std::string> names = split(line);
    std::vector<Row> result;
    while (std::getline(lines, line)) {
      const std::vector<std::string> fields = split(line);
      EXPECT_EQ(fields.size(), names.size()) << line;
      Row row;
      for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = fields[i];
      result.push_back(row);
    }
    return result;
  }
  const std::string& header() const { return header_; }

  void expect_figures(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      EXPECT_TRUE(read("r/" + name + ".svg").starts_with("<?xml")) << name;
      EXPECT_TRUE(read("r/" + name + ".pdf").starts_with("%PDF")) << name;
      EXPECT_TRUE(read("r/" + name + ".png").starts_with("\x89PNG")) << name;
    }
  }

  void expect_usage(const std::string& arguments, const std::string& message) const {
    const Outcome run = gaptv(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_TRUE(contains(run.err, message)) << run.err;
  }

 private:
  mutable std::string header_;
};

TEST_F(Reproduce, SyntheticMeasuresEveryMethodAgainstTheTruth) {
  const Outcome run =
      must("reproduce synthetic --trials 2 --sizes 50,100 --methods cart,gapcrisp,gaptv,cart-cv -o r --quiet");
  const std::vector<Row> found = rows("r/synthetic.csv");
  EXPECT_EQ(header(), "method,n,trial,rmse,max_error,plateaus,aic,bins,lambda,seconds");
  ASSERT_EQ(found.size(), 16U);
  for (const Row& row : found) {
    const double rmse = std::stod(row.at("rmse"));
    EXPECT_NEAR(std::stod(row.at("aic")), 10000 * rmse * rmse + 2 * std::stod(row.at("plateaus")), 1e-6)
        << row.at("method");
    EXPECT_EQ(row.at("bins").empty(), row.at("method").starts_with("cart"));
  }
  // What a user gets step by step.
  must("simulate plateaus -n 100 --seed 2 -o points.csv --truth truth.csv");
  must("fit points.csv --x x1,x2 --y y --seed 2 --preset paper -o model.json --quiet");
  const nlohmann::json single = must("evaluate model.json truth.csv --json").json();
  bool is_met = false;
  for (const Row& row : found) {
    if (row.at("method") != "gaptv" || row.at("n") != "100" || row.at("trial") != "2") continue;
    is_met = true;
    EXPECT_EQ(std::stod(row.at("rmse")), single["rmse"].get<double>());
    EXPECT_EQ(std::stoul(row.at("plateaus")), single["plateaus"].get<std::size_t>());
  }
  EXPECT_TRUE(is_met);
  EXPECT_TRUE(contains(run.out, "cart-cv"));
  EXPECT_EQ(rows("r/synthetic_summary.csv").size(), 8U);
  EXPECT_EQ(rows("r/synthetic_map.csv").size(), 10000U * (1 + 2 * 4));
  expect_figures({"synthetic", "synthetic_map", "synthetic_truth"});
}

TEST_F(Reproduce, TheDocumentSaysWhatHoldsAndWhatWasNotRun) {
  must("reproduce synthetic --trials 2 --sizes 20 --methods cart,crisp,gapcrisp,gaptv -o r --quiet");
  must("reproduce bins --trials 1 --sizes 20,40 -o r --quiet");
  const Outcome run = shell("python3 '" GAPTV_SOURCE_DIR "/tools/write_reproduction.py' r doc/reproduction.md");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string text = read("doc/reproduction.md");
  const std::vector<Row> summary = rows("r/synthetic_summary.csv");
  for (const Row& row : summary) {
    std::ostringstream rmse;
    rmse.precision(3);
    rmse << std::fixed << std::stod(row.at("rmse"));
    EXPECT_TRUE(contains(text, rmse.str())) << row.at("method") << " " << rmse.str();
  }
  EXPECT_TRUE(contains(text, "seed 0, gaptv ")) << text;
  EXPECT_TRUE(contains(text, "**Holds.**") || contains(text, "**Does not hold.**")) << text;
  EXPECT_TRUE(contains(text, "## Crime in Austin and Chicago\n\nNot run.")) << text;
  EXPECT_TRUE(contains(text, "](figures/synthetic.svg)")) << text;
  EXPECT_TRUE(read("doc/figures/synthetic.svg").starts_with("<?xml"));
}

TEST_F(Reproduce, AgainGivesTheSameBytesAndComputesNothing) {
  must("reproduce synthetic --trials 1 --sizes 50 --methods gaptv,cart -o r --quiet");
  const std::string first = read("r/synthetic.csv");
  must("reproduce synthetic --trials 1 --sizes 50 --methods gaptv,cart -o r --quiet");
  EXPECT_EQ(read("r/synthetic.csv"), first);  // even the seconds
  must("reproduce synthetic --trials 1 --sizes 50 --methods gaptv,cart -o again --quiet --threads 1");
  std::vector<Row> here = rows("r/synthetic.csv");
  std::vector<Row> there = rows("again/synthetic.csv");
  for (std::vector<Row>* const each : {&here, &there}) {
    for (Row& row : *each) row.erase("seconds");
  }
  EXPECT_EQ(here, there);
  // What is in the file is told, whoever asked for it.
  must("reproduce synthetic --trials 1 --sizes 50 --methods cart -o r --quiet");
  EXPECT_EQ(rows("r/synthetic_summary.csv").size(), 2U);
  EXPECT_EQ(read("r/synthetic.csv"), first);
  const Outcome other = gaptv("reproduce synthetic --trials 1 --sizes 50 --methods gaptv --seed 5 -o r");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_TRUE(contains(other.err, "results of other settings")) << other.err;
}

TEST_F(Reproduce, BinsSweepsAllNumbersAndMarksTheChosenOne) {
  must("reproduce bins --trials 1 --sizes 100 -o r --quiet");
  const std::vector<Row> found = rows("r/bins.csv");
  EXPECT_EQ(header(), "n,trial,bins,rmse,max_error,plateaus,chosen");
  ASSERT_EQ(found.size(), 49U);
  must("simulate plateaus -n 100 --seed 1 -o points.csv");
  const nlohmann::json fit = must("fit points.csv --x x1,x2 --y y --seed 1 --preset paper --json").json();
  for (const Row& row : found) {
    EXPECT_EQ(row.at("chosen") == "1", std::stoul(row.at("bins")) == fit["bins_requested"][0].get<std::size_t>());
  }
  expect_figures({"bins"});
}

TEST_F(Reproduce, ScenariosRunAllFourFunctions) {
  must("reproduce scenarios --trials 1 --sizes 100 --methods gaptv,cart -o r --quiet");
  const std::vector<Row> found = rows("r/scenarios.csv");
  EXPECT_EQ(header(), "scenario,method,n,trial,rmse,max_error,plateaus,aic,bins,lambda,seconds");
  EXPECT_EQ(found.size(), 8U);
}

TEST_F(Reproduce, CrimeCountsReportsAndHoldsOutEveryFold) {
  std::string text = "Latitude,Longitude,Year\n0,0,2015\n41.5,-87.5,2014\n,,2015\n";
  for (int i = 0; i < 2000; ++i) {
    const double north = 41.6 + 0.4 * (i * 7919 % 2000) / 2000.0;
    const double east = -87.9 + 0.4 * std::pow((i * 104729 % 2000) / 2000.0, 2);
    text += std::to_string(north) + "," + std::to_string(east) + ",2015\n";
  }
  write("windy.csv", text);
  const Outcome run =
      must("reproduce crime --data windy.csv --year 2015 --grid 12 --folds 4 --methods cart,gaptv -o r");
  for (const char* part : {"12 x 12 cells", "at (0, 0): 1", "without coordinates: 1", "of other years: 1"}) {
    EXPECT_TRUE(contains(run.err, part)) << part << "\n" << run.err;
  }
  const std::vector<Row> found = rows("r/crime.csv");
  EXPECT_EQ(header(), "city,method,fold,rmse,max_error,plateaus,aic");
  ASSERT_EQ(found.size(), 8U);
  for (const Row& row : found) {
    EXPECT_EQ(row.at("city"), "windy");
    const double rmse = std::stod(row.at("rmse"));
    EXPECT_NEAR(std::stod(row.at("aic")), 144 * rmse * rmse + 2 * std::stod(row.at("plateaus")), 1e-9);
  }
  const std::size_t cells = rows("r/crime_windy_map.csv").size() / 3;
  EXPECT_GT(cells, 50U);
  EXPECT_EQ(rows("r/crime_windy_map.csv").size(), 3 * cells);  // raw, cart, gaptv
  expect_figures({"crime_windy_map"});
}

TEST_F(Reproduce, WrongUsageIsToldAtOnce) {
  expect_usage("reproduce everything", "there is no experiment 'everything'");
  expect_usage("reproduce crime", "--data FILE");
  expect_usage("reproduce synthetic --data a.csv", "--data goes with crime, presets, regions and areas only");
  expect_usage("reproduce bins --methods cart", "--methods goes with");
  expect_usage("reproduce synthetic --sizes 5", "at least 10 points");
  expect_usage("reproduce synthetic --trials 0", "at least one trial");
  expect_usage("reproduce scenarios --distinct", "--distinct goes with synthetic only");
  expect_refused_run("reproduce presets --trials 1 --sizes 20 --methods cart --data nowhere -o q",
                     {"gaptv: nowhere: there is none of the files of public data"});
  expect_refused_run("reproduce crime --data absent.csv", {"gaptv: absent.csv: cannot read it"});
}

TEST_F(Reproduce, PresetsAreMeasuredOnEveryCaseByEveryMethodThatCanFitIt) {
  const Outcome run = must("reproduce presets --trials 1 --sizes 80 --methods gaptv,cart,gapcrisp -o r --quiet");
  const std::vector<Row> found = rows("r/presets.csv");
  EXPECT_EQ(header(), "case,n,method,trial,rmse,max_error,plateaus,aic,one_plateau,seconds");
  std::map<std::string, std::set<std::string>> methods_of;
  for (const Row& row : found) methods_of[row.at("case")].insert(row.at("method"));
  EXPECT_EQ(methods_of.size(), 14U);
  const std::set<std::string> all = {"best", "paper", "cart", "gapcrisp"};
  for (const auto& [name, methods] : methods_of) {
    if (name == "binary") {
      EXPECT_EQ(methods, (std::set<std::string>{"best", "paper", "cart"}));
    } else if (name == "counts") {
      EXPECT_EQ(methods, (std::set<std::string>{"best", "paper"}));
    } else {
      EXPECT_EQ(methods, all) << name;
    }
  }
  for (const Row& row : found) {
    const double rmse = std::stod(row.at("rmse"));
    EXPECT_NEAR(std::stod(row.at("aic")), 10000 * rmse * rmse + 2 * std::stod(row.at("plateaus")), 1e-6);
    EXPECT_EQ(row.at("one_plateau") == "1", row.at("plateaus") == "1");
  }
  EXPECT_TRUE(contains(run.out, "three-features"));
  EXPECT_TRUE(contains(run.out, "Best over paper, averaged over 14 cases: RMSE ")) << run.out;
}

TEST_F(Reproduce, SlowRegionsAreComparedAtEqualNumbersAndTheirErrorsWithFreshRows) {
  std::string lidar = "range,logratio\n";
  for (int i = 0; i < 100; ++i) lidar += std::to_string(i) + "," + std::to_string(i % 7 + (i < 40 ? 1 : 5)) + "\n";
  write("lidar.csv", lidar);
  must("reproduce regions --trials 1 --sizes 100 --data . -o r --quiet");
  const std::vector<Row> equal = rows("r/regions.csv");
  EXPECT_EQ(header(), "n,method,asked,trial,rmse,max_error,plateaus");
  ASSERT_EQ(equal.size(), 9U);  // 5, 10 and 20 regions of three contenders
  for (const Row& row : equal) EXPECT_LE(std::stoul(row.at("plateaus")), std::stoul(row.at("asked")));
  const std::vector<Row> real = rows("r/regions_real.csv");
  EXPECT_EQ(header(), "data,rows,method,asked,fold,error,plateaus,seconds");
  EXPECT_EQ(real.size(), 90U);  // in ten folds each
  for (const Row& row : real) EXPECT_LE(std::stoul(row.at("plateaus")), std::stoul(row.at("asked")));
  const std::vector<Row> honesty = rows("r/honesty.csv");
  EXPECT_EQ(header(), "case,n,asked,held_out,trial,reported,fresh,ratio,regions");
  EXPECT_EQ(honesty.size(), 50U);  // ten cases, five requests
  for (const Row& row : honesty) {
    EXPECT_NEAR(std::stod(row.at("ratio")), 1, 0.5) << row.at("case");
    const std::size_t most = row.at("asked") == "auto" ? 1000 : std::stoul(row.at("asked"));
    EXPECT_LE(std::stoul(row.at("regions")), most) << row.at("case");
  }
  const Outcome run = shell("python3 -B '" GAPTV_SOURCE_DIR "/tools/write_regions.py' r doc/regions.md");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(read("doc/regions.md"), "within 3 %")) << read("doc/regions.md");
}

TEST_F(Reproduce, SlowAreasAreMeasuredOnRowsThatWereNotThere) {
  std::string banana = "x1,x2,y\n";
  // Enough rows that the ten among whom a border hides are few.
  for (int i = 0; i < 1500; ++i) {
    const int x = i * 7919 % 1500;
    const int y = i * 104729 % 1499;
    banana +=
        std::to_string(x) + "," + std::to_string(y) + "," + std::to_string((x < 750) != (i % 20 == 0) ? 1 : 0) + "\n";
  }
  write("banana.csv", banana);
  const Outcome run = must("reproduce areas --trials 1 --sizes 400 --data . -o r");
  const std::vector<Row> simulated = rows("r/areas.csv");
  EXPECT_EQ(header(), "data,rows,trial,fold,min_count,method,rmse,deviance,areas,blank");
  // GapTV, the tree and 36 pairs of resolutions, of four counts, in five folds.
  EXPECT_EQ(simulated.size(), 38U * 4U * 5U);
  for (const Row& row : simulated) {
    const double most = 400 * 0.9 / std::stod(row.at("min_count"));  // no fold is so small
    EXPECT_LE(std::stod(row.at("areas")), most) << row.at("method");
    EXPECT_TRUE(row.at("blank") == "0" || row.at("method").starts_with("squares")) << row.at("method");
    EXPECT_TRUE(row.at("blank") == "0" || !row.at("method").ends_with("-1")) << row.at("method");
  }
  for (const Row& row : rows("r/areas_real.csv")) {
    EXPECT_EQ(row.at("data"), "banana");
    // Two halves, but for one row in twenty (an error of 0.22): areas that follow the outcome tell them apart.
    if (row.at("method") != "gaptv") continue;
    EXPECT_LT(std::stod(row.at("rmse")), 0.35) << row.at("min_count");
  }
  EXPECT_TRUE(contains(run.out, "best squares")) << run.out;
  const Outcome text = shell("python3 -B '" GAPTV_SOURCE_DIR "/tools/write_areas.py' r doc/areas-evidence.md");
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_TRUE(contains(read("doc/areas-evidence.md"), "| plateaus | 400 | 50 |")) << read("doc/areas-evidence.md");
}

TEST_F(Reproduce, PresetsAreMeasuredOnTheUsersOwnCopiesOfPublicData) {
  std::string lidar = "range,logratio\n";
  for (int i = 0; i < 100; ++i)
    lidar += std::to_string(i) + "," + std::to_string(i < 40 ? 1.0 + i % 7 : 5.0 + i % 5) + "\n";
  write("lidar.csv", lidar);
  const Outcome run = must("reproduce presets --trials 1 --sizes 20 --methods gaptv,cart --data . -o r");
  EXPECT_TRUE(contains(run.err, "note: . has no airfoil.csv; that set is left out"));
  const std::vector<Row> found = rows("r/presets_real.csv");
  EXPECT_EQ(header(), "data,rows,method,fold,error,plateaus,seconds");
  EXPECT_EQ(found.size(), 30U);  // best, paper and cart, ten folds each
  for (const Row& row : found) {
    EXPECT_EQ(row.at("data"), "lidar");
    EXPECT_EQ(row.at("rows"), "100");
    EXPECT_LT(std::stod(row.at("error")), 3.5);  // the spread around one value for all is 2.9
  }
}

}  // namespace
}  // namespace gaptv::testing
