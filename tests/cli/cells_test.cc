// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// gaptv summarize, gaptv merge and gaptv fit --cells.
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Cells : public CliTest {
 protected:
  Cells() { must("simulate plateaus -n 300 --seed 1 -o points.csv"); }
};

TEST_F(Cells, AFitOfThemWritesTheBytesOfTheFitOfTheRows) {
  for (const std::string options : {"--bins 8", "--preset paper", "", "--folds 3 --seed 4"}) {
    must("fit points.csv --x x1,x2 --y y " + options + " -o rows.json");
    must("summarize points.csv --x x1,x2 --y y " + options + " -o points.cells");
    must("fit --cells points.cells " + options + " -o cells.json");
    EXPECT_EQ(read("cells.json"), read("rows.json")) << options;
  }
}

TEST_F(Cells, OfSeveralFilesAreCutAlikeAndMerged) {
  must("simulate plateaus -n 200 --seed 2 -o more.csv");
  must("summarize points.csv --x x1,x2 --y y --bins 8 -o a.cells");
  must("summarize more.csv --x x1,x2 --y y --bins 8 --edges-from a.cells -o b.cells");
  const Outcome merged = must("merge a.cells b.cells -o all.cells");
  EXPECT_TRUE(contains(merged.err, "500 rows of 2 tables")) << merged.err;
  const Outcome run = must("fit --cells all.cells --bins 8 --json");
  EXPECT_EQ(run.json()["rows"], 500);
}

TEST_F(Cells, ThatWereCutOtherwiseAreNotMergedAndNoFileIsLeft) {
  must("summarize points.csv --x x1,x2 --y y --bins 8 -o a.cells");
  must("summarize points.csv --x x1,x2 --y y --bins 9 -o b.cells");
  const Outcome run = gaptv("merge a.cells b.cells -o all.cells");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "b.cells cannot be added to a.cells: the edges of feature 'x1'")) << run.err;
  EXPECT_TRUE(contains(run.err, "--edges-from")) << run.err;
  EXPECT_EQ(gaptv("inspect all.cells").exit_code, 1);
}

TEST_F(Cells, StandInsteadOfRows) {
  must("summarize points.csv --x x1,x2 --y y --bins 8 -o a.cells");
  const Outcome both = gaptv("fit points.csv --x x1,x2 --y y --cells a.cells");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_TRUE(contains(both.err, "--cells stands instead of DATA.csv")) << both.err;
  const Outcome neither = gaptv("fit --y y");
  EXPECT_EQ(neither.exit_code, 2);
  EXPECT_TRUE(contains(neither.err, "DATA.csv is required")) << neither.err;
}

TEST_F(Cells, AreRefusedForLossesAndMethodsThatNeedRows) {
  must("summarize points.csv --x x1,x2 --y y --bins 8 -o a.cells");
  for (const std::string options : {"--loss huber", "--method cart", "--method crisp"}) {
    const Outcome run = gaptv("fit --cells a.cells " + options);
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_TRUE(contains(run.err, "fit the rows themselves")) << run.err;
  }
  EXPECT_EQ(gaptv("summarize points.csv --x x1 --y y --loss huber -o b.cells").exit_code, 2);
  const Outcome other = gaptv("fit --cells a.cells --bins 8 --folds 3");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_TRUE(contains(other.err, "leave out --folds")) << other.err;
}

}  // namespace
}  // namespace gaptv::testing
