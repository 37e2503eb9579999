// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>

#include "gaptv/base/random.h"
#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Weights : public CliTest {
 protected:
  // A step with noise; weights of 1, 2, 50 to 250, and 0.5 to 1.5. twice.csv has every row two times.
  void write_points() {
    Random random(11);
    std::string text = "x,z,y,one,two,many,part\n";
    std::string twice = "x,z,y\n";
    for (int i = 0; i < 600; ++i) {
      const double x = random.uniform();
      const std::string row = std::to_string(x) + ',' + std::to_string(random.uniform()) + ',' +
                              std::to_string((x > 0.5 ? 2 : 0) + random.normal());
      text +=
          row + ",1,2," + std::to_string(50 + random.below(201)) + ',' + std::to_string(0.5 + random.uniform()) + '\n';
      twice += row + '\n' + row + '\n';
    }
    write("points.csv", text);
    write("twice.csv", twice);
  }
  nlohmann::json record_with(const std::string& arguments) const {
    return must("fit points.csv --x x,z --y y --json --quiet " + arguments).json();
  }
};

TEST_F(Weights, MakeAFewRegionsOfAStepWhateverTheyMean) {
  write_points();
  const auto plain = record_with("")["plateaus"].get<int>();
  EXPECT_LE(plain, 12);
  EXPECT_LE(record_with("--weight two")["plateaus"].get<int>(), plain + 10);
  EXPECT_LE(record_with("--weight part")["plateaus"].get<int>(), plain + 10);
  EXPECT_LE(record_with("--weight many --weight-kind precision")["plateaus"].get<int>(), plain + 10);
  const nlohmann::json twice = must("fit twice.csv --x x,z --y y --json --quiet").json();
  EXPECT_EQ(twice["plateaus"], record_with("--weight two")["plateaus"]);
}

TEST_F(Weights, OfOneAndOfTheKindPrecisionIfAllAreEqualAreNone) {
  write_points();
  const nlohmann::json plain = record_with("");
  for (const std::string weights : {"--weight one", "--weight two --weight-kind precision"}) {
    const nlohmann::json weighted = record_with(weights);
    for (const char* key : {"plateaus", "lambda", "cv", "gap", "train", "objective", "observations", "input_hash"}) {
      EXPECT_EQ(weighted[key], plain[key]) << weights << ' ' << key;
    }
  }
  EXPECT_EQ(plain["weight_kind"], "none");
}

TEST_F(Weights, SayWhatTheyWereTakenFor) {
  write_points();
  EXPECT_TRUE(contains(must("fit points.csv --x x --y y --weight two").out, "count copies"));
  EXPECT_TRUE(contains(must("fit points.csv --x x --y y --weight many").out, "warning: the weights count copies"));
  EXPECT_TRUE(contains(must("fit points.csv --x x --y y --weight part").out, "are worth"));
  EXPECT_EQ(record_with("--weight two")["weight_kind"], "copies");
  EXPECT_EQ(record_with("--weight two")["observations"], 1200);
  EXPECT_EQ(record_with("--weight part")["weight_kind"], "precision");
}

TEST_F(Weights, OfAWrongKindAreRefused) {
  write_points();
  expect_refused_run("fit points.csv --x x --y y --weight part --weight-kind copies -o m.json", {"row 1", "precision"});
  EXPECT_EQ(gaptv("fit points.csv --x x --y y --weight part --weight-kind often").exit_code, 2);
  EXPECT_EQ(gaptv("fit points.csv --x x --y y --weight-kind copies").exit_code, 2);
}

TEST_F(Weights, DoNotKeepAModelFromBeingRead) {
  write("d.csv", "x,y,w\n0,1,1\n1,0.2,3\n");
  for (const char* how : {"--bins 2 --lambda 0.1", "--bins 2 --lambda 0.1 --weight-kind precision", "--method cart",
                          "--method cart-cv --folds 2", "--method gapcrisp --folds 2"}) {
    must(std::string("fit d.csv --x x --y y --weight w -o m.json --quiet ") + how);
    EXPECT_EQ(gaptv("inspect m.json").exit_code, 0) << how;
  }
}

TEST_F(Weights, LeaveAnUnknownGapUnknown) {
  write("d.csv", "x,y,w\n0,1,1\n0,0,2\n");
  const nlohmann::json fitted =
      must("fit d.csv --x x --y y --weight w --loss huber=0.5 -o m.json --json --quiet").json();
  EXPECT_EQ(must("inspect m.json --json").json()["gap"], fitted["gap"]);
}

TEST_F(Weights, GoWithComparisonsToo) {
  write_points();
  const nlohmann::json plain = must("compare points.csv --x x --y y --methods gaptv,cart --folds 3 --json").json();
  const nlohmann::json weighted =
      must("compare points.csv --x x --y y --weight two --weight-kind precision --methods gaptv,cart --folds 3 --json")
          .json();
  EXPECT_EQ(weighted["methods"][0]["rmse"], plain["methods"][0]["rmse"]);
  EXPECT_EQ(weighted["observations"], plain["observations"]);
}

}  // namespace
}  // namespace gaptv::testing
