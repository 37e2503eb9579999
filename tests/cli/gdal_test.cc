// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Files of areas as GDAL reads them, which QGIS, PostGIS and others read with.
#include <cstdlib>
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Gdal : public CliTest {
 protected:
  void SetUp() override {
    if (shell("command -v ogrinfo").exit_code == 0) return;
    if (std::getenv("CI") != nullptr) FAIL() << "ogrinfo is missing; ./dev test installs gdal-bin";
    GTEST_SKIP() << "ogrinfo is not installed (gdal-bin)";
  }

  // 600 rows around one degree of each, and a model of them with several regions.
  void fit_places() const {
    std::string text = "lon,lat,rent\n";
    for (int i = 0; i < 600; ++i) {
      const double lon = 7 + (i * 7919 % 1009) / 1009.0;
      const double lat = 50 + (i * 104729 % 997) / 997.0;
      text += std::to_string(lon) + "," + std::to_string(lat) + "," +
              std::to_string((lon > 7.4 ? 300 : 100) + (lat > 50.7 ? 200 : 0) + i * 7907 % 89) + "\n";
    }
    write("places.csv", text);
    must("fit places.csv --x lon,lat --y rent --held-out off -o model.json --quiet");
  }

  void expect_layer(const std::string& file, std::size_t features, const std::string& crs,
                    const std::string& extent) const {
    const Outcome run = shell("ogrinfo -al -so " + file);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "") << file;  // GDAL has nothing to remark
    for (const std::string& part :
         {"Feature Count: " + std::to_string(features) + "\n", std::string("Geometry: Multi Polygon"), crs, extent}) {
      EXPECT_TRUE(contains(run.out, part)) << file << " lacks " << part << "\n" << run.out;
    }
  }
};

TEST_F(Gdal, ReadsExportedRegions) {
  fit_places();
  const std::size_t regions = must("inspect model.json --json").json().at("regions").get<std::size_t>();
  ASSERT_GT(regions, 2U);
  must("export model.json -o degrees.geojson --bounds 6,49,9,52");
  expect_layer("degrees.geojson", regions, R"(ID["EPSG",4326])",
               "Extent: (6.000000, 49.000000) - (9.000000, 52.000000)");
  must("export model.json -o metres.gpkg --crs EPSG:25832 --bounds 6,49,9,52");
  expect_layer("metres.gpkg", regions, R"(ID["EPSG",25832])", "Extent: (6.000000, 49.000000) - (9.000000, 52.000000)");
}

TEST_F(Gdal, ReadsReleasedAreasWithTheirTable) {
  fit_places();
  const std::string command = "release model.json places.csv --min-count 30 --round-to 5 --quiet --json -o ";
  for (const std::string file : {"areas.gpkg", "areas.geojson"}) {
    const std::size_t areas = must(command + file).json().at("regions").get<std::size_t>();
    expect_layer(file, areas, R"(ID["EPSG",4326])", "Extent: (6.9");
    const Outcome table = shell("ogrinfo -q -al -geom=NO " + file);
    EXPECT_TRUE(contains(table.out, "value (Real) = ")) << table.out;
    EXPECT_TRUE(contains(table.out, "count (Integer")) << table.out;
  }
}

}  // namespace
}  // namespace gaptv::testing
