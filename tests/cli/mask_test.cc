// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class MaskOption : public CliTest {
 protected:
  // 300 points of the benchmark, but for those in the upper right.
  void write_points() const {
    simulate_points();
    const Outcome kept = shell("awk -F, 'NR == 1 || $1 + $2 < 110' points.csv > corner.csv");
    EXPECT_EQ(kept.exit_code, 0) << kept.err;
    write("land.geojson",
          R"({"type": "Polygon", "coordinates": [[[-1, -1], [120, -1], [120, 0], [0, 120], [-1, 120], [-1, -1]]]})");
  }
  Outcome fit_with(const std::string& options) const {
    return must("fit corner.csv --x x1,x2 --y y -o model.json " + options);
  }
};

TEST_F(MaskOption, LeavesCellsOutAndSaysHowMany) {
  write_points();
  fit_with("--mask data:1");
  const nlohmann::json record = must("inspect model.json --json").json();
  EXPECT_EQ(record.at("mask"), "data:1");
  const auto left_out = record.at("left_out_cells").get<std::size_t>();
  EXPECT_GT(left_out, 0U);
  EXPECT_LT(record.at("empty_cells").get<std::size_t>() + left_out, record.at("cells").get<std::size_t>());
  EXPECT_TRUE(contains(must("inspect model.json").out, "The mask leaves out "));
  EXPECT_FALSE(must("inspect model.json").out.empty());
  fit_with("");
  EXPECT_FALSE(must("inspect model.json --json").json().contains("mask"));
}

TEST_F(MaskOption, IsRepeatedByTheCommandOfTheReport) {
  write_points();
  fit_with("--mask land.geojson --report report.html --outline land.geojson");
  const std::string model = read("model.json");
  EXPECT_TRUE(contains(read("report.html"), "--mask land.geojson"));
  EXPECT_TRUE(contains(read("report.html"), "\"left_out\":"));
  EXPECT_TRUE(contains(read("report.html"), "\"outline\":"));
  EXPECT_TRUE(contains(read("report.html"), "cells of the map are left out of it"));
  must("report model.json -o again.html");
  EXPECT_TRUE(contains(read("again.html"), "--mask land.geojson"));
  EXPECT_FALSE(contains(read("again.html"), "\"outline\":"));
  fit_with("--mask land.geojson");
  EXPECT_EQ(read("model.json"), model);
}

TEST_F(MaskOption, MarksPredictionsThatAreLeftOut) {
  write_points();
  fit_with("--mask land.geojson");
  write("places.csv", "x1,x2\n10,10\n97,97\n");
  const std::string out = must("predict model.json places.csv --flag-outside").out;
  EXPECT_TRUE(contains(out, "10,10,")) << out;
  const Outcome plain = must("predict model.json places.csv");
  EXPECT_FALSE(contains(plain.out, "nan"));
  // The second place has another flag than the first.
  const std::string first = out.substr(out.find("10,10"), out.find("97,97") - out.find("10,10"));
  const std::string second = out.substr(out.find("97,97"));
  EXPECT_NE(first.substr(first.rfind(',')), second.substr(second.rfind(','))) << out;
}

TEST_F(MaskOption, GoesWithCountedCells) {
  write_points();
  must("summarize corner.csv --x x1,x2 --y y -o corner.cells");
  fit_with("--mask land.geojson");
  const std::string of_rows = read("model.json");
  must("fit --cells corner.cells --mask land.geojson -o cells.json");
  EXPECT_EQ(read("cells.json"), of_rows);
}

TEST_F(MaskOption, RefusesWhatItCannotBe) {
  write_points();
  const std::string fit = "fit corner.csv --x x1,x2 --y y -o model.json ";
  write("bad.geojson", R"({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1]]]})");
  write("far.geojson", R"({"type": "Polygon", "coordinates": [[[500, 500], [501, 500], [501, 501], [500, 500]]]})");
  write("line.geojson", R"({"type": "LineString", "coordinates": [[0, 0], [1, 1]]})");
  write("deep.geojson", std::string(100000, '['));
  expect_refused_run(fit + "--mask nowhere.geojson", {"nowhere.geojson"});
  expect_refused_run(fit + "--mask bad.geojson", {"bad.geojson", "not closed"});
  expect_refused_run(fit + "--mask far.geojson", {"far.geojson", "none of the rows"});
  expect_refused_run(fit + "--mask line.geojson", {"lines only"});
  expect_refused_run(fit + "--mask deep.geojson", {"nested too deeply"});
  expect_refused_run(fit + "--report r.html --outline far.geojson", {"far.geojson"});
  expect_refused_run(fit + "--report r.html --outline deep.geojson", {"nested too deeply"});
  for (const auto& [options, part] : std::vector<std::pair<std::string, std::string>>{
           {"--mask dat", "--mask 'dat': give none, data, data:K"},
           {"--mask data:0", "--mask 'data:0'"},
           {"--mask data:20000", "from 1 to 10000"},
           {"--mask data --method cart", "no meaning for the method cart"},
           {"--x x1 --mask land.geojson", "two features"},
           {"--outline land.geojson", "--outline go with --report"},
           {"--x x1 --report r.html --outline land.geojson", "--outline is drawn on a map of two features"}}) {
    const std::string x = contains(options, "--x") ? "" : "--x x1,x2 ";
    const Outcome run = gaptv("fit corner.csv --y y -o model.json " + x + options);
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_TRUE(contains(run.err, part)) << options << ": " << run.err;
  }
  EXPECT_TRUE(contains(fit_with("--mask data:5000").err, "leaves out no cell"));
}

TEST_F(MaskOption, IsRefusedByReleaseWhereItFollowsRows) {
  write_points();
  fit_with("--mask data:1");
  expect_refused_run("release model.json corner.csv --min-count 3 -o areas.gpkg",
                     {"--mask data:1", "follows the rows"});
}

}  // namespace
}  // namespace gaptv::testing
