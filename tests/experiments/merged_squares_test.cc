// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/merged_squares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/protected_areas.h"
#include "gaptv/areas/area_locator.h"
#include "gaptv/base/error.h"

namespace gaptv::testing {
namespace {

Dataset rows_at(const std::vector<std::vector<double>>& rows) {
  Dataset data;
  data.feature_names = {"x", "y"};
  data.features.resize(2);
  for (const std::vector<double>& row : rows) {
    data.features[0].push_back(row[0]);
    data.features[1].push_back(row[1]);
    data.outcome.push_back(row[2]);
  }
  return data;
}

double number_at(const AreaLayer& layer, std::size_t column, double x, double y) {
  const AreaHit hit = AreaLocator(layer).find({x, y});
  if (hit.area == in_no_area || hit.is_shared) return std::nan("");
  const AreaValue& value = layer.columns[column].values[hit.area];
  return std::holds_alternative<std::int64_t>(value) ? static_cast<double>(std::get<std::int64_t>(value))
                                                     : std::get<double>(value);
}

double value_at(const AreaLayer& layer, double x, double y) {
  return number_at(layer, 0, x, y);
}

double count_at(const AreaLayer& layer, double x, double y) {
  return number_at(layer, 1, x, y);
}

const AreaExtent box_of_eight = {0, 0, 8, 8};

TEST(MergedSquares, StayFineWhereEverySquareWithRowsKeepsTheCount) {
  // Two rows in each of two small squares of the lower left quarter; two in the upper right one.
  const Dataset data = rows_at({{0.5, 0.5, 1}, {1.5, 1.5, 3}, {2.5, 0.5, 10}, {3.5, 0.5, 20}, {5, 5, 7}, {7, 7, 9}});
  const MergedSquares squares = merged_squares(data.view(), {box_of_eight, 4, 1, 2});
  EXPECT_EQ(squares.blank_rows, 0U);
  EXPECT_EQ(value_at(squares.layer, 1, 1), 2);
  EXPECT_EQ(value_at(squares.layer, 3, 1), 15);
  // One row each in two small squares: the large one takes their place.
  EXPECT_EQ(value_at(squares.layer, 4.1, 7.9), 8);
  EXPECT_EQ(count_at(squares.layer, 4.1, 7.9), 2);
  // Nobody is in the lower right: the mean of what is around it.
  EXPECT_EQ(count_at(squares.layer, 6, 1), 0);
  EXPECT_EQ(value_at(squares.layer, 6, 1), 8.333);
}

TEST(MergedSquares, AreMergedWithAllSistersOfASquareThatIsTooSmall) {
  const Dataset data = rows_at({{0.5, 0.5, 1}, {1.5, 1.5, 3}, {2.5, 0.5, 11}, {5, 5, 7}, {7, 7, 9}});
  const MergedSquares squares = merged_squares(data.view(), {box_of_eight, 4, 1, 2});
  EXPECT_EQ(value_at(squares.layer, 1, 1), 5);
  EXPECT_EQ(count_at(squares.layer, 3.9, 3.9), 3);
  // A single row in a quarter merges everything.
  const Dataset alone = rows_at({{0.5, 0.5, 1}, {1.5, 1.5, 3}, {7, 7, 8}});
  const MergedSquares whole = merged_squares(alone.view(), {box_of_eight, 4, 1, 2});
  EXPECT_EQ(whole.layer.size(), 1U);
  EXPECT_EQ(value_at(whole.layer, 5, 1), 4);
}

TEST(MergedSquares, AreBlankWhereTheCoarsestHasTooFewRows) {
  const Dataset data = rows_at({{0.5, 0.5, 1}, {1.5, 1.5, 3}, {7, 7, 80}});
  const MergedSquares squares = merged_squares(data.view(), {box_of_eight, 4, 2, 2});
  EXPECT_EQ(squares.blank_rows, 1U);
  EXPECT_EQ(count_at(squares.layer, 7, 7), 0);
  EXPECT_EQ(value_at(squares.layer, 7, 7), 2);  // not that of its row: nobody could know it
}

TEST(MergedSquares, CoverABoxThatIsNoSquareOnce) {
  std::vector<std::vector<double>> rows(200);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto place = static_cast<double>(i);
    rows[i] = {std::fmod(place * 0.618, 1) * 10, std::fmod(place * 0.414, 1) * 3, static_cast<double>(i % 5)};
  }
  const Dataset data = rows_at(rows);
  for (const std::size_t finest : {1U, 2U, 8U, 64U}) {
    const AreaLayer layer = merged_squares(data.view(), {{0, 0, 10, 3}, finest, 1, 3}).layer;
    double covered = 0;
    for (const MultiPolygon& area : layer.geometry) {
      for (const Polygon& polygon : area) {
        for (const Ring* ring : {&polygon.outer}) {
          for (std::size_t i = 0; i + 1 < ring->size(); ++i) {
            covered += ((*ring)[i].x * (*ring)[i + 1].y - (*ring)[i + 1].x * (*ring)[i].y) / 2;
          }
        }
        for (const Ring& ring : polygon.holes) {
          for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
            covered += (ring[i].x * ring[i + 1].y - ring[i + 1].x * ring[i].y) / 2;
          }
        }
      }
    }
    EXPECT_NEAR(covered, 30, 1e-9) << finest;
    double counted = 0;
    for (const AreaValue& count : layer.columns[1].values)
      counted += static_cast<double>(std::get<std::int64_t>(count));
    EXPECT_EQ(counted, 200) << finest;
  }
}

TEST(MergedSquares, RefuseWhatMakesNoSense) {
  const Dataset data = rows_at({{1, 1, 1}, {2, 2, 2}});
  EXPECT_THROW(merged_squares(data.view(), {box_of_eight, 3, 1, 1}), InvalidInput);
  EXPECT_THROW(merged_squares(data.view(), {box_of_eight, 4, 8, 1}), InvalidInput);
  EXPECT_THROW(merged_squares(data.view(), {{0, 0, 1.5, 1.5}, 4, 1, 1}), InvalidInput);
}

TEST(ErrorOfPublished, IsThatOfTheValueOfTheAreaOfEachRow) {
  const Dataset made = rows_at({{1, 1, 2}, {1, 2, 4}, {7, 7, 8}, {7, 6, 8}});
  const AreaLayer areas = merged_squares(made.view(), {box_of_eight, 2, 1, 2}).layer;
  const Dataset others = rows_at({{2, 2, 5}, {6, 6, 8}, {50, 50, 5.5}});
  const PublishedError error = error_of_published(areas, others.view(), "gaussian", 4);
  EXPECT_DOUBLE_EQ(error.rmse, std::sqrt((4.0 + 0 + 0) / 3));  // 3 for 5, 8 for 8, and the mean of all, 5.5, elsewhere
  EXPECT_DOUBLE_EQ(error.deviance, 4.0 / 3);
  EXPECT_EQ(error.nowhere, 1U);
}

TEST(BesideSquares, TakesTheBestOfThem) {
  const Summary summary = summarise({"data", "rows", "min_count", "method", "rmse", "areas"},
                                    {{"a", "9", "5", "gaptv", "2", "3"},
                                     {"a", "9", "5", "squares-8-1", "5", "7"},
                                     {"a", "9", "5", "squares-8-4", "4", "8"},
                                     {"a", "9", "5", "tree", "1", "1"},
                                     {"a", "9", "10", "gaptv", "6", "2"},
                                     {"a", "9", "10", "squares-8-1", "3", "4"}},
                                    {"data", "rows", "min_count", "method"}, {"rmse", "areas"});
  const std::vector<BesideSquares> found = beside_squares(summary);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].squares, "squares-8-4");
  EXPECT_EQ(found[0].best.mean, 4);
  EXPECT_EQ(found[0].best_areas, 8);
  EXPECT_EQ(found[0].gaptv.mean, 2);
  EXPECT_EQ(found[1].group, (Fields{"a", "9", "10"}));
  EXPECT_EQ(found[1].gaptv_areas, 2);
}

}  // namespace
}  // namespace gaptv::testing
