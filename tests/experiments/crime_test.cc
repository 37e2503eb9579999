// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/crime_grid.h"
#include "experiments/crime_points.h"
#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "tests/oracles/shared_data.h"
#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {
namespace {

class CrimeFile : public ::testing::Test {
 protected:
  CrimeData read(const std::string& text, std::optional<std::size_t> year = std::nullopt) const {
    const std::string path = folder_.file("city.csv");
    std::ofstream(path, std::ios::binary) << text;
    return read_crime(path, year);
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(CrimeFile, OfChicagoHasLatitudeAndLongitude) {
  const CrimeData data = read(
      "ID,Date,Primary Type,Year,Latitude,Longitude,Location\n"
      "1,01/01/2015,THEFT,2015,41.8,-87.6,\"(41.8, -87.6)\"\n"
      "2,01/01/2015,\"NARCOTICS, ETC\",2015,,,\n"
      "3,01/01/2014,THEFT,2014,41.9,-87.7,\"(41.9, -87.7)\"\n",
      2015);
  EXPECT_EQ(data.points.north, (std::vector<double>{41.8}));
  EXPECT_EQ(data.points.east, (std::vector<double>{-87.6}));
  EXPECT_EQ(data.usual_bins, 200U);
  ASSERT_EQ(data.notes.size(), 2U);
  EXPECT_EQ(data.notes[0], "rows left out, without coordinates: 1");
  EXPECT_EQ(data.notes[1], "rows left out, of other years: 1");
}

TEST_F(CrimeFile, OfAustinHasThePlaceInTheLastLineOfAnAddress) {
  const CrimeData data = read(
      "GO Primary Key,GO Location,Location_1,Remark\n"
      "7,\"100 E 6TH ST (REAR)\",\"100 E 6TH ST\nAUSTIN, TX 78701\n(30.267, -97.741)\",(open)\n"
      "8,UNKNOWN,\"AUSTIN, TX\",\n"
      "9,\"1 A ST\",\"1 A ST\n( 30.3 ,-97.8 )\",\n");
  EXPECT_EQ(data.points.north, (std::vector<double>{30.267, 30.3}));
  EXPECT_EQ(data.points.east, (std::vector<double>{-97.741, -97.8}));
  EXPECT_EQ(data.usual_bins, 100U);
  ASSERT_EQ(data.notes.size(), 1U);
  EXPECT_EQ(data.notes[0], "rows left out, without coordinates: 1");
}

TEST_F(CrimeFile, OfAStatePlaneHasXToTheEastAndYToTheNorth) {
  const CrimeData data = read("GO X Coordinate,GO Y Coordinate\n3121345,10082705\n3118304,10072414\n");
  EXPECT_EQ(data.points.north, (std::vector<double>{10082705, 10072414}));
  EXPECT_EQ(data.points.east, (std::vector<double>{3121345, 3118304}));
}

TEST_F(CrimeFile, MayBeAReadyGrid) {
  const CrimeData data = read("ix,iy,log_count\n0,3,1.5\n2,1,0\n");
  ASSERT_TRUE(data.cells.has_value());
  const CrimeGrid grid = ready_grid(*data.cells);
  EXPECT_EQ(grid.bins_x, 3U);
  EXPECT_EQ(grid.bins_y, 4U);
  EXPECT_EQ(grid.every_cell().rows(), 12U);
  EXPECT_THROW(ready_grid(*read("ix,iy,log_count\n0,3,1.5\n0,3,0\n").cells), InvalidInput);
  EXPECT_THROW(ready_grid(*read("ix,iy,log_count\n0.5,3,1.5\n").cells), InvalidInput);
  EXPECT_THROW(ready_grid(*read("ix,iy,log_count\n-1,3,1.5\n").cells), InvalidInput);
}

TEST_F(CrimeFile, WithoutPlacesIsRefused) {
  EXPECT_THROW(read("a,b\n1,2\n"), InvalidInput);
  EXPECT_THROW(read("Latitude,Longitude\n1,2\n", 2015), InvalidInput);
  EXPECT_THROW(read("Location_1\nnowhere\n"), InvalidInput);
}

TEST(CrimeGrid, CountsPointsBetweenTheOutermostOfThem) {
  const CrimeGrid grid = count_on_grid({{0, 0.9, 1, 2, 1.95, 0.1}, {5, 5, 5.5, 7, 6.9, 5.2}}, 2);
  std::map<std::pair<double, double>, double> found;
  for (std::size_t i = 0; i < grid.cells.rows(); ++i) {
    found[{grid.cells.features[0][i], grid.cells.features[1][i]}] = grid.cells.outcome[i];
  }
  const std::map<std::pair<double, double>, double> expected = {
      {{0, 0}, std::log(3)}, {{1, 0}, 0}, {{1, 1}, std::log(2)}};
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(grid.notes.empty());
}

TEST(CrimeGrid, LeavesOutJunkAndSaysSo) {
  CrimePoints points;
  for (int i = 0; i < 100; ++i) {
    points.north.push_back(41.6 + 0.004 * i);
    points.east.push_back(-87.9 + 0.004 * (i * 37 % 100));
  }
  const CrimeGrid clean = count_on_grid(points, 10);
  points.north.insert(points.north.end(), {0, 36.62, 41.8});
  points.east.insert(points.east.end(), {0, -91.69, -8.77});
  const CrimeGrid grid = count_on_grid(points, 10);
  EXPECT_EQ(grid.cells.features, clean.cells.features);
  EXPECT_EQ(grid.cells.outcome, clean.cells.outcome);
  ASSERT_EQ(grid.notes.size(), 2U);
  EXPECT_EQ(grid.notes[0], "points left out, at (0, 0): 1");
  EXPECT_TRUE(grid.notes[1].starts_with("points left out, farther from the median")) << grid.notes[1];
}

TEST(CrimeGrid, PointsThatSpanNoGridAreRefused) {
  EXPECT_THROW(count_on_grid({{1, 1, 1}, {1, 2, 3}}, 10), InvalidInput);
  EXPECT_THROW(count_on_grid({{0, 0}, {0, 0}}, 10), InvalidInput);
  EXPECT_THROW(count_on_grid({{1, 2}, {1, 2}}, 1), InvalidInput);
}

void expect_same_cells(const CrimeGrid& counted, const CrimeGrid& ready) {
  EXPECT_EQ(counted.cells.features, ready.cells.features);
  ASSERT_EQ(counted.cells.outcome.size(), ready.cells.outcome.size());
  for (std::size_t i = 0; i < ready.cells.outcome.size(); ++i) {
    EXPECT_DOUBLE_EQ(counted.cells.outcome[i], ready.cells.outcome[i]);
  }
}

// Reports between the corners (0, 0) and (100, 100) of a city, none on a border between cells of 10 by 10; beside them
// a file with the counts that follow from their digits.
TEST(CrimeGrid, OfReportsInAFileIsTheGridWithTheirCounts) {
  constexpr std::size_t bins = 10;
  constexpr std::size_t south = 10070000;
  constexpr std::size_t west = 3110000;
  Random random(9);
  std::vector<std::pair<std::size_t, std::size_t>> places = {{0, 0}, {100, 100}};  // to the north, to the east
  for (std::size_t i = 0; i < 300; ++i) {
    const std::size_t north = 10 * random.below(bins) + 1 + random.below(9);
    places.emplace_back(north, 10 * random.below(1 + north / 10) + 1 + random.below(9));
  }
  const TemporaryFolder folder;
  std::ofstream reports(folder.file("reports.csv"));
  std::map<std::pair<std::size_t, std::size_t>, int> counts;
  reports << "GO X Coordinate,GO Y Coordinate\n";
  for (const auto& [north, east] : places) {
    reports << west + east << ',' << south + north << '\n';
    ++counts[{std::min(north / 10, bins - 1), std::min(east / 10, bins - 1)}];
  }
  reports.close();
  std::ofstream cells(folder.file("cells.csv"));
  cells << std::setprecision(17) << "ix,iy,log_count\n";
  for (const auto& [cell, count] : counts) cells << cell.first << ',' << cell.second << ',' << std::log(count) << '\n';
  cells.close();
  EXPECT_LT(counts.size(), bins * bins);  // some cells are empty
  expect_same_cells(count_on_grid(read_crime(folder.file("reports.csv"), std::nullopt).points, bins),
                    ready_grid(*read_crime(folder.file("cells.csv"), std::nullopt).cells));
}

// The real file, where it lies beside the repository.
TEST(CrimeGrid, OfAustinIsThePapers) {
  const std::string points = shared_file("austin2014_points.csv");
  if (!std::filesystem::exists(points)) GTEST_SKIP() << points << " is not here";
  const CrimeGrid counted = count_on_grid(read_crime(points, std::nullopt).points, 100);
  const CrimeGrid ready = ready_grid(*read_crime(shared_file("austin2014_grid100.csv"), std::nullopt).cells);
  expect_same_cells(counted, ready);
}

}  // namespace
}  // namespace gaptv::testing
