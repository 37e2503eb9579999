// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaptv/areas/area_csv.h"
#include "gaptv/areas/crs.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/areas/geopackage.h"
#include "gaptv/areas/region_polygons.h"
#include "gaptv/areas/well_known_binary.h"
#include "tests/areas/polygon_checks.h"
#include "tests/areas/refusal.h"

namespace gaptv::testing {
namespace {

// A square with a hole, and what is in the hole.
AreaLayer small_layer() {
  AreaLayer layer;
  layer.geometry = region_polygons(cells_of({"aaa", "aba", "aaa"}));
  layer.columns = {{"id", AreaType::integer, {std::int64_t{0}, std::int64_t{1}}},
                   {"value", AreaType::number, {0.1, std::monostate()}},
                   {"say \"hi\"", AreaType::text, {std::string("a \"b\", c"), std::string("\u00e4\n")}}};
  return layer;
}

TEST(GeoJson, HasTheGeometryAndTheTable) {
  const std::string text = write_geojson(small_layer());
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["type"], "FeatureCollection");
  EXPECT_EQ(json["name"], "regions");
  EXPECT_FALSE(json.contains("crs"));
  ASSERT_EQ(json["features"].size(), 2U);
  const auto& first = json["features"][0];
  EXPECT_EQ(first["type"], "Feature");
  EXPECT_EQ(first["properties"], nlohmann::json({{"id", 0}, {"value", 0.1}, {"say \"hi\"", "a \"b\", c"}}));
  EXPECT_EQ(first["geometry"]["type"], "MultiPolygon");
  EXPECT_EQ(first["geometry"]["coordinates"],
            nlohmann::json::parse("[[[[3,0],[3,3],[0,3],[0,0],[3,0]],[[1,2],[2,2],[2,1],[1,1],[1,2]]]]"));
  EXPECT_EQ(json["features"][1]["properties"]["value"], nullptr);
  EXPECT_EQ(json["features"][1]["properties"]["say \"hi\""], "\u00e4\n");
}

TEST(GeoJson, HasNumbersThatReadBackExactly) {
  AreaLayer layer;
  const double third = 1.0 / 3;
  layer.geometry = region_polygons({{-third, 0.1}, {1e-7, 12.300000000000001}, {0}, 1});
  layer.columns = {{"value", AreaType::number, {2.0 / 3}}};
  const auto feature = nlohmann::json::parse(write_geojson(layer))["features"][0];
  EXPECT_EQ(feature["properties"]["value"].get<double>(), 2.0 / 3);
  EXPECT_EQ(feature["geometry"]["coordinates"][0][0][2][0].get<double>(), -third);
  EXPECT_EQ(feature["geometry"]["coordinates"][0][0][1][1].get<double>(), 12.300000000000001);
}

TEST(GeoJson, HasNullForWhatIsNoNumber) {
  AreaLayer layer;
  layer.geometry = region_polygons({{0, 1}, {0, 1}, {0}, 1});
  layer.columns = {{"value", AreaType::number, {std::numeric_limits<double>::quiet_NaN()}}};
  EXPECT_TRUE(has_text(write_geojson(layer), "\"value\":null"));
}

TEST(GeoJson, IsRefusedForOtherCoordinatesThanLongitudeAndLatitude) {
  AreaLayer layer = small_layer();
  layer.epsg = longitude_and_latitude;
  EXPECT_EQ(refusal_of([&] { write_geojson(layer); }), "");
  layer.epsg = 25832;
  const std::string refusal = refusal_of([&] { write_geojson(layer); });
  EXPECT_TRUE(has_text(refusal, "EPSG:25832") && has_text(refusal, "GeoPackage")) << refusal;
  for (const int epsg : {0, longitude_and_latitude}) {
    layer.epsg = epsg;
    layer.geometry = region_polygons({{-180, 180}, {-90, 90}, {0}, 2});
    EXPECT_EQ(refusal_of([&] { write_geojson(layer); }), "");
    layer.geometry = region_polygons({{0, 180.5}, {0, 1}, {0}, 2});
    EXPECT_TRUE(has_text(refusal_of([&] { write_geojson(layer); }), "longitude here goes from 0 to 180.5"));
    EXPECT_TRUE(has_text(refusal_of([&] { write_geojson(layer); }), "`crs=EPSG:25832`"));
    layer.geometry = region_polygons({{0, 1}, {-91, 1}, {0}, 2});
    EXPECT_TRUE(has_text(refusal_of([&] { write_geojson(layer); }), "latitude here goes from -91 to 1"));
  }
}

TEST(WellKnownText, WritesPartsAndHoles) {
  const AreaLayer layer = small_layer();
  EXPECT_EQ(well_known_text(layer.geometry[0]),
            "MULTIPOLYGON (((3 0, 3 3, 0 3, 0 0, 3 0), (1 2, 2 2, 2 1, 1 1, 1 2)))");
  EXPECT_EQ(well_known_text(region_polygons(cells_of({"a.a"}))[0]),
            "MULTIPOLYGON (((1 0, 1 1, 0 1, 0 0, 1 0)), ((3 0, 3 1, 2 1, 2 0, 3 0)))");
  EXPECT_EQ(well_known_text({}), "MULTIPOLYGON EMPTY");
  EXPECT_EQ(write_area_csv(layer),
            "id,value,\"say \"\"hi\"\"\",wkt\n"
            "0,0.1,\"a \"\"b\"\", c\",\"MULTIPOLYGON (((3 0, 3 3, 0 3, 0 0, 3 0), (1 2, 2 2, 2 1, 1 1, 1 2)))\"\n"
            "1,,\"\u00e4\n\",\"MULTIPOLYGON (((2 1, 2 2, 1 2, 1 1, 2 1)))\"\n");
}

TEST(WellKnownBinary, IsThatOfTheStandard) {
  const std::string bytes = well_known_binary(region_polygons({{0, 1}, {0, 2}, {0}, 1})[0]);
  ASSERT_EQ(bytes.size(), 9U + 9U + 4U + 5U * 16U);
  EXPECT_EQ(bytes.substr(0, 22), std::string("\1\6\0\0\0\1\0\0\0\1\3\0\0\0\1\0\0\0\5\0\0\0", 22));
  EXPECT_EQ(bytes.substr(22, 8), std::string("\0\0\0\0\0\0\xF0\x3F", 8));
  EXPECT_EQ(well_known_binary({}), std::string("\1\6\0\0\0\0\0\0\0", 9));
}

TEST(GeoPackage, IsADatabaseThatSaysWhatItIs) {
  const std::string bytes = write_geopackage(small_layer());
  EXPECT_TRUE(bytes.starts_with(std::string("SQLite format 3\0", 16)));
  EXPECT_EQ(bytes.substr(68, 4), "GPKG");
  EXPECT_EQ(bytes.substr(60, 4), std::string("\x00\x00\x28\x3C", 4));  // 10300
  EXPECT_EQ(bytes.size() % 4096, 0U);
}

TEST(GeoPackage, HasTheSameBytesFromRunToRun) {
  EXPECT_EQ(write_geopackage(small_layer()), write_geopackage(small_layer()));
}

TEST(GeoPackage, RefusesNamesThatItCannotHave) {
  for (const char* const name : {"fid", "GEOM", "ID"}) {
    AreaLayer layer = small_layer();
    layer.columns[1].name = name;
    EXPECT_TRUE(has_text(refusal_of([&] { write_geopackage(layer); }), std::string("column '") + name + "'"));
  }
  AreaLayer layer = small_layer();
  layer.columns[2].values[0] = std::string("\xFF");
  EXPECT_TRUE(has_text(refusal_of([&] { write_geopackage(layer); }), "not UTF-8"));
  EXPECT_TRUE(has_text(refusal_of([&] { write_geojson(layer); }), "not UTF-8"));
}

TEST(Crs, IsACodeOfTheEpsg) {
  EXPECT_EQ(parse_epsg("EPSG:4326"), 4326);
  EXPECT_EQ(parse_epsg("epsg:25832"), 25832);
  EXPECT_EQ(epsg_text(3857), "EPSG:3857");
  for (const char* const text :
       {"", "4326", "EPSG", "EPSG:", "EPSG:0", "EPSG:-1", "EPSG:4326 ", "EPSG: 4326", "EPSG:4.3", "EPSG:99999999999",
        "EPSG:1023", "EPSG:32768", "EPSG:999999", "ESRI:102003", "WGS84"}) {
    EXPECT_TRUE(has_text(refusal_of([&] { parse_epsg(text); }), "EPSG:4326")) << text;
  }
}

}  // namespace
}  // namespace gaptv::testing
