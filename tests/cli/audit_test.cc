// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class AuditCommand : public CliTest {
 protected:
  // 600 people with two rows each, an income and an answer; areas.EXT and large.geojson are released by two rules.
  void release_people() const {
    std::string text = "lat,lon,who,income,sick\n";
    for (int i = 0; i < 1200; ++i) {
      const double lon = 7 + (i * 7919 % 1009) / 1009.0;
      const double lat = 50 + (i * 104729 % 997) / 997.0;
      text += std::to_string(lat) + "," + std::to_string(lon) + ",p" + std::to_string(i / 2) + "," +
              std::to_string((lon > 7.5 ? 300 : 100) + i * 7907 % 89) + "," +
              (i * 31 % 100 < (lat > 50.5 ? 40 : 10) ? "yes" : "no") + "\n";
    }
    write("people.csv", text);
    must("fit people.csv --x lon,lat --y income --bins 9 --lambda 20 --border 0 --held-out off -o m.json --quiet");
    for (const std::string name : {"areas.gpkg", "areas.geojson", "areas.csv"}) {
      must("release m.json people.csv --rule eurostat-fss --id who --quiet -o " + name);
    }
    must("release m.json people.csv --min-count 50 --round-to 10 --id who --quiet -o large.geojson");
  }
};

TEST_F(AuditCommand, MeetsEveryRuleOfARelease) {
  release_people();
  for (const std::string name : {"areas.gpkg", "areas.geojson", "areas.csv"}) {
    const Outcome run = must("audit " + name + " people.csv --y income --id who --rule eurostat-fss --json");
    const nlohmann::json told = run.json();
    EXPECT_TRUE(told.at("passed").get<bool>());
    EXPECT_EQ(told.at("rows"), 1200);
    EXPECT_GE(told.at("findings").size(), 9U);
    for (const nlohmann::json& finding : told.at("findings")) {
      EXPECT_TRUE(finding.at("passed").get<bool>()) << finding;
      for (const char* const key : {"rule", "region", "measured", "limit"}) EXPECT_TRUE(finding.contains(key)) << key;
    }
    EXPECT_TRUE(contains(run.err, "'lon' is taken for x")) << run.err;
  }
}

TEST_F(AuditCommand, SaysInWordsWhatIsMetAndWhatIsBroken) {
  release_people();
  const Outcome good = must("audit areas.gpkg people.csv --x lat,lon --y income --id who --rule eurostat-fss");
  EXPECT_TRUE(contains(good.out, "Every rule is met and verified for these rows (eurostat-fss: ")) << good.out;
  EXPECT_FALSE(contains(good.out, "anonym")) << good.out;
  EXPECT_TRUE(contains(good.err, "lon is x and lat is y")) << good.err;
  const Outcome bad =
      gaptv("audit areas.gpkg people.csv --y income --id who --rule eurostat-fss --min-count 500 --quiet");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_EQ(bad.err, "");
  EXPECT_TRUE(contains(bad.out, "BROKEN  smallest number of people")) << bad.out;
  EXPECT_TRUE(contains(bad.out, "do not publish the file")) << bad.out;
}

TEST_F(AuditCommand, CatchesAFileThatWasChanged) {
  release_people();
  std::string text = read("areas.geojson");
  const std::size_t at = text.find("\"count\":") + 8;
  text.replace(at, 1, text[at] == '9' ? "8" : "9");
  write("changed.geojson", text);
  const Outcome run = gaptv("audit changed.geojson people.csv --y income --id who --rule eurostat-fss --quiet");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.out, "BROKEN  counts are those of the rows")) << run.out;
}

TEST_F(AuditCommand, ComparesWithOtherFiles) {
  release_people();
  // Both follow the same regions.
  must(
      "audit areas.gpkg people.csv --y income --id who --rule eurostat-fss --against large.geojson --against "
      "areas.csv");
  // A box that leaves one row of the map out.
  write("box.csv", "id,wkt\n1,\"POLYGON ((6 49, 9 49, 9 50.9985, 6 50.9985, 6 49))\"\n");
  const Outcome run =
      gaptv("audit areas.gpkg people.csv --y income --id who --rule eurostat-fss --against box.csv --quiet");
  EXPECT_EQ(run.exit_code, 1) << run.out;
  EXPECT_TRUE(contains(run.out, "BROKEN  areas minus other areas")) << run.out;
}

TEST_F(AuditCommand, TakesNoOutcomeForACoordinate) {
  release_people();
  std::string text = read("people.csv");
  text.replace(text.find("income"), 6, "y");
  write("y.csv", text);
  const Outcome run = must("audit areas.gpkg y.csv --y y --id who --rule eurostat-fss");
  EXPECT_TRUE(contains(run.err, "'lon' is taken for x and 'lat' for y")) << run.err;
}

TEST_F(AuditCommand, SaysThatTheRowsAreOthers) {
  release_people();
  must("simulate plateaus -n 300 --seed 1 -o points.csv");
  const Outcome run = gaptv("audit areas.gpkg points.csv --x x1,x2 --rule ons-10-5");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "most rows are in no area")) << run.err;
  EXPECT_TRUE(contains(run.err, "probably made from other rows")) << run.err;
}

TEST_F(AuditCommand, RefusesWhatItCannotRead) {
  release_people();
  expect_refused_run("audit none.gpkg people.csv --min-count 5 --quiet", {"none.gpkg"});
  expect_refused_run("audit people.csv people.csv --min-count 5 --quiet", {"people.csv", "wkt"});
  expect_refused_run("audit areas.gpkg people.csv --min-count 5 --id whom --quiet", {"'whom'"});
  expect_refused_run("audit areas.gpkg people.csv --min-count 5 --x lon --quiet", {"--x"});
  expect_refused_run("audit areas.gpkg people.csv --min-count 5 --against none.gpkg --quiet", {"none.gpkg"});
  must("export m.json -o metres.gpkg --crs EPSG:25832");
  expect_refused_run("audit areas.gpkg people.csv --min-count 5 --against metres.gpkg --quiet",
                     {"gaptv: metres.gpkg: ", "EPSG:25832", "ogr2ogr"});
  write("unnamed.csv", "a,b\n1,2\n");
  expect_refused_run("audit areas.gpkg unnamed.csv --min-count 5 --quiet", {"unnamed.csv", "--x"});
  expect_refused_run("audit areas.gpkg people.csv --min-count 5 --y who --quiet", {"'who'"});
}

TEST_F(AuditCommand, WrongUsageHasExitCode2) {
  for (const std::string arguments :
       {"a.gpkg p.csv", "a.gpkg", "a.gpkg p.csv --rule nobody", "a.gpkg - --id w --min-count 5",
        "- p.csv --min-count 5", "a.gpkg p.csv --rule cms --min-count 0"}) {
    EXPECT_EQ(gaptv("audit " + arguments).exit_code, 2) << arguments;
  }
}

}  // namespace
}  // namespace gaptv::testing
