// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Files of areas come from anybody: what is good is read as it was written, and what is not is refused with the reason.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_csv.h"
#include "gaptv/areas/area_csv_reader.h"
#include "gaptv/areas/area_file.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/areas/geojson_reader.h"
#include "gaptv/areas/geopackage.h"
#include "gaptv/areas/geopackage_reader.h"
#include "gaptv/areas/well_known_binary.h"
#include "gaptv/areas/wkb_reader.h"
#include "gaptv/base/random.h"
#include "tests/areas/processor_seconds.h"
#include "tests/areas/refusal.h"
#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {
namespace {

// Two areas, one of two parts with a hole, and a table with every type and a missing entry.
AreaLayer good_layer() {
  AreaLayer layer;
  layer.epsg = 4326;
  layer.geometry = {{{{{5, 0}, {5, 5}, {0, 5}, {0, 0}, {5, 0}}, {{{1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}}}},
                     {{{8.25, 8}, {8.25, 9}, {8, 9}, {8, 8}, {8.25, 8}}, {}}},
                    {{{{7, 0}, {7, 5}, {5, 5}, {5, 0}, {7, 0}}, {}}}};
  layer.columns = {{"id", AreaType::integer, {std::int64_t{1}, std::int64_t{2}}},
                   {"value", AreaType::number, {0.1, -3e-7}},
                   {"name", AreaType::text, {std::string("a \"b\", c"), std::monostate()}}};
  return layer;
}

void expect_good_layer(const AreaLayer& layer) {
  const AreaLayer good = good_layer();
  ASSERT_EQ(layer.size(), good.size());
  for (std::size_t area = 0; area < good.size(); ++area) {
    EXPECT_EQ(well_known_text(layer.geometry[area]), well_known_text(good.geometry[area]));
  }
  for (const AreaColumn& column : good.columns) {
    const AreaColumn* const found = find_area_column(layer, column.name);
    ASSERT_NE(found, nullptr) << column.name;
    EXPECT_EQ(found->type, column.type) << column.name;
    EXPECT_EQ(found->values, column.values) << column.name;
  }
}

AreaLayer read_bytes(const std::string& bytes, const std::string& name) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / name).string();
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return read_areas(path);
}

std::string refusal_of_bytes(const std::string& bytes, const std::string& name = "a.geojson") {
  return refusal_of([&] { read_bytes(bytes, name); });
}

// One area with many properties makes columns of all the others, which are no bytes of the file.
TEST(AreaReaders, RefuseTablesThatTakeMoreMemoryThanTheyAreWorth) {
  const std::string square = R"("geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}})";
  std::string text = R"({"type":"FeatureCollection","features":[)";
  for (int area = 0; area < 10'100; ++area) text += R"({"type":"Feature",)" + square + ',';
  text += R"({"type":"Feature","properties":{)";
  for (int column = 0; column < 1999; ++column) text += '"' + std::to_string(column) + "\":1,";
  text += R"("last":1},)" + square + "]}";
  EXPECT_TRUE(has_text(refusal_of_bytes(text), "more than 20 million entries"));
}

// Four times as many areas take about four times as long, not sixteen times, which were minutes for 100,000.
TEST(AreaReaders, TakeTimeInProportionToTheAreas) {
  const auto seconds_of = [](std::size_t areas) {
    const std::string square = R"("geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}})";
    std::string text = R"({"type":"FeatureCollection","features":[)";
    for (std::size_t area = 0; area < areas; ++area) {
      text += (area == 0 ? R"({"type":"Feature",)" : R"(,{"type":"Feature",)") + square;
    }
    text += "]}";
    double fastest = 1e9;
    for (int run = 0; run < 3; ++run) {
      const auto read = [&] { EXPECT_EQ(read_geojson_areas(text, "a.geojson").size(), areas); };
      fastest = std::min(fastest, processor_seconds(read));
    }
    return fastest;
  };
  constexpr double between_four_and_sixteen = 9;
  EXPECT_LT(seconds_of(60'000), between_four_and_sixteen * seconds_of(15'000));
}

TEST(AreaReaders, QuoteNothingThatSteersATerminal) {
  AreaLayer layer = good_layer();
  layer.columns[0] = {"id", AreaType::text, {std::string("\x1b[31m"), std::string("\x1b[31m")}};
  const std::string refusal = refusal_of_bytes(write_geojson(layer));
  EXPECT_TRUE(has_text(refusal, "has the id")) << refusal;
  EXPECT_FALSE(has_text(refusal, "\x1b"));
}

TEST(AreaReaders, ReadWhatWasWritten) {
  expect_good_layer(read_bytes(write_geojson(good_layer()), "a.geojson"));
  expect_good_layer(read_bytes(write_area_csv(good_layer()), "a.csv"));
  const AreaLayer package = read_bytes(write_geopackage(good_layer()), "a.gpkg");
  expect_good_layer(package);
  EXPECT_EQ(package.epsg, 4326);
  // The first bytes say what it is, not the name.
  expect_good_layer(read_bytes(write_geojson(good_layer()), "a.txt"));
}

std::string feature_with(const std::string& geometry, const std::string& properties = "{}") {
  return R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":)" + properties + R"(,"geometry":)" +
         geometry + "}]}";
}

std::string polygon_with(const std::string& coordinates) {
  return feature_with(R"({"type":"Polygon","coordinates":)" + coordinates + "}");
}

using Others = std::vector<std::string>;

TEST(AreaReaders, SayWhatElseGeojsonHolds) {
  std::string text = write_geojson(good_layer());
  EXPECT_EQ(read_geojson_areas(text, "a").others, Others());
  text.insert(1, R"("people":[{"id":"p1"}],"title":"A map","bbox":[0,0,9,9],)");
  text.replace(text.find(R"("geometry")"), 0, R"("rows":{"n":3},)");
  EXPECT_EQ(read_geojson_areas(text, "a").others, (Others{"the member 'people'", "the member 'rows'"}));
}

// Adds a table of people to a GeoPackage, and takes it away again or not.
std::string with_people(const std::string& bytes, bool are_deleted) {
  sqlite3* opened = nullptr;
  sqlite3_open(":memory:", &opened);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database(opened, sqlite3_close);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
  std::ranges::copy(bytes, copy);
  sqlite3_deserialize(opened, "main", copy, size, size, SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  std::string sql = "CREATE TABLE people (who TEXT); INSERT INTO people VALUES ('p1');";
  if (are_deleted) sql += "DROP TABLE people;";
  EXPECT_EQ(sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_int64 written = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> data(sqlite3_serialize(opened, "main", &written, 0),
                                                                     sqlite3_free);
  return {data.get(), data.get() + written};
}

TEST(AreaReaders, SayWhatElseAGeopackageHolds) {
  const std::string bytes = write_geopackage(good_layer());
  EXPECT_EQ(read_geopackage_areas(bytes, "a").others, Others());
  EXPECT_EQ(read_geopackage_areas(with_people(bytes, false), "a").others, Others{"the table 'people'"});
  const Others deleted = read_geopackage_areas(with_people(bytes, true), "a").others;
  ASSERT_EQ(deleted.size(), 1U);
  EXPECT_TRUE(has_text(deleted[0], "free pages"));
}

TEST(AreaReaders, TurnRingsAsTheyShouldRun) {
  const AreaLayer layer = read_bytes(polygon_with("[[[0,0],[0,1],[1,1],[1,0],[0,0]]]"), "a.geojson");
  EXPECT_EQ(well_known_text(layer.geometry[0]), "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)))");
}

TEST(AreaReaders, RefuseHostileGeojson) {
  struct Case {
    std::string text;
    std::string part;
  };
  const std::vector<Case> cases = {
      {"", "empty"},
      {"{", "a.geojson"},
      {"[]", "not a FeatureCollection"},
      {R"({"type":"FeatureCollection"})", "not a FeatureCollection"},
      {R"({"type":"FeatureCollection","features":[]})", "no areas"},
      {R"({"type":"FeatureCollection","features":[1]})", "feature 1 is not of type Feature"},
      {feature_with("null"), "feature 1 has no geometry"},
      {feature_with(R"({"type":"Point","coordinates":[1,2]})"), "type 'Point'"},
      {feature_with(R"({"type":"Polygon"})"), "no coordinates"},
      {feature_with(R"({"type":"MultiPolygon","coordinates":[]})"), "no polygon"},
      {polygon_with("[]"), "without rings"},
      {polygon_with("7"), "not nested"},
      {polygon_with("[[1,2,3,4]]"), "not nested"},
      {polygon_with("[[[0,0],[1,0],[1,1]]]"), "a ring of 3 points"},
      {polygon_with("[[[0,0],[1,0],[1,1],[0,1]]]"), "not closed"},
      {polygon_with(R"([[[0,"a"],[1,0],[1,1],[0,0]]])"), "not two numbers"},
      {polygon_with("[[[0,NaN],[1,0],[1,1],[0,0]]]"), "a.geojson"},
      {polygon_with("[[[0,1e999],[1,0],[1,1],[0,0]]]"), "a.geojson"},
      {feature_with(R"({"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]})", "7"), "not an object"},
      {std::string(1'000'000, '['), "a.geojson"},
      {R"({"type":"FeatureCollection","features":)" + std::string(500'000, '[') + std::string(500'000, ']') + "}",
       "a.geojson"},
  };
  for (const Case& one : cases) {
    const std::string refusal = refusal_of_bytes(one.text);
    EXPECT_TRUE(has_text(refusal, one.part)) << one.part << " in: " << refusal << "\n" << one.text.substr(0, 200);
  }
  std::string twice = polygon_with("[[[0,0],[0,1],[1,1],[0,0]]]");
  const std::string feature = twice.substr(twice.find("[{") + 1, twice.size() - twice.find("[{") - 3);
  std::string with_id = feature;
  with_id.replace(with_id.find("{}"), 2, R"({"id":7})");
  EXPECT_TRUE(has_text(refusal_of_bytes(R"({"type":"FeatureCollection","features":[)" + with_id + "," + with_id + "]}"),
                       "the id 7"));
}

TEST(AreaReaders, RefuseHostileTables) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"id,value\n1,2\n", "no column wkt"},
      {"id,wkt\n", "no areas"},
      {"id,wkt\n1,POINT (1 2)\n", "no polygon"},
      {"id,wkt\n1\n", "1 fields where the header has 2"},
      {"id,wkt\n1,\"POLYGON ((0 0, 1 0, 1 1, 0 0)\"\n", "no polygon"},
      {"id,wkt\n1,\"POLYGON ((0 0, 1 0, 1 1, 0 0)) x\"\n", "behind its end"},
      {"id,wkt\n1,\"POLYGON ((0 0, 1 x, 1 1, 0 0))\"\n", "no number"},
      {"id,wkt\n1,\"POLYGON ((0 0, 1 nan, 1 1, 0 0))\"\n", "no finite number"},
      {"id,wkt\n1,\"POLYGON ((0 0, 1 0, 1 1, 0 1))\"\n", "not closed"},
      {"id,wkt\n1,\"POLYGON ((0 0\n", "a.csv"},
  };
  for (const auto& [text, part] : cases) {
    const std::string refusal = refusal_of_bytes(text, "a.csv");
    EXPECT_TRUE(has_text(refusal, part)) << part << " in: " << refusal;
  }
}

TEST(AreaReaders, RefuseDatabasesThatAreNoGeopackage) {
  EXPECT_TRUE(has_text(refusal_of_bytes("SQLite format 3", "a.gpkg"), "a.gpkg"));
  EXPECT_TRUE(has_text(refusal_of_bytes(std::string("SQLite format 3\0", 16) + std::string(5000, 'x'), "a.gpkg"),
                       "cannot be read as a GeoPackage"));
  std::string renamed = write_geopackage(good_layer());
  for (std::size_t at = renamed.find("gpkg_contents"); at != std::string::npos; at = renamed.find("gpkg_contents")) {
    renamed.replace(at, 13, "gpkg_c0ntents");
  }
  EXPECT_TRUE(has_text(refusal_of_bytes(renamed, "a.gpkg"), "a.gpkg"));
}

// Damage is refused or harmless, never worse: sanitizers look on.
TEST(AreaReaders, SurviveDamagedFiles) {
  const std::vector<std::string> files = {write_geojson(good_layer()), write_area_csv(good_layer()),
                                          write_geopackage(good_layer())};
  Random random(1);
  for (const std::string& file : files) {
    for (int i = 0; i < 300; ++i) {
      std::string damaged = file;
      for (double changes = 1 + std::floor(random.uniform() * 4); changes > 0; --changes) {
        damaged[static_cast<std::size_t>(random.uniform() * static_cast<double>(file.size()))] =
            static_cast<char>(random.uniform() * 256);
      }
      if (i % 3 == 0) damaged.resize(static_cast<std::size_t>(random.uniform() * static_cast<double>(file.size())));
      refusal_of_bytes(damaged, "a");
    }
  }
}

TEST(AreaReaders, SurviveDamagedGeometries) {
  // The header of a GeoPackage with an envelope, which nobody looks at, and the geometry.
  const std::string blob =
      std::string("GP\0\x03", 4) + std::string(36, '\0') + well_known_binary(good_layer().geometry[0]);
  EXPECT_EQ(read_geopackage_geometry(blob, {"a.gpkg", 0}).size(), 2U);
  for (std::size_t size = 0; size < blob.size(); ++size) {
    EXPECT_FALSE(refusal_of([&] { read_geopackage_geometry(blob.substr(0, size), {"a.gpkg", 0}); }).empty()) << size;
  }
  for (std::size_t at = 0; at < blob.size(); ++at) {
    for (const char byte : {'\x00', '\xFF', '\x7F'}) {
      std::string damaged = blob;
      damaged[at] = byte;
      refusal_of([&] { read_geopackage_geometry(damaged, {"a.gpkg", 0}); });
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
