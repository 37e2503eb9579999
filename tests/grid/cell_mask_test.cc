// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_mask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/grid/connected_cells.h"

namespace gaptv::testing {
namespace {

// Bins of width 1 from 0 on.
Axis unit_axis(const std::string& name, std::size_t bins) {
  Axis axis = {.name = name, .edges = {}, .bins_requested = bins, .lowest = 0, .highest = static_cast<double>(bins)};
  for (std::size_t bin = 1; bin < bins; ++bin) axis.edges.push_back(static_cast<double>(bin));
  return axis;
}

Grid unit_grid(std::size_t x_bins, std::size_t y_bins) {
  return {{unit_axis("a", x_bins), unit_axis("b", y_bins)}};
}

CellTable with_rows(const Shape& shape, const std::vector<std::size_t>& cells) {
  CellTable table(shape);
  for (const std::size_t cell : cells) table.cells[cell].add(1.0);
  return table;
}

CellMask near_data(std::size_t reach) {
  CellMask mask;
  mask.rule = CellMask::Rule::near_data;
  mask.reach = reach;
  return mask;
}

CellMask of_polygons(std::vector<MaskPolygon> polygons) {
  MaskPolygons shapes;
  shapes.polygons = std::move(polygons);
  shapes.highest = {100, 100};
  return {.rule = CellMask::Rule::polygons,
          .file = "coast.geojson",
          .polygons = std::make_shared<const MaskPolygons>(std::move(shapes))};
}

MaskRing box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}, {left, bottom}};
}

std::string refusal(const CellMask& mask, const Grid& grid, const CellTable& table) {
  try {
    apply_mask(mask, grid, table);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

std::string picture(const Grid& grid, const std::vector<bool>& left_out) {
  std::string text;
  for (std::size_t y = grid.axes[1].bins(); y-- > 0;) {
    for (std::size_t x = 0; x < grid.axes[0].bins(); ++x) text += left_out[x * grid.axes[1].bins() + y] ? '.' : '#';
    text += "\n";
  }
  return text;
}

TEST(CellMask, NearDataKeepsWhatIsWithinReachOnEveryAxis) {
  Random random(71);
  for (const Shape& shape : {Shape{{30}}, Shape{{9, 12}}, Shape{{5, 6, 7}}}) {
    Grid grid;
    for (const std::size_t bins : shape.bins) grid.axes.push_back(unit_axis("x", bins));
    for (const std::size_t reach : {1U, 2U, 4U}) {
      std::vector<std::size_t> rows = {static_cast<std::size_t>(random.below(shape.cells()))};
      if (reach < 3) rows.push_back(random.below(shape.cells()));
      const std::vector<bool> left_out = apply_mask(near_data(reach), grid, with_rows(shape, rows)).left_out;
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        const bool is_near = std::ranges::any_of(rows, [&](std::size_t row) {
          std::size_t farthest = 0;
          for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
            const auto distance =
                static_cast<long>(shape.bin_of(cell, axis)) - static_cast<long>(shape.bin_of(row, axis));
            farthest = std::max(farthest, static_cast<std::size_t>(std::labs(distance)));
          }
          return farthest <= reach;
        });
        EXPECT_EQ(!left_out.empty() && left_out[cell], !is_near) << "cell " << cell << ", reach " << reach;
      }
    }
  }
}

TEST(CellMask, ThatReachesEverywhereLeavesOutNothing) {
  const Grid grid = unit_grid(6, 6);
  EXPECT_TRUE(apply_mask(near_data(100), grid, with_rows(grid.shape(), {0})).left_out.empty());
  EXPECT_TRUE(apply_mask({}, grid, with_rows(grid.shape(), {0})).left_out.empty());
}

TEST(CellMask, OfDataAloneReachesFartherWhereRowsAreFewer) {
  const Grid grid = unit_grid(20, 20);
  const auto kept = [&](std::size_t rows) {
    CellTable table(grid.shape());
    for (std::size_t row = 0; row < rows; ++row) table.cells[210].add(1.0);
    const std::vector<bool> left_out = apply_mask(near_data(0), grid, table).left_out;
    return std::ranges::count(left_out, false);
  };
  EXPECT_EQ(kept(4000), 9);  // ten rows a cell: the neighbours stay
  EXPECT_EQ(kept(125), 49);  // a block of 4 x 4 cells should hold five
}

TEST(CellMask, OfPolygonsKeepsCellsThatTheyOverlapButNotThoseThatTheyTouch) {
  const Grid grid = unit_grid(5, 4);
  const CellTable table = with_rows(grid.shape(), {1 * 4 + 1});
  EXPECT_EQ(picture(grid, apply_mask(of_polygons({{box(1, 1, 3, 2)}}), grid, table).left_out),
            ".....\n"
            ".....\n"
            ".##..\n"
            ".....\n");
  EXPECT_EQ(picture(grid, apply_mask(of_polygons({{box(0.9, 1, 3, 2.1)}}), grid, table).left_out),
            ".....\n"
            "###..\n"
            "###..\n"
            ".....\n");
}

TEST(CellMask, OfPolygonsLeavesOutHolesAndPartsWithoutRows) {
  const Grid grid = unit_grid(7, 5);
  const CellTable table = with_rows(grid.shape(), {0});
  EXPECT_EQ(
      picture(grid,
              apply_mask(of_polygons({{box(0, 0, 5, 5), box(1, 1, 4, 4)}, {box(6.2, 0, 7, 2)}}), grid, table).left_out),
      "#####..\n"
      "#...#..\n"
      "#...#..\n"
      "#...#..\n"
      "#####..\n");
}

TEST(CellMask, CellsWithRowsStayWhereverTheyAre) {
  const Grid grid = unit_grid(4, 2);
  const MaskedCells masked = apply_mask(of_polygons({{box(0, 0, 1, 2)}}), grid, with_rows(grid.shape(), {0, 6, 6}));
  EXPECT_EQ(picture(grid, masked.left_out), "#...\n#..#\n");
  EXPECT_EQ(masked.rows_outside, 2);
}

// Whether a polygon overlaps a cell, by cutting it at the sides of the cell (Sutherland and Hodgman 1974); only for
// polygons that are convex or triangles.
bool overlaps(MaskRing ring, double left, double bottom) {
  ring.pop_back();
  const auto cut = [&ring](std::size_t part, double at, double sign) {
    MaskRing kept;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto& from = ring[i];
      const auto& to = ring[(i + 1) % ring.size()];
      const double before = sign * (from[part] - at);
      const double after = sign * (to[part] - at);
      if (before >= 0) kept.push_back(from);
      if ((before < 0) != (after < 0)) {
        const double share = before / (before - after);
        kept.push_back({from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])});
      }
    }
    ring = kept;
  };
  cut(0, left, 1);
  cut(0, left + 1, -1);
  cut(1, bottom, 1);
  cut(1, bottom + 1, -1);
  double area = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto& from = ring[i];
    const auto& to = ring[(i + 1) % ring.size()];
    area += from[0] * to[1] - to[0] * from[1];
  }
  return std::abs(area) > 1e-9;
}

TEST(CellMask, OfTrianglesKeepsWhatCuttingThemAtTheCellsSays) {
  Random random(72);
  const Grid grid = unit_grid(8, 8);
  for (int trial = 0; trial < 200; ++trial) {
    MaskRing ring;
    for (int i = 0; i < 3; ++i) ring.push_back({10 * random.uniform() - 1, 10 * random.uniform() - 1});
    ring.push_back(ring.front());
    std::vector<std::size_t> inside;
    for (std::size_t cell = 0; cell < 64; ++cell) {
      if (overlaps(ring, static_cast<double>(cell / 8), static_cast<double>(cell % 8))) inside.push_back(cell);
    }
    if (inside.empty()) continue;
    const std::vector<bool> left_out =
        apply_mask(of_polygons({{ring}}), grid, with_rows(grid.shape(), inside)).left_out;
    EXPECT_EQ(apply_mask(of_polygons({{ring}}), grid, with_rows(grid.shape(), inside)).rows_outside, 0);
    for (std::size_t cell = 0; cell < 64; ++cell) {
      const bool is_kept = left_out.empty() || !left_out[cell];
      EXPECT_EQ(is_kept, std::ranges::find(inside, cell) != inside.end()) << "trial " << trial << ", cell " << cell;
    }
  }
}

TEST(CellMask, RefusesWhatHoldsNoRowsAndOtherNumbersOfFeatures) {
  const Grid grid = unit_grid(4, 4);
  const CellTable table = with_rows(grid.shape(), {0});
  const std::string nothing = refusal(of_polygons({{box(50, 50, 60, 60)}}), grid, table);
  EXPECT_NE(nothing.find("coast.geojson: none of the rows"), std::string::npos) << nothing;
  Grid line{{unit_axis("a", 4)}};
  EXPECT_NE(refusal(of_polygons({{box(0, 0, 1, 1)}}), line, with_rows(line.shape(), {0})).find("two features"),
            std::string::npos);
  const CellMask named = {.rule = CellMask::Rule::polygons, .file = "coast.geojson"};
  EXPECT_NE(refusal(named, grid, table).find("was not read"), std::string::npos);
}

TEST(CellMask, RefusesOtherCoordinatesThanThoseOfTheRows) {
  Grid grid = unit_grid(4, 4);
  grid.axes[0].name = "lat";
  grid.axes[1].name = "lon";
  const CellTable table = with_rows(grid.shape(), {0});
  MaskPolygons far;
  far.polygons = {{box(0, 0, 500000, 5000000)}};
  far.highest = {500000, 5000000};
  const CellMask projected = {
      .rule = CellMask::Rule::polygons, .file = "utm.geojson", .polygons = std::make_shared<const MaskPolygons>(far)};
  EXPECT_NE(refusal(projected, grid, table).find("are not longitude and latitude"), std::string::npos);
  far.highest = {4, 4};
  far.is_geographic = false;
  const CellMask said = {
      .rule = CellMask::Rule::polygons, .file = "utm.geojson", .polygons = std::make_shared<const MaskPolygons>(far)};
  EXPECT_NE(refusal(said, grid, table).find("are not longitude and latitude"), std::string::npos);
  grid.axes[0].name = "metres";
  EXPECT_EQ(refusal(projected, grid, table), "");
}

TEST(CellMask, PolygonsLieAlongTheFeaturesThatAreCalledSo) {
  Grid grid = unit_grid(4, 2);
  grid.axes[0].name = "y";
  grid.axes[1].name = "x";
  EXPECT_EQ(picture(grid, apply_mask(of_polygons({{box(0, 0, 1, 4)}}), grid, with_rows(grid.shape(), {0})).left_out),
            "....\n####\n");
}

TEST(CellMask, NearestCellsThatStayAreFound) {
  const Shape shape{{7}};
  EXPECT_EQ(find_nearest_kept(shape, {true, true, false, true, true, false, true}),
            (std::vector<std::size_t>{2, 2, 2, 2, 5, 5, 5}));
}

TEST(CellMask, SeparatesConnectedCells) {
  const Shape shape{{3, 3}};
  std::vector<bool> left_out(9, false);
  left_out[3] = left_out[4] = left_out[5] = true;
  const ConnectedCells found = connect_equal_cells(shape, std::vector<double>(9, 1.0), left_out);
  EXPECT_EQ(found.count, 2U);
  EXPECT_EQ(found.label[0], 0U);
  EXPECT_EQ(found.label[8], 1U);
  EXPECT_LT(found.label[4], 2U);
}

}  // namespace
}  // namespace gaptv::testing
