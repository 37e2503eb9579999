// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/result_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "experiments/work_units.h"
#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {
namespace {

class Results : public ::testing::Test {
 protected:
  std::string path() const { return folder_.file("r.csv"); }
  ResultFile open(const std::string& settings = "seed 0") const {
    return ResultFile(path(), {"method", "trial", "value"}, 2, settings);
  }

 private:
  TemporaryFolder folder_;
};

// One row for each trial of a method, counting the units that are really run.
std::vector<WorkUnit> counted_units(std::size_t trials, int& runs) {
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= trials; ++trial) {
    const Fields name = {"m", std::to_string(trial)};
    units.push_back({name, 1, [name, &runs](Progress& /*progress*/) {
                       ++runs;
                       return std::vector<Fields>{{name[0], name[1], "0." + name[1]}};
                     }});
  }
  return units;
}

TEST_F(Results, AreWrittenWhenAllAreThere) {
  int runs = 0;
  Progress progress;
  ResultFile results = open();
  run_units(counted_units(3, runs), results, 1, progress);
  EXPECT_EQ(read_file(path()), "method,trial,value\nm,1,0.1\nm,2,0.2\nm,3,0.3\n");
  EXPECT_FALSE(std::filesystem::exists(path() + ".partial"));
}

TEST_F(Results, WhatIsThereIsNotComputedAgainAndMoreTrialsAreAdded) {
  int runs = 0;
  Progress progress;
  for (const std::size_t trials : {2U, 5U, 3U}) {
    ResultFile results = open();
    run_units(counted_units(trials, runs), results, 1, progress);
  }
  EXPECT_EQ(runs, 5);
  // The last run asked for fewer, but nothing is lost.
  EXPECT_EQ(read_file(path()), "method,trial,value\nm,1,0.1\nm,2,0.2\nm,3,0.3\nm,4,0.4\nm,5,0.5\n");
}

TEST_F(Results, GoOnAfterAnInterruption) {
  int runs = 0;
  Progress progress;
  {
    std::vector<WorkUnit> units = counted_units(4, runs);
    units[2].run = [](Progress& /*progress*/) -> std::vector<Fields> { throw Interrupted(); };
    ResultFile results = open();
    EXPECT_THROW(run_units(units, results, 1, progress), Interrupted);
  }
  EXPECT_EQ(runs, 2);
  EXPECT_FALSE(std::filesystem::exists(path()));
  // As if the program had been killed while it wrote: a unit without its end is computed again.
  std::ofstream(path() + ".partial", std::ios::app) << "m,3,0.3\nm,3,0.";
  ResultFile results = open();
  run_units(counted_units(4, runs), results, 1, progress);
  EXPECT_EQ(runs, 4);
  EXPECT_EQ(read_file(path()), "method,trial,value\nm,1,0.1\nm,2,0.2\nm,3,0.3\nm,4,0.4\n");
}

TEST_F(Results, AreInNaturalOrderOnEveryNumberOfThreads) {
  Progress progress;
  std::vector<WorkUnit> units;
  std::string expected = "method,trial,value\n";
  for (int trial = 1; trial <= 20; ++trial) {
    const Fields name = {"m", std::to_string(trial)};
    const auto run = [name](Progress& /*progress*/) { return std::vector<Fields>{{name[0], name[1], "1"}}; };
    units.insert(units.begin(), {name, 1, run});
    expected += "m," + std::to_string(trial) + ",1\n";
  }
  ResultFile results = open();
  run_units(units, results, 3, progress);
  EXPECT_EQ(read_file(path()), expected);
}

TEST_F(Results, OfOtherSettingsAreRefused) {
  int runs = 0;
  Progress progress;
  {
    ResultFile results = open("seed 0");
    run_units(counted_units(1, runs), results, 1, progress);
  }
  try {
    open("seed 1");
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("seed 0, now: seed 1"), std::string::npos) << error.what();
  }
}

TEST_F(Results, OfAnotherExperimentAreRefused) {
  write_file(path(), "a,b\n1,2\n");
  EXPECT_THROW(open(), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
