// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <string>

#include "gaptv/model/model_file.h"
#include "tests/cli/program.h"
#include "tests/scan/same_model.h"

namespace gaptv::testing {
namespace {

class Memory : public CliTest {
 protected:
  Memory() { must("simulate plateaus -n 3000 --seed 2 -o rows.csv"); }

  Model model(const std::string& name) const { return model_from_json(read(name), name); }
};

TEST_F(Memory, WithoutRoomTheRowsGoToATemporaryFileAndANoteSaysSo) {
  must("fit rows.csv --x x1,x2 --y y -o kept.json");
  const Outcome run = must("fit rows.csv --x x1,x2 --y y --memory 20kB -o streamed.json");
  EXPECT_TRUE(contains(run.err, "note: the rows were more than the 20 kB of memory that they may take (--memory)"))
      << run.err;
  expect_same_model(model("streamed.json"), model("kept.json"), "file");
  must("fit rows.csv --x x1,x2 --y y --memory 1GB -o again.json");
  EXPECT_EQ(model("again.json").surfaces.front().beta, model("kept.json").surfaces.front().beta);
}

TEST_F(Memory, StandardInputAndCompressedFilesNeedNotFitIntoMemory) {
  must("fit rows.csv --x x1,x2 --y y -o kept.json");
  shell("gzip -k rows.csv; cat rows.csv | gaptv fit - --x x1,x2 --y y --memory 20kB -o pipe.json");
  must("fit rows.csv.gz --x x1,x2 --y y --memory 20kB -o packed.json");
  expect_same_model(model("pipe.json"), model("kept.json"), "pipe");
  expect_same_model(model("packed.json"), model("kept.json"), "gzip");
}

TEST_F(Memory, FitsThatNeedRowsSayWhatToDo) {
  const std::string fit = "fit rows.csv --x x1,x2 --y y -o m.json --memory 20kB ";
  expect_refused_run(fit + "--loss huber", {"rows.csv", "--memory", "huber", "--loss gaussian"});
  expect_refused_run(fit + "--method cart", {"--memory", "cart", "--method gaptv"});
  expect_refused_run(fit + "--held-out nested", {"--memory", "--held-out nested", "--held-out recipe"});
  expect_refused_run(fit + "--report page.html --report-rows", {"--memory", "--report-rows"});
}

TEST_F(Memory, OfAnUnknownSizeIsRefusedAsUsage) {
  const Outcome run = gaptv("fit rows.csv --x x1,x2 --y y --memory plenty");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(contains(run.err, "memory 'plenty'")) << run.err;
}

}  // namespace
}  // namespace gaptv::testing
