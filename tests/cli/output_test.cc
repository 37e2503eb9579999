// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <filesystem>
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

// What an output's name may stand for is tested in tests/base; here, that commands go that way. Never /dev/stdout
// itself: whoever runs a faulty program as root would lose it.
class OutputNames : public CliTest {};

TEST_F(OutputNames, ALinkIsFollowedByEveryCommand) {
  shell("mkdir kept && ln -s kept/points.csv points && ln -s kept/model.json model && ln -s kept/report.html report");
  must("simulate plateaus -n 100 --seed 1 -o points");
  must("fit points --x x1,x2 --y y --bins 4 --lambda 1 -o model --report report --quiet");
  shell("ln -s kept/table.csv table");
  must("predict model points -o table");
  EXPECT_EQ(shell("test -L points -a -L model -a -L report -a -L table && ls kept | tr '\\n' ' '").out,
            "model.json points.csv report.html table.csv ");
}

TEST_F(OutputNames, ADescriptorIsWrittenWhereItStands) {
  if (!std::filesystem::exists("/dev/fd")) GTEST_SKIP() << "this system has no /dev/fd";
  const Outcome run = shell(
      "gaptv simulate plateaus -n 3 --seed 1 -o plain && ln -s /dev/fd/3 link && "
      "{ echo first >&3; gaptv simulate plateaus -n 3 --seed 1 -o link; echo last >&3; } 3>all");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read("all"), "first\n" + read("plain") + "last\n");
  EXPECT_EQ(shell("gaptv simulate plateaus -n 3 --seed 1 -o /dev/fd/1 | cat").out, read("plain"));
}

}  // namespace
}  // namespace gaptv::testing
