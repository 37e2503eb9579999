// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/model_areas.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/areas/area_csv.h"
#include "tests/areas/polygon_checks.h"
#include "tests/areas/refusal.h"
#include "tests/output/small_model.h"

namespace gaptv::testing {
namespace {

// Edges of 2 x 2 cells; the axes go from 0 to 10.
Model square_model(const std::string& first, const std::string& second,
                   const std::vector<double>& values = {1, 1, 1, 2}) {
  return small_model({axis_with(first, {4}), axis_with(second, {7})}, values);
}

std::string refusal_of_model(const Model& model, const AreaOptions& options = {}) {
  return refusal_of([&] { make_area_layer(model, options); });
}

TEST(ModelAreas, AreTheRegionsWithTheirTable) {
  const auto [layer, notes] = make_area_layer(square_model("a", "b"));
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(layer.name, "regions");
  EXPECT_EQ(layer.epsg, 0);
  EXPECT_EQ(write_area_csv(layer),
            "id,value,rows,weight,wkt\n"
            "0,1,3,3,\"MULTIPOLYGON (((10 0, 10 7, 4 7, 4 10, 0 10, 0 0, 10 0)))\"\n"
            "1,2,1,1,\"MULTIPOLYGON (((10 7, 10 10, 4 10, 4 7, 10 7)))\"\n");
  EXPECT_EQ(layer.columns[0].type, AreaType::integer);
  EXPECT_EQ(layer.columns[2].type, AreaType::integer);
  EXPECT_EQ(layer.columns[3].type, AreaType::number);
}

TEST(ModelAreas, HaveRowsThatAreNotWholeWhereWeightsAreNoCopies) {
  const Model model = small_model({axis_with("a", {4}), axis_with("b", {})}, {1, 2}, {1.5, 2});
  const AreaLayer layer = make_area_layer(model).layer;
  EXPECT_EQ(layer.columns[2].type, AreaType::number);
  EXPECT_EQ(std::get<double>(layer.columns[2].values[1]), 1.5);
}

TEST(ModelAreas, PutFeaturesInTheirPlaceByName) {
  const auto [layer, notes] = make_area_layer(square_model("Lat", "lon"));
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "lon is x and Lat is y, as their names say, though they are the second and the first feature");
  EXPECT_TRUE(has_text(notes[1], "EPSG:4326")) << notes[1];
  EXPECT_EQ(layer.epsg, 4326);
  EXPECT_EQ(well_known_text(layer.geometry[1]), "MULTIPOLYGON (((10 4, 10 10, 7 10, 7 4, 10 4)))");
  EXPECT_EQ(well_known_text(make_area_layer(square_model("y", "x")).layer.geometry[1]),
            well_known_text(layer.geometry[1]));
}

TEST(ModelAreas, PutAFeatureAlongXThatIsAskedFor) {
  AreaOptions options;
  options.horizontal = 1;
  const auto [layer, notes] = make_area_layer(square_model("a", "b"), options);
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(well_known_text(layer.geometry[1]), "MULTIPOLYGON (((10 4, 10 10, 7 10, 7 4, 10 4)))");
  options.horizontal = 0;
  const ModelAreas upside_down = make_area_layer(square_model("lat", "lon"), options);
  EXPECT_EQ(upside_down.layer.epsg, 0);
  EXPECT_TRUE(upside_down.notes.empty());
}

TEST(ModelAreas, AreNotTakenForDegreesWhereACodeIsGivenOrValuesCannotBe) {
  AreaOptions options;
  options.epsg = 4258;
  const auto [layer, notes] = make_area_layer(square_model("lon", "lat"), options);
  EXPECT_EQ(layer.epsg, 4258);
  EXPECT_TRUE(notes.empty());
  Model model = square_model("lon", "lat");
  model.surfaces.front().grid.axes[0].highest = 200;
  EXPECT_EQ(make_area_layer(model).layer.epsg, 0);
}

TEST(ModelAreas, AreRefusedAsDegreesBeyondThePoles) {
  AreaOptions options;
  options.epsg = 4326;
  EXPECT_EQ(refusal_of_model(square_model("lon", "lat"), options), "");
  Model model = square_model("east", "north");
  model.surfaces.front().grid.axes[1].highest = 91;
  const std::string refusal = refusal_of_model(model, options);
  EXPECT_TRUE(has_text(refusal, "longitude and latitude in degrees") && has_text(refusal, "north from 0 to 91"))
      << refusal;
  options.bounds = {-1, -1, 11, 90};
  EXPECT_EQ(refusal_of_model(model, options), "");
  options = {};
  options.epsg = 25832;
  EXPECT_EQ(refusal_of_model(model, options), "");
}

TEST(ModelAreas, EndAtTheBounds) {
  AreaOptions options;
  options.bounds = {-1, -2, 4.5, 20};
  const AreaLayer layer = make_area_layer(square_model("a", "b"), options).layer;
  EXPECT_EQ(well_known_text(layer.geometry[1]), "MULTIPOLYGON (((4.5 7, 4.5 20, 4 20, 4 7, 4.5 7)))");
  EXPECT_EQ(area_of(layer.geometry[0]) + area_of(layer.geometry[1]), 5.5 * 22);
  // Bounds are along x and y, whichever feature comes first.
  const AreaLayer turned = make_area_layer(square_model("y", "x"), {0, AreaExtent{6, 3, 8, 5}, {}}).layer;
  EXPECT_EQ(area_of(turned.geometry[0]) + area_of(turned.geometry[1]), 4);
}

TEST(ModelAreas, RefuseBoundsWithoutRoomForTheEdges) {
  for (const AreaExtent& bounds :
       std::vector<AreaExtent>{{4, 0, 10, 10}, {0, 0, 4, 10}, {5, 0, 10, 10}, {10, 0, 0, 10}}) {
    const std::string refusal = refusal_of_model(square_model("a", "b"), {0, bounds, {}});
    EXPECT_TRUE(has_text(refusal, "`bounds`") && has_text(refusal, "for a ")) << refusal;
  }
  EXPECT_TRUE(has_text(refusal_of_model(square_model("a", "b"), {0, AreaExtent{0, 7, 10, 10}, {}}), "for b "));
  const Model constant = small_model({axis_with("a", {}), axis_with("b", {})}, {1});
  EXPECT_TRUE(has_text(refusal_of_model(constant, {0, AreaExtent{3, 0, 3, 10}, {}}), "`bounds`"));
}

TEST(ModelAreas, NeedTwoFeaturesAndOneMap) {
  EXPECT_TRUE(has_text(refusal_of_model(small_model({axis_with("a", {4})}, {1, 2})), "intervals"));
  EXPECT_TRUE(
      has_text(refusal_of_model(small_model({axis_with("a", {4}), axis_with("b", {}), axis_with("c", {})}, {1, 2})),
               "this model has 3"));
  Model classes = square_model("a", "b");
  classes.surfaces.resize(3, classes.surfaces.front());
  EXPECT_TRUE(has_text(refusal_of_model(classes), "several classes"));
}

TEST(ModelAreas, HoldThePlacesWhereTheirValueIsPredicted) {
  const std::vector<double> values = {1, 2, 1, 3, 1, 1, 2, 2, 2, 1, 1, 3, 3, 3, 1, 1, 1, 2, 2, 3};
  const Model model = small_model({axis_with("a", even_cuts(4)), axis_with("b", even_cuts(5))}, values);
  const AreaLayer layer = make_area_layer(model).layer;
  const Surface& surface = model.surfaces.front();
  for (double x = 0.3; x < 10; x += 0.7) {
    for (double y = 0.1; y < 10; y += 0.6) {
      const std::size_t region = surface.region_of_cell[surface.cell_of(std::vector<double>{x, y})];
      for (std::size_t area = 0; area < layer.size(); ++area) {
        std::size_t times = 0;
        for (const Polygon& polygon : layer.geometry[area]) times += contains(polygon, {x, y}) ? 1U : 0U;
        EXPECT_EQ(times, area == region ? 1U : 0U);
      }
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
