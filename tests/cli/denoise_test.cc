// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class DenoiseCommand : public CliTest {
 protected:
  void write_square() {
    write("nodes.csv", "value,weight\n0,1\n4,1\n0,0\n10,2\n");
    write("edges.csv", "from,to,weight\n0,1,1\n1,2,1\n2,3,1\n3,0,0.5\n");
  }
  void expect_refused(const std::string& nodes, const std::string& edges, const std::vector<std::string>& parts,
                      const std::string& options = "") {
    write("nodes.csv", nodes);
    write("edges.csv", edges);
    const std::set<std::string> before = files();
    const Outcome run = gaptv("denoise --nodes nodes.csv --edges edges.csv --lambda 1 -o out.csv " + options);
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    for (const std::string& part : parts) EXPECT_TRUE(contains(run.err, part)) << part << " in: " << run.err;
    EXPECT_EQ(files(), before);
  }
};

TEST_F(DenoiseCommand, WritesAValueAndAPlateauForEveryNode) {
  write_square();
  // Pulls: 4 from node 1 to 0 and none elsewhere at lambda 0; at infinity the weighted mean (0 + 4 + 20) / 4.
  EXPECT_EQ(must("denoise --nodes nodes.csv --edges edges.csv --lambda inf").out,
            "value,plateau\n6,0\n6,0\n6,0\n6,0\n");
  must("denoise --nodes nodes.csv --edges edges.csv --lambda 0.5 -o out.csv");
  // Node 0 is below both neighbours: it gains 0.5 + 0.25. Node 1 gives 0.5 to it and gets 0.5 through the empty node.
  EXPECT_EQ(read("out.csv"), "value,plateau\n0.75,0\n4,1\n6,2\n9.625,3\n");
}

TEST_F(DenoiseCommand, JsonHasEveryKey) {
  write_square();
  const nlohmann::json json = must("denoise --nodes nodes.csv --edges edges.csv --lambda 0.5 --json").json();
  for (const char* key : {"nodes", "edges", "lambda", "objective", "plateaus", "certificate", "seconds"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["nodes"], 4);
  EXPECT_EQ(json["edges"], 4);
  EXPECT_LE(json["certificate"]["relative_gap"].get<double>(), 1e-9);
  EXPECT_TRUE(json["certificate"].contains("max_violation"));
}

TEST_F(DenoiseCommand, SaysWhatItAssumedOfTheNumbersAndIsToldOtherwise) {
  write("nodes.csv", "value;weight\n1,5;1\n2,25;1\n");
  write("edges.csv", "from;to\n0;1\n");
  const Outcome commas = must("denoise --nodes nodes.csv --edges edges.csv --lambda 0");
  EXPECT_EQ(commas.out, "value,plateau\n1.5,0\n2.25,1\n");
  EXPECT_TRUE(contains(commas.err, "note: column 'value': '1,5' is read as 1.5")) << commas.err;
  write("nodes.csv", "value;weight\n1.500;1\n2.250;1\n");
  const Outcome points = must("denoise --nodes nodes.csv --edges edges.csv --lambda 0");
  EXPECT_EQ(points.out, "value,plateau\n1.5,0\n2.25,1\n");
  EXPECT_TRUE(contains(points.err, "if they stand between thousands: --decimal ,")) << points.err;
  EXPECT_EQ(must("denoise --nodes nodes.csv --edges edges.csv --lambda 0 --decimal ,").out,
            "value,plateau\n1500,0\n2250,1\n");
}

TEST_F(DenoiseCommand, ARowWithoutAValueIsNotToBeDropped) {
  expect_refused("value,weight\n1,1\nNA,1\n", "from,to\n0,1\n",
                 {"nodes.csv, row 2 (line 3), column 'value'", "'NA' stands for a missing value", "the weight 0"});
  expect_refused("value\n1\n-99\n", "from,to\n0,1\n", {"row 2", "'-99' stands for a missing value"}, "--na=-99");
  expect_refused("value\n1\n2\n", "from,to\n0,\n", {"edges.csv, row 1", "missing", "remove the edge"});
}

TEST_F(DenoiseCommand, WeightsMayBeLeftOut) {
  write("nodes.csv", "value\n1\n2\n9\n");
  write("edges.csv", "from,to\n0,1\n2,1\n");
  EXPECT_EQ(must("denoise --nodes nodes.csv --edges edges.csv --lambda 1").out, "value,plateau\n2,0\n2,0\n8,1\n");
}

TEST_F(DenoiseCommand, TakesPartsOfNothingButZerosAndOnes) {
  write("nodes.csv", "value,weight\n0,2\n0,3\n2,4\n");
  write("edges.csv", "from,to\n0,1\n");
  // Half an event in all the exposure.
  EXPECT_EQ(must("denoise --nodes nodes.csv --edges edges.csv --lambda 0.5 --loss poisson").out,
            "value,plateau\n0.05555555555555555,0\n0.05555555555555555,0\n0.5,1\n");
  write("nodes.csv", "value,weight\n0,2\n0,1\n8,8\n");
  // Half an observation more among all.
  EXPECT_EQ(must("denoise --nodes nodes.csv --edges edges.csv --lambda 1 --loss binomial").out,
            "value,plateau\n0.041666666666666664,0\n0.041666666666666664,0\n0.9583333333333334,1\n");
}

TEST_F(DenoiseCommand, TakesSuccessesAndCounts) {
  write("nodes.csv", "value,weight\n0,4\n3,4\n4,4\n0,0\n");
  write("edges.csv", "from,to\n0,1\n1,2\n2,3\n");
  const std::string run = "denoise --nodes nodes.csv --edges edges.csv --lambda 1 ";
  // 0/4 gains 1/4 and 4/4 loses 1/4.
  EXPECT_EQ(must(run + "--loss binomial").out, "value,plateau\n0.25,0\n0.75,1\n0.75,1\n0.75,1\n");
  EXPECT_EQ(must(run + "--loss poisson").out, "value,plateau\n0.25,0\n0.75,1\n0.75,1\n0.75,1\n");
  EXPECT_LE(must(run + "--loss binomial --json").json()["certificate"]["relative_gap"].get<double>(), 1e-9);
}

TEST_F(DenoiseCommand, RefusesBadGraphsWithARemedy) {
  const std::string nodes = "value\n1\n2\n";
  expect_refused(nodes, "from,to\n0,1\n0,2\n", {"edges.csv, row 2", "no node 2", "0 to 1"});
  expect_refused(nodes, "from,to\n0,-1\n", {"edges.csv, row 1", "no node -1"});
  expect_refused(nodes, "from,to\n0,0.5\n", {"edges.csv, row 1", "no node 0.5"});
  expect_refused(nodes, "from,to\n1,1\n", {"edges.csv", "edge 1", "to itself", "leave such edges out"});
  expect_refused(nodes, "from,to,weight\n0,1,-2\n", {"edges.csv", "edge 1", "weight is -2"});
  expect_refused("value,weight\n1,0\n2,0\n", "from,to\n0,1\n", {"nodes.csv"});
  expect_refused("value,weight\n1,-1\n2,1\n", "from,to\n0,1\n", {"nodes.csv: node 0", "weight is -1"});
  expect_refused("x\n1\n2\n", "from,to\n0,1\n", {"nodes.csv", "no column 'value'"});
  expect_refused("value,weight\n3,2\n1,2\n", "from,to\n0,1\n", {"nodes.csv: node 0", "3 successes among 2 trials"},
                 "--loss binomial");
  expect_refused("value\n1\n1.5\n", "from,to\n0,1\n", {"nodes.csv: node 1", "1.5 is not a count"}, "--loss poisson");
  expect_refused("value,weight\n1,1\n2,0\n", "from,to\n0,1\n", {"nodes.csv: node 1", "without exposure"},
                 "--loss poisson");
}

TEST_F(DenoiseCommand, WrongUsageIsToldApart) {
  write_square();
  const std::string run = "denoise --nodes nodes.csv --edges edges.csv ";
  for (const char* options : {"--lambda -1", "--lambda nan", "--lambda many", "--lambda 1 --loss cauchy",
                              "--lambda 1 -o nodes.csv", "--lambda 1 --json -o -"}) {
    EXPECT_EQ(gaptv(run + options).exit_code, 2) << options;
  }
}

}  // namespace
}  // namespace gaptv::testing
