// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class ReleaseCommand : public CliTest {
 protected:
  // 400 people at two rows each, with a price that depends on where they are, and one very rich.
  void fit_people() const {
    std::string text = "lon,lat,who,price,sick\n";
    for (int i = 0; i < 800; ++i) {
      const double lon = 7 + (i * 7919 % 1009) / 1009.0;
      const double lat = 50 + (i * 104729 % 997) / 997.0;
      const double price = (lon > 7.5 ? 300 : 100) + i * 7907 % 89 + (i == 17 ? 100000 : 0);
      text += std::to_string(lon) + "," + std::to_string(lat) + ",p" + std::to_string(i / 2) + "," +
              std::to_string(price) + "," + (i * 31 % 100 < (lat > 50.5 ? 40 : 10) ? "yes" : "no") + "\n";
    }
    write("people.csv", text);
    must("fit people.csv --x lon,lat --y price --bins 8 --lambda 30 --border 0 --held-out off -o prices.json --quiet");
    must("fit people.csv --x lon,lat --y sick --bins 6 --held-out off -o sick.json --quiet");
  }
};

TEST_F(ReleaseCommand, WritesAreasThatKeepTheRules) {
  fit_people();
  const Outcome run = must("release prices.json people.csv --rule eurostat-fss --id who -o areas.geojson --json");
  const nlohmann::json told = run.json();
  EXPECT_GE(told.at("smallest_count").get<int>(), 10);
  EXPECT_GT(told.at("held_out_before").get<double>(), 0);
  EXPECT_GT(told.at("held_out_after").get<double>(), 0);
  EXPECT_EQ(told.at("held_out").at("name"), "rmse");
  EXPECT_TRUE(contains(told.at("rule"), "eurostat-fss"));
  EXPECT_EQ(told.at("rows"), 800);
  EXPECT_GT(told.at("joined").get<int>(), 0);
  const nlohmann::json areas = nlohmann::json::parse(read("areas.geojson")).at("features");
  EXPECT_EQ(areas.size(), told.at("regions").get<std::size_t>());
  for (const nlohmann::json& area : areas) {
    EXPECT_EQ(area.at("properties").size(), 3U);
    EXPECT_EQ(area.at("properties").at("count").get<int>() % 10, 0);
  }
  EXPECT_TRUE(contains(run.err, "EPSG:4326")) << run.err;
}

TEST_F(ReleaseCommand, SaysWhatWasDoneAndWhatIsNotProtected) {
  fit_people();
  const Outcome run = must("release sick.json people.csv --min-count 50 --round-to 5 -o areas.gpkg");
  EXPECT_EQ(run.out, "");
  for (const std::string part :
       {"every rule holds (at least 50 people, counts in steps of 5)", "The smallest area has ",
        "Not protected:", "number of events", "Deviance per observation: ", " before, "}) {
    EXPECT_TRUE(contains(run.err, part)) << part << " in: " << run.err;
  }
  EXPECT_TRUE(read("areas.gpkg").starts_with("SQLite format 3"));
  EXPECT_EQ(must("release sick.json people.csv --min-count 50 -o areas.csv --quiet").err, "");
  EXPECT_TRUE(read("areas.csv").starts_with("id,value,count,wkt\n"));
}

TEST_F(ReleaseCommand, WritesAModelThatPredictsAndKnowsNoRows) {
  fit_people();
  must("release prices.json people.csv --min-count 20 --id who -o public.json --quiet");
  must("release prices.json people.csv --min-count 20 --id who -o areas.geojson --quiet");
  const nlohmann::json model = nlohmann::json::parse(read("public.json"));
  for (const nlohmann::json& mean : model.at("surfaces").at(0).at("cells").at("mean")) EXPECT_TRUE(mean.is_null());
  std::set<double> values;
  const nlohmann::json areas = nlohmann::json::parse(read("areas.geojson"));
  for (const nlohmann::json& area : areas.at("features")) {
    values.insert(area.at("properties").at("value").get<double>());
  }
  must("predict public.json people.csv -o predicted.csv");
  const std::string table = read("predicted.csv");
  std::set<double> predicted;
  for (std::size_t line = table.find('\n') + 1; line < table.size(); line = table.find('\n', line) + 1) {
    predicted.insert(std::stod(table.substr(table.rfind(',', table.find('\n', line)) + 1)));
  }
  EXPECT_EQ(predicted, values);
  const std::string text = must("inspect public.json").out;
  EXPECT_TRUE(contains(text, "Made for the public by gaptv release")) << text;
  EXPECT_FALSE(contains(text, "nan") || contains(text, "rows held")) << text;
  must("inspect public.json --json");
  must("evaluate public.json people.csv");
  EXPECT_TRUE(read("public.json").find("people") == std::string::npos);
  for (const std::string command :
       {"report public.json -o r.html", "export public.json -o r.csv", "export public.json -o r.gpkg",
        "release public.json people.csv --min-count 5 -o a.csv"}) {
    expect_refused_run(command, {"made for the public"});
  }
  must("export public.json -o map.svg");
}

TEST_F(ReleaseCommand, SaysThatTheRowsAreNotThoseOfTheModel) {
  fit_people();
  const std::string all = read("people.csv");
  write("some.csv", all.substr(0, all.find('\n', all.size() / 2) + 1));
  EXPECT_TRUE(contains(must("release prices.json some.csv --min-count 5 -o a.csv").err, "fitted with 800 rows, and "));
  EXPECT_FALSE(contains(must("release prices.json people.csv --min-count 5 -o a.csv").err, "fitted with"));
}

TEST_F(ReleaseCommand, SaysTheSmallestNumberOfPeople) {
  fit_people();
  // Every person has two rows, so that people are fewer.
  const Outcome run = must("release prices.json people.csv --min-count 20 --id who -o areas.csv");
  EXPECT_TRUE(contains(run.err, " different 'who'.")) << run.err;
}

TEST_F(ReleaseCommand, RefusesWhatItCannotProtect) {
  fit_people();
  expect_refused_run("release prices.json people.csv --min-count 801 -o a.csv --quiet",
                     {"about 800 people, and an area needs 801"});
  expect_refused_run("release prices.json people.csv --min-count 5 --id whom -o a.csv --quiet", {"'whom'", "'who'"});
  expect_refused_run("release prices.json people.csv --min-count 5 --bounds 7.1,50,8,51 -o a.csv --quiet",
                     {"bounds of 'lon'"});
  must("fit people.csv --x lon --y price --bins 3 --lambda 1 --held-out off -o one.json --quiet");
  expect_refused_run("release one.json people.csv --min-count 5 -o a.csv --quiet",
                     {"one.json: ", "fit the two features that make the map\n"});
  write("others.csv", "x,y,price\n1,2,3\n");
  expect_refused_run("release prices.json others.csv --min-count 5 -o a.csv --quiet", {"others.csv", "lon"});
  must("fit people.csv --x lon,lat --y price --bins 3 --lambda 1 --loss quantile --held-out off -o q.json --quiet");
  expect_refused_run("release q.json people.csv --min-count 5 -o a.csv --quiet", {"q.json: ", "no means"});
  must("release prices.json people.csv --min-count 5 -o public.json --quiet");
  expect_refused_run("release public.json people.csv --min-count 5 -o a.csv --quiet", {"public.json: ", "a release"});
  expect_refused_run(
      "release prices.json people.csv --min-count 5 --crs EPSG:4326 --bounds 6,49,9,91 -o a.gpkg --quiet",
      {"lat from 49 to 91", "--crs"});
}

TEST_F(ReleaseCommand, WrongUsageHasExitCode2) {
  fit_people();
  for (const std::string arguments :
       {"-o a.csv", "--min-count 5", "--min-count 5 -o a.shp", "--rule eurostat -o a.csv",
        "--min-count 5 --max-share 101 -o a.csv", "--min-count 5 --p-percent -1 -o a.csv",
        "--min-count 5 --crs EPSG:25832 -o a.geojson", "--min-count 5 --crs nowhere -o a.gpkg",
        "--min-count 5 -o people.csv", "--min-count x -o a.csv", "--rule ons-10-5 --min-count 0 -o a.csv",
        "--rule eurostat-fss --max-share 0 -o a.csv", "--rule ons-10-5 --round-to 0 -o a.csv",
        "--min-count 5 --p-percent 0.0 -o a.csv", "--min-count 5 --crs EPSG:40000 -o a.gpkg"}) {
    const Outcome run = gaptv("release prices.json people.csv " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments << "\n" << run.err;
    EXPECT_FALSE(run.err.empty());
  }
  EXPECT_TRUE(contains(gaptv("release prices.json people.csv --rule eurostat -o a.csv").err, "eurostat-fss"));
  EXPECT_EQ(gaptv("release prices.json - --id who --min-count 5 -o a.csv").exit_code, 2);
}

}  // namespace
}  // namespace gaptv::testing
