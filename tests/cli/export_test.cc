// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Export : public CliTest {
 protected:
  // On a small grid, which is quick.
  void fit_model(const std::string& names, const std::string& name, const std::string& options = "") const {
    must("fit points.csv " + names + " --bins-max 6 --lambdas 8 --quiet -o " + name + " " + options);
  }

  // Rows with three features, an outcome, a class of two and one of three.
  void write_points() const {
    std::string text = "a,b,c,y,answer,colour\n";
    for (int i = 0; i < 200; ++i) {
      const int a = i * 7919 % 101;
      const int b = i * 104729 % 97;
      const int c = i % 4;
      const double noise = i * 7907 % 89 / 89.0;
      text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + "," +
              std::to_string((a > 50 ? 5 : 0) + c + noise) + (a + 50 * noise > 75 ? ",yes" : ",no") +
              (b + 40 * noise > 80 ? ",red\n"
               : i % 3 > 0         ? ",green\n"
                                   : ",blue\n");
    }
    write("points.csv", text);
  }

  void expect_svg(const std::string& arguments) const {
    const Outcome run = must("export --format svg " + arguments);
    EXPECT_TRUE(run.out.starts_with("<?xml") && run.out.ends_with("</svg>\n")) << arguments;
    EXPECT_EQ(run.err, "") << arguments;
  }
};

// The width of the picture as the file says.
double svg_width(const std::string& svg) {
  const std::string attribute = " width=\"";
  return std::strtod(svg.c_str() + svg.find(attribute) + attribute.size(), nullptr);
}

TEST_F(Export, WritesEachFormatToAFileOrToStdout) {
  fit_points();
  must("export model.json --format svg -o map.svg");
  must("export model.json --format png -o map.png");
  must("export model.json --format pdf -o map.pdf");
  EXPECT_TRUE(read("map.svg").starts_with("<?xml"));
  EXPECT_TRUE(read("map.png").starts_with("\x89PNG"));
  EXPECT_TRUE(read("map.pdf").starts_with("%PDF"));
  EXPECT_TRUE(contains(read("map.pdf"), "/FontFile"));
  for (const std::string format : {"svg", "png", "pdf"}) {
    EXPECT_EQ(must("export model.json --format " + format).out, read("map." + format));
    EXPECT_EQ(shell("cat model.json | gaptv export - --format " + format + " -o -").out, read("map." + format));
  }
}

TEST_F(Export, IsAsWideAsAsked) {
  constexpr double points_per_mm = 72 / 25.4;
  constexpr double rounding = 0.01;  // of the numbers in the file
  fit_points();
  EXPECT_NEAR(svg_width(must("export model.json --format svg").out), 84 * points_per_mm, rounding);
  EXPECT_NEAR(svg_width(must("export model.json --format svg --width 174").out), 174 * points_per_mm, rounding);
}

TEST_F(Export, DrawsMapsOfEveryKindOfModel) {
  write_points();
  fit_model("--x a --y y", "one.json");
  fit_model("--x a,b --y y", "two.json");
  fit_model("--x a,b,c --y y", "three.json");
  fit_model("--x a,b --y answer", "answer.json");
  fit_model("--x a,b --y colour", "colours.json");
  fit_model("--x a --y y --lambda 1e9", "one_region.json");
  must("fit points.csv --x a,b --y y --method cart --quiet -o tree.json");
  must("fit points.csv --x a,b --y colour --method cart --quiet -o trees.json");
  for (const char* const model : {"one", "two", "three", "answer", "colours", "one_region", "tree", "trees"}) {
    expect_svg(std::string(model) + ".json");
  }
  EXPECT_NE(must("export one.json --format svg --what map").out, must("export two.json --format svg").out);
}

TEST_F(Export, DrawsThePathAndTheGapOfEachClassToo) {
  write_points();
  fit_model("--x a,b --y y", "model.json");
  fit_model("--x a,b --y colour", "colours.json");
  for (const std::string model : {"model.json", "colours.json"}) {
    for (const std::string what : {"path", "gap"}) expect_svg(model + " --what " + what);
  }
  EXPECT_NE(must("export model.json --format svg --what path").out,
            must("export model.json --format svg --what gap").out);
}

TEST_F(Export, RefusesCurvesThatAModelDoesNotHave) {
  write_points();
  fit_model("--x a,b --y y", "fixed.json", "--lambda 2 --bins 4 --preset paper");
  must("fit points.csv --x a,b --y y --method cart --quiet -o tree.json");
  expect_refused_run("export fixed.json --format svg --what path -o out.svg",
                     {"fixed.json: there are no held-out errors", "--lambda cv"});
  expect_refused_run("export tree.json --format svg --what path -o out.svg", {"tree.json: ", "--prune"});
  expect_refused_run("export tree.json --format svg --what gap -o out.svg",
                     {"tree.json: there is no gap curve", "tree"});
}

TEST_F(Export, DrawsNamesThatHoldAnything) {
  std::string text = "\"a\n\x01\x7f\",\"" + std::string(100'000, 'w') + "\",\u03b1\U0001F600\ufffe,\"<&>\"\n";
  for (int i = 0; i < 60; ++i) {
    text += std::to_string(i) + "," + std::to_string(i * 37 % 60) + "," + std::to_string(i % 5) + "," +
            std::to_string(i / 30) + ".5\n";
  }
  write("points.csv", text);
  for (const std::string names : {"#1", "#1,#2", "#2,#3,#1"}) {
    fit_model("--x '" + names + "' --y '#4'", "model.json");
    for (const std::string what : {"map", "path", "gap"}) expect_svg("model.json --what " + what);
  }
}

TEST_F(Export, DrawsTiesAndConstantFeatures) {
  std::string text = "score,flag,constant,y\n";
  for (int i = 0; i < 100; ++i) {
    text += std::to_string(i % 5) + "," + std::to_string(i / 50) + ",3," + std::to_string(i % 5 + i / 50 * 2) + "\n";
  }
  write("points.csv", text);
  for (const char* const names : {"score", "flag", "score,flag", "score,constant", "score,flag,constant"}) {
    fit_model(std::string("--x ") + names + " --y y", "model.json");
    expect_svg("model.json");
  }
}

TEST_F(Export, DrawsWhatCompareWrote) {
  simulate_points();
  must("compare points.csv --x x1,x2 --y y --methods gaptv,cart --folds 3 --bins-max 6 --lambdas 8 --json > c.json");
  expect_svg("--what comparison --comparison c.json");
  EXPECT_EQ(shell("cat c.json | gaptv export --format svg --what comparison --comparison -").out,
            must("export --format svg --what comparison --comparison c.json").out);
  must("fit points.csv --x x1,x2 --y y --quiet -o model.json");
  must("fit points.csv --x x1 --y y --quiet -o other.json");
  expect_svg("model.json --what comparison --comparison c.json");
  expect_refused_run("export other.json --format svg --what comparison --comparison c.json -o out.svg",
                     {"c.json: has other features", "other.json"});
}

TEST_F(Export, TakesTheFormatFromTheNameOfTheFile) {
  fit_points();
  must("export model.json -o map.svg");
  must("export model.json -o map.PNG");
  must("export model.json -o map.pdf");
  EXPECT_EQ(read("map.svg"), must("export model.json --format svg").out);
  EXPECT_TRUE(read("map.PNG").starts_with("\x89PNG"));
  EXPECT_TRUE(read("map.pdf").starts_with("%PDF"));
  must("export model.json -o map.png --format svg");
  EXPECT_TRUE(read("map.png").starts_with("<?xml"));
}

TEST_F(Export, WritesStatementsForDatabases) {
  fit_points();
  const std::string expression = must("export model.json --dialect duckdb").out;
  EXPECT_TRUE(expression.starts_with("CASE WHEN ")) << expression.substr(0, 100);
  EXPECT_EQ(must("export model.json --what expression --dialect duckdb --format sql").out, expression);
  must("export model.json -o model.sql --dialect duckdb --table homes");
  EXPECT_TRUE(contains(read("model.sql"), "AS \"prediction\""));
  EXPECT_TRUE(contains(read("model.sql"), "\nFROM \"homes\" AS \"gaptv_rows\";\n"));
  const std::string lookup =
      must("export model.json --what lookup --dialect bigquery --table homes --lookup-table c").out;
  EXPECT_TRUE(lookup.starts_with("-- UNVERIFIED")) << lookup.substr(0, 100);
  EXPECT_TRUE(contains(lookup, "CREATE TABLE `c` ("));
  expect_refused_run("export model.json -o out.sql --dialect duckdb --label red",
                     {"model.json: ", "leave out --label"});
}

TEST_F(Export, RefusesFormatsThatItDoesNotWrite) {
  fit_points();
  const auto expect_usage = [this](const std::string& arguments, const std::string& part) {
    const Outcome run = gaptv("export model.json " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_TRUE(contains(run.err, part)) << part << " in: " << run.err;
  };
  expect_usage("", "give a file whose name ends in it, as in -o map.png, or --format");
  expect_usage("-o map", "format '': give svg, png, pdf or, for the table of regions, csv");
  expect_usage("-o map.jpg", "format 'jpg': give svg");
  expect_usage("-o model.sql", "say for which one by --dialect duckdb|postgres|spark|sqlite|bigquery|snowflake");
  expect_usage("-o model.sql --dialect oracle", "dialect 'oracle': give one of duckdb, postgres");
  expect_usage("-o model.sql --dialect duckdb --what map", "--what map is not written as sql");
  expect_usage("-o model.csv --what query --dialect duckdb", "--what query is written as sql, not as 'csv'");
  expect_usage("-o map.svg --dialect duckdb", "are for sql only");
  expect_usage("-o model.sql --dialect duckdb --lookup-table t", "--lookup-table is for --what lookup");
  expect_usage("-o model.sql --dialect duckdb --title T", "--title is for figures");
  expect_usage("--what map -o map.csv", "the table of regions is --what regions");
  expect_usage("--what regions -o map.png", "it is written as csv, not as 'png'");
  expect_usage("--what path --percent -o path.svg", "--what map only");
  expect_usage("--percent --unit km -o map.svg", "--unit has no meaning with --percent");
  EXPECT_FALSE(files().contains("map.csv") || files().contains("map.png"));
}

TEST_F(Export, WritesTheTableOfRegions) {
  fit_points();
  const std::string table = must("export model.json --what regions").out;
  EXPECT_TRUE(table.starts_with("region,value,rows,share,mean,standard_error,x1_from,x1_to,x2_from,x2_to\n0,"))
      << table;
  const nlohmann::json regions = must("inspect model.json --json").json()["plateau_list"];
  EXPECT_EQ(std::ranges::count(table, '\n'), static_cast<std::ptrdiff_t>(regions.size()) + 1);
  must("export model.json -o regions.csv");
  EXPECT_EQ(read("regions.csv"), table);
}

TEST_F(Export, WritesAreas) {
  write_points();
  fit_model("--x a,c --y y", "model.json");
  const nlohmann::json regions = must("inspect model.json --json").json()["plateau_list"];
  const Outcome run = must("export model.json --format geojson --bounds -1,-1,120,89");
  EXPECT_TRUE(run.err.starts_with("note: GeoJSON is longitude and latitude")) << run.err;
  const Outcome of_degrees = must("export model.json --format geojson --bounds -1,-1,120,89 --crs EPSG:4326");
  EXPECT_EQ(of_degrees.err, "");
  EXPECT_EQ(of_degrees.out, run.out);
  const nlohmann::json areas = run.json();
  ASSERT_EQ(areas["features"].size(), regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    EXPECT_EQ(areas["features"][i]["properties"]["id"], i);
    EXPECT_EQ(areas["features"][i]["properties"]["value"], regions[i]["value"]);
    EXPECT_FALSE(areas["features"][i]["properties"].contains("mean"));
  }
  must("export model.json -o areas.geojson --bounds -1,-1,120,89");
  EXPECT_EQ(read("areas.geojson"), run.out);
  must("export model.json -o areas.gpkg --crs EPSG:25832");
  EXPECT_TRUE(read("areas.gpkg").starts_with("SQLite format 3"));
  EXPECT_EQ(must("export model.json --format gpkg --crs EPSG:25832").out, read("areas.gpkg"));
  EXPECT_TRUE(must("export model.json --what areas --format csv").out.starts_with("id,value,rows,weight,wkt\n0,"));
}

TEST_F(Export, SaysWhatItTookForLongitudeAndLatitude) {
  std::string text = "lat,lon,y\n";
  for (int i = 0; i < 100; ++i) {
    text += std::to_string(50 + i * 37 % 10) + "," + std::to_string(i / 10) + "," + std::to_string(i / 50) + ".5\n";
  }
  write("points.csv", text);
  fit_model("--x lat,lon --y y", "model.json");
  const Outcome run = must("export model.json --format geojson");
  EXPECT_TRUE(contains(run.err, "note: lon is x and lat is y")) << run.err;
  EXPECT_TRUE(contains(run.err, "(EPSG:4326); --crs says otherwise")) << run.err;
  EXPECT_EQ(must("export model.json --format geojson --crs EPSG:4326").out, run.out);
}

TEST_F(Export, RefusesAreasWithoutAMap) {
  write_points();
  fit_model("--x a --y y", "one.json");
  fit_model("--x a,b --y y", "two.json");
  fit_model("--x a,b,c --y y", "three.json");
  fit_model("--x a,b --y colour", "colours.json");
  expect_refused_run("export one.json -o out.gpkg", {"one.json: ", "intervals", "--what regions, as csv"});
  expect_refused_run("export three.json -o out.gpkg", {"three.json: ", "two features"});
  expect_refused_run("export colours.json -o out.geojson", {"colours.json: ", "several classes", "yes and no"});
  expect_refused_run("export two.json -o out.geojson", {"two.json: ", "latitude here goes from 0 to 96", "--crs"});
  expect_refused_run("export two.json -o out.gpkg --bounds 50,0,100,100", {"two.json: --bounds: from 50 to 100 for a"});
}

TEST_F(Export, ShowsATitleAUnitAndPercentages) {
  fit_points();
  const std::string plain = must("export model.json --format svg").out;
  const std::string title = must("export model.json --format svg --title 'House prices'").out;
  const std::string unit = must("export model.json --format svg --unit km").out;
  const std::string percent = must("export model.json --format svg --percent").out;
  EXPECT_EQ((std::set<std::string>{plain, title, unit, percent}).size(), 4U);
}

class BadComparison : public Export {
 protected:
  void expect_refused_comparison(const std::string& content, const std::vector<std::string>& parts) const {
    write("bad.json", content);
    std::vector<std::string> expected = {"bad.json: "};
    expected.insert(expected.end(), parts.begin(), parts.end());
    expect_refused_run("export --format svg --what comparison --comparison bad.json -o out.svg", expected);
  }

  // A comparison that can be drawn, but for one change.
  void expect_refused_change(const std::string& pointer, const nlohmann::json& value,
                             const std::vector<std::string>& parts) const {
    nlohmann::json changed = good();
    changed[nlohmann::json::json_pointer(pointer)] = value;
    expect_refused_comparison(changed.dump(), parts);
  }

  static nlohmann::json good() {
    const nlohmann::json value = {{"mean", 2.5}, {"standard_error", 0.5}};
    const nlohmann::json method = {{"method", "cart"}, {"rmse", value}, {"plateaus", value}, {"seconds", value}};
    return {{"loss", "gaussian"},
            {"outcome", "y"},
            {"features", {"a", "b"}},
            {"methods", nlohmann::json::array({method, method})}};
  }
};

TEST_F(BadComparison, IsRefusedWithFileAndKey) {
  write("bad.json", good().dump());
  expect_svg("--what comparison --comparison bad.json");
  const std::string remedy = "give a file that gaptv compare --json wrote";
  expect_refused_comparison("", {"not complete JSON", remedy});
  expect_refused_comparison("{\"loss\": ", {"not complete JSON", remedy});
  expect_refused_comparison("[]", {"not an object", remedy});
  expect_refused_comparison("3", {"not an object", remedy});
  expect_refused_comparison(std::string(100'000, '['), {"nested too deeply", remedy});
  expect_refused_comparison("{\"loss\": 1, \"loss\": 2}", {"\"loss\" occurs twice", remedy});
  for (const std::string key : {"loss", "outcome", "features", "methods"}) {
    nlohmann::json without = good();
    without.erase(key);
    expect_refused_comparison(without.dump(), {key + " is missing", remedy});
  }
  for (const std::string key : {"method", "rmse", "plateaus", "seconds"}) {
    nlohmann::json without = good();
    without["methods"][1].erase(key);
    expect_refused_comparison(without.dump(), {"methods[1]." + key + " is missing", remedy});
  }
  expect_refused_change("/loss", 3, {"loss is not a text"});
  expect_refused_change("/loss", "poisson", {"methods[0].deviance_per_observation is missing"});
  expect_refused_change("/features", "a", {"features is not a list"});
  expect_refused_change("/methods", nlohmann::json::array(), {"methods has 0 entries"});
  expect_refused_change("/methods", std::vector<nlohmann::json>(31, good()["methods"][0]), {"methods has 31 entries"});
  expect_refused_change("/methods/0", 7, {"methods[0] is not an object"});
  expect_refused_change("/methods/0/method", nullptr, {"methods[0].method is not a text"});
  expect_refused_change("/methods/0/rmse/mean", "2", {"methods[0].rmse.mean is not a number"});
  expect_refused_change("/methods/0/rmse/mean", -2, {"methods[0].rmse.mean is negative"});
  expect_refused_change("/methods/1/seconds/standard_error", -1, {"methods[1].seconds.standard_error is negative"});
  expect_refused_change("/methods/0/rmse/mean", 1e200, {"1e+200", "rescale"});
}

TEST_F(BadComparison, NeedsOneValueOfEachMeasure) {
  nlohmann::json comparison = good();
  comparison["methods"][0]["rmse"] = {{"mean", nullptr}, {"standard_error", nullptr}};
  write("good.json", comparison.dump());
  expect_svg("--what comparison --comparison good.json");
  comparison["methods"][1]["rmse"]["mean"] = nullptr;
  expect_refused_comparison(comparison.dump(), {"methods[0].rmse.mean is null", "every other method"});
}

TEST_F(Export, RefusesFilesThatAreNoModelAndLeavesNothingBehind) {
  write("bad.json", "{}");
  expect_refused_run("export bad.json --format pdf -o out.pdf", {"bad.json", "not a GapTV model"});
  expect_refused_run("export absent.json --format pdf -o out.pdf", {"absent.json"});
  expect_refused_run("export --format svg --what comparison --comparison absent.json -o out.svg", {"absent.json"});
  fit_points();
  expect_refused_run("export model.json --format pdf -o absent/out.pdf", {"absent"});
  write("old.svg", "old");
  expect_refused_run("export bad.json --format svg -o old.svg", {"bad.json"});
  EXPECT_EQ(read("old.svg"), "old");
}

TEST_F(Export, WritesOnlySvgToATerminal) {
  if (shell("command -v script").exit_code != 0) GTEST_SKIP() << "the tool script is not installed";
  fit_points();
  const auto on_terminal = [this](const std::string& format) {
    return shell("script -qec \"'" GAPTV_PROGRAM "' export model.json --format " + format + "\" /dev/null < /dev/null");
  };
  EXPECT_TRUE(on_terminal("svg").out.starts_with("<?xml"));
  for (const std::string format : {"png", "pdf", "gpkg"}) {
    const Outcome run = on_terminal(format);
    EXPECT_EQ(run.exit_code, 2) << format;
    EXPECT_TRUE(contains(run.out, "a terminal cannot show " + format + "; give a file")) << run.out;
  }
}

}  // namespace
}  // namespace gaptv::testing
