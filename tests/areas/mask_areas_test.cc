// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "gaptv/areas/audit.h"
#include "gaptv/areas/map_shapes.h"
#include "gaptv/areas/mask_file.h"
#include "gaptv/areas/model_areas.h"
#include "gaptv/areas/outline_file.h"
#include "gaptv/areas/release.h"
#include "gaptv/base/error.h"
#include "tests/areas/polygon_checks.h"
#include "tests/areas/random_map.h"
#include "tests/areas/refusal.h"
#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {
namespace {

class MaskFile : public ::testing::Test {
 protected:
  std::string write(const std::string& text) const {
    const std::string path = (folder_.path() / "map.geojson").string();
    std::ofstream(path) << text;
    return path;
  }

  std::string refusal_of_mask(const std::string& text) const {
    FitOptions options;
    set_mask(options, write(text));
    return refusal_of([&] { load_mask(options); });
  }

  static void set_mask(FitOptions& options, const std::string& path) {
    options.mask.rule = CellMask::Rule::polygons;
    options.mask.file = path;
  }

 private:
  TemporaryFolder folder_;
};

std::string polygon(const std::string& coordinates) {
  return R"({"type": "Polygon", "coordinates": )" + coordinates + "}";
}

constexpr const char* square = "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]";

TEST_F(MaskFile, ReadsCollectionsFeaturesAndGeometries) {
  const std::string feature = R"({"type": "Feature", "properties": null, "geometry": )" + polygon(square) + "}";
  for (const std::string& text :
       {polygon(square), feature, R"({"type": "FeatureCollection", "features": [)" + feature + "]}",
        R"({"type": "GeometryCollection", "geometries": [)" + polygon(square) + "]}",
        R"({"type": "MultiPolygon", "coordinates": [)" + std::string(square) + "]}"}) {
    FitOptions options;
    set_mask(options, write(text));
    load_mask(options);
    ASSERT_TRUE(options.mask.polygons) << text;
    EXPECT_EQ(options.mask.polygons->polygons.size(), 1U) << text;
    EXPECT_TRUE(options.mask.polygons->is_geographic);
  }
}

TEST_F(MaskFile, SaysWhetherItsCoordinatesAreOthers) {
  for (const auto& [crs, is_geographic] : std::vector<std::pair<std::string, bool>>{
           {"urn:ogc:def:crs:OGC:1.3:CRS84", true}, {"EPSG:4258", true}, {"EPSG:25832", false}, {"mine", false}}) {
    FitOptions options;
    set_mask(options, write(R"({"type": "Polygon", "crs": {"type": "name", "properties": {"name": ")" + crs +
                            R"("}}, "coordinates": )" + square + "}"));
    load_mask(options);
    EXPECT_EQ(options.mask.polygons->is_geographic, is_geographic) << crs;
  }
}

TEST_F(MaskFile, RefusesWhatIsNoMap) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "not complete JSON"},
      {"{", "not complete JSON"},
      {"[]", "not an object"},
      {"{}", "no coordinates"},
      {R"({"type": "FeatureCollection"})", "no list of features"},
      {R"({"type": "FeatureCollection", "features": []})", "no polygons and no lines"},
      {R"({"type": "Point", "coordinates": [1, 2]})", "no polygons and no lines"},
      {R"({"type": "LineString", "coordinates": [[0,0],[1,1]]})", "lines only"},
      {R"({"type": "Circle", "coordinates": []})", "of type 'Circle'"},
      {polygon("[]"), "without rings"},
      {polygon("7"), "not nested"},
      {polygon("[[[0,0],[1,0],[0,0]]]"), "at least 4"},
      {polygon("[[[0,0],[1,0],[1,1],[0,1]]]"), "not closed"},
      {polygon("[[[0,0],[1,0],[1,1],[0,null],[0,0]]]"), "not two numbers"},
      {polygon("[[[0,0],[1,0],[1,1],[0,NaN],[0,0]]]"), "not complete JSON"},
      {polygon("[[[0,0],[1e999,0],[1,1],[0,1],[0,0]]]"), "too large"},
      {std::string(100000, '['), "nested too deeply"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string refusal = refusal_of_mask(text);
    EXPECT_TRUE(has_text(refusal, expected)) << text.substr(0, 80) << ": " << refusal;
    EXPECT_TRUE(has_text(refusal, "map.geojson")) << refusal;
  }
  std::string nested = polygon(square);
  for (int i = 0; i < 2000; ++i) nested = R"({"type": "GeometryCollection", "geometries": [)" + nested + "]}";
  EXPECT_TRUE(has_text(refusal_of_mask(nested), "nested too deeply"));
}

TEST_F(MaskFile, OutlinesAreCutAtTheMap) {
  const Model model = small_model({axis_with("a", {4}), axis_with("b", {7})}, {1, 1, 1, 2});
  const auto lines = read_outline(
      write(
          R"({"type": "MultiLineString", "coordinates": [[[-5, 5], [15, 5]], [[2, 2], [3, 3]], [[20, 20], [30, 30]]]})"),
      model);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], (MapLine{{0, 5}, {10, 5}}));
  EXPECT_EQ(lines[1], (MapLine{{2, 2}, {3, 3}}));
  EXPECT_EQ(read_outline(write(polygon("[[[1,1],[20,1],[20,9],[1,9],[1,1]]]")), model).size(), 2U);
}

TEST_F(MaskFile, OutlinesThatCannotBeDrawnAreRefused) {
  const std::string line = R"({"type": "LineString", "coordinates": [[20, 20], [30, 30]]})";
  const Model model = small_model({axis_with("a", {4}), axis_with("b", {7})}, {1, 1, 1, 2});
  EXPECT_TRUE(has_text(refusal_of([&] { read_outline(write(line), model); }), "no line of it lies on the map"));
  const Model curve = small_model({axis_with("a", {4})}, {1, 2});
  EXPECT_TRUE(has_text(refusal_of([&] { read_outline(write(line), curve); }), "two features"));
  const Model earth = small_model({axis_with("lon", {4}), axis_with("lat", {7})}, {1, 1, 1, 2});
  const std::string far = R"({"type": "LineString", "coordinates": [[5, 5], [6, 95]]})";
  EXPECT_TRUE(has_text(refusal_of([&] { read_outline(write(far), earth); }), "beyond those of the earth"));
  EXPECT_TRUE(
      has_text(refusal_of([&] { read_outline(write(R"({"type": "LineString", "coordinates": [[5, 5]]})"), model); }),
               "less than two points"));
}

// A model of 5 x 5 cells with one row in each that stays; a lake of 3 x 3 cells but for an island in its middle.
Model lake_model() {
  std::vector<double> values(25, 1.0);
  std::vector<double> weights(25, 1.0);
  std::vector<bool> left_out(25, false);
  for (std::size_t x = 1; x < 4; ++x) {
    for (std::size_t y = 1; y < 4; ++y) {
      if (x == 2 && y == 2) continue;
      weights[x * 5 + y] = 0;
      left_out[x * 5 + y] = true;
    }
  }
  Model model = small_model({axis_with("a", even_cuts(5)), axis_with("b", even_cuts(5))}, values, weights);
  Surface& surface = model.surfaces.front();
  surface.grid.left_out = left_out;
  find_regions(surface, model.record.loss);
  return model;
}

// So many rows in every cell that stays.
Dataset rows_of(const Model& model, int count) {
  Dataset data;
  data.feature_names = {"a", "b"};
  data.outcome_name = "price";
  data.features.resize(2);
  for (std::size_t cell = 0; cell < 25; ++cell) {
    if (model.surfaces.front().grid.is_left_out(cell)) continue;
    for (int i = 0; i < count; ++i) {
      data.features[0].push_back(2.0 * static_cast<double>(cell / 5) + 0.3 + 0.2 * i);
      data.features[1].push_back(2.0 * static_cast<double>(cell % 5) + 0.7 + 0.11 * i);
      data.outcome.push_back(static_cast<double>(cell + 3 * static_cast<std::size_t>(i)));
    }
  }
  return data;
}

TEST(MaskedAreas, HaveHolesWhereCellsAreLeftOut) {
  const Model model = lake_model();
  ASSERT_EQ(model.surfaces.front().regions.size(), 2U);  // the island has the value of the shore
  const AreaLayer layer = make_area_layer(model).layer;
  ASSERT_EQ(layer.size(), 2U);
  ASSERT_EQ(layer.geometry[0].size(), 1U);
  EXPECT_EQ(layer.geometry[0][0].holes.size(), 1U);
  constexpr double rounding = 1e-12;
  EXPECT_NEAR(area_of(layer.geometry[0]), 16 * 4, rounding);
  EXPECT_NEAR(area_of(layer.geometry[1]), 4, rounding);
}

TEST(MaskedAreas, AreReleasedWithoutTheLakeAndPassTheAudit) {
  const Model model = lake_model();
  const Dataset data = rows_of(model, 3);
  ReleaseOptions options;
  options.rules.min_count = 3;
  const Release release = make_release(model, data.view(), {}, options);
  EXPECT_EQ(release.joined, 0U);
  ASSERT_EQ(release.layer.size(), 2U);
  EXPECT_EQ(release.layer.geometry[0].front().holes.size() + release.layer.geometry[1].front().holes.size(), 1U);
  options.rules.min_count = 10;  // more than the island has: it goes with the shore, over the water
  const Release joined = make_release(model, data.view(), {}, options);
  ASSERT_EQ(joined.layer.size(), 1U);
  EXPECT_EQ(joined.layer.geometry[0].size(), 2U);
  EXPECT_TRUE(
      std::ranges::any_of(joined.notes, [](const std::string& note) { return has_text(note, "nearest part"); }));
  for (const AreaLayer& layer : {release.layer, joined.layer}) {
    DisclosureRules rules;
    rules.min_count = layer.size() == 1 ? 10 : 3;
    const Audit audit = audit_areas(layer, data.view(), {}, rules);
    EXPECT_EQ(audit.rows_outside, 0U);
    for (const AuditFinding& finding : audit.findings) EXPECT_TRUE(finding.passed) << finding.rule << finding.text;
  }
}

TEST(MaskedAreas, AreReleasedWithBordersThatLeaveNobodyInTheLake) {
  Model model = lake_model();
  model.surfaces.front().grid.axes[0].edges[0] = 2.137;
  Dataset data = rows_of(model, 3);
  // On the shore, where the simplest border beside would leave somebody in the lake: 2.
  data.features[0].push_back(2.05);
  data.features[1].push_back(5);
  data.outcome.push_back(7);
  ReleaseOptions options;
  options.rules.min_count = 3;
  const Release release = make_release(model, data.view(), {}, options);
  EXPECT_TRUE(
      std::ranges::any_of(release.notes, [](const std::string& note) { return has_text(note, "mask left out"); }));
  const Audit audit = audit_areas(release.layer, data.view(), {}, options.rules);
  EXPECT_EQ(audit.rows_outside, 0U);
  EXPECT_TRUE(audit.passed());
}

TEST(MaskedAreas, WhoseMaskTellsWhereRowsAreAreNotReleased) {
  Model model = lake_model();
  const Dataset data = rows_of(model, 3);
  ReleaseOptions options;
  options.rules.min_count = 3;
  model.record.options = {{"mask", "data:1"}};
  EXPECT_TRUE(has_text(refusal_of([&] { make_release(model, data.view(), {}, options); }), "follows the rows"));
  model.record.options = {{"mask", "land.geojson"}};
  model.surfaces.front().rows_outside_mask = 2;
  EXPECT_TRUE(has_text(refusal_of([&] { make_release(model, data.view(), {}, options); }), "2 rows are in cells"));
  model.surfaces.front().rows_outside_mask = 0;
  EXPECT_EQ(refusal_of([&] { make_release(model, data.view(), {}, options); }), "");
  Dataset elsewhere = data;
  elsewhere.features[0][0] = 3;
  elsewhere.features[1][0] = 3;
  EXPECT_TRUE(has_text(refusal_of([&] { make_release(model, elsewhere.view(), {}, options); }), "left out"));
}

}  // namespace
}  // namespace gaptv::testing
