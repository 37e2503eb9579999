// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/region_polygons.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <utility>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/grid/shape.h"

namespace gaptv {
namespace {

// Sides of a cell in the order of a walk round it with the cell to the left: the bottom to the right, the right side
// upwards, the top to the left, the left side downwards.
constexpr std::size_t sides = 4;

struct Step {
  int x = 0;
  int y = 0;
};

constexpr std::array<Step, sides> along = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
constexpr std::array<Step, sides> to_the_right = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
// The corner at the end of a side, seen from the lower left one.
constexpr std::array<Step, sides> end_of_side = {{{1, 0}, {1, 1}, {0, 1}, {0, 0}}};

struct Side {
  std::int64_t x = 0;  // of its cell
  std::int64_t y = 0;
  std::size_t number = 0;

  bool operator==(const Side&) const = default;
};

// A part is a set of connected cells of one area. Its borders are walked along with its cells to the left.
class Tracer {
 public:
  explicit Tracer(const NumberedCells& cells)
      : cells_(cells),
        x_cells_(static_cast<std::int64_t>(cells.x_borders.size()) - 1),
        y_cells_(static_cast<std::int64_t>(cells.y_borders.size()) - 1),
        is_walked_(cells.area_of_cell.size() * sides, 0) {
    assert(cells.area_of_cell.size() == static_cast<std::size_t>(x_cells_ * y_cells_));
    std::vector<double> numbers;
    numbers.reserve(cells.area_of_cell.size());
    for (const std::size_t area : cells.area_of_cell) {
      assert(area == no_area || area < cells.areas);
      numbers.push_back(area == no_area ? -1.0 : static_cast<double>(area));
    }
    parts_ =
        connect_equal_cells(Shape{{static_cast<std::size_t>(x_cells_), static_cast<std::size_t>(y_cells_)}}, numbers);
  }

  std::vector<MultiPolygon> trace() {
    std::vector<Polygon> polygons(parts_.count);
    for (std::int64_t x = 0; x < x_cells_; ++x) {
      for (std::int64_t y = 0; y < y_cells_; ++y) {
        if (cells_.area_of_cell[cell_at(x, y)] == no_area) continue;
        for (std::size_t side = 0; side < sides; ++side) {
          const Side start = {x, y, side};
          if (is_border(start) && is_walked_[number_of(start)] == 0) walk(start, polygons[part_at(x, y)]);
        }
      }
    }
    std::vector<MultiPolygon> areas(cells_.areas);
    std::vector<std::uint8_t> is_taken(parts_.count, 0);
    for (std::size_t cell = 0; cell < cells_.area_of_cell.size(); ++cell) {
      const std::size_t part = parts_.label[cell];
      if (cells_.area_of_cell[cell] == no_area || is_taken[part] != 0) continue;
      is_taken[part] = 1;
      areas[cells_.area_of_cell[cell]].push_back(std::move(polygons[part]));
    }
    return areas;
  }

 private:
  std::size_t cell_at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(x * y_cells_ + y); }
  std::size_t number_of(const Side& side) const { return cell_at(side.x, side.y) * sides + side.number; }

  // Around the grid there is no part.
  std::size_t part_at(std::int64_t x, std::int64_t y) const {
    const bool is_inside = x >= 0 && y >= 0 && x < x_cells_ && y < y_cells_;
    return is_inside ? parts_.label[cell_at(x, y)] : no_area;
  }

  bool is_border(const Side& side) const {
    const Step right = to_the_right[side.number];
    return part_at(side.x + right.x, side.y + right.y) != part_at(side.x, side.y);
  }

  // Returns the area to the right of a side.
  std::size_t area_beside(const Side& side) const {
    const Step right = to_the_right[side.number];
    const std::int64_t x = side.x + right.x;
    const std::int64_t y = side.y + right.y;
    const bool is_inside = x >= 0 && y >= 0 && x < x_cells_ && y < y_cells_;
    return is_inside ? cells_.area_of_cell[cell_at(x, y)] : no_area;
  }

  // Finds the side that a walk goes on with. Where four borders meet in a corner, two cells of the part touch there:
  // the walk turns right, to the other cell, and so keeps to the same piece of the outside. These two pieces are not
  // connected: the cells of the part are, and so enclose one of the pieces. So each ring visits the corner once. A walk
  // that turned left would run into one ring that touches itself. Cells of different parts are no matter of this walk.
  Side next(const Side& side) const {
    const std::size_t part = part_at(side.x, side.y);
    const Step ahead = along[side.number];
    const Step right = to_the_right[side.number];
    const Side turned_right = {side.x + ahead.x + right.x, side.y + ahead.y + right.y,
                               (side.number + sides - 1) % sides};
    if (part_at(turned_right.x, turned_right.y) == part) return turned_right;
    const Side straight = {side.x + ahead.x, side.y + ahead.y, side.number};
    if (part_at(straight.x, straight.y) == part) return straight;
    return {side.x, side.y, (side.number + 1) % sides};
  }

  // Walks along a border until it is closed, and adds it to the polygon.
  void walk(const Side& start, Polygon& polygon) {
    Ring ring;
    std::int64_t area = 0;  // in cells, counting those to the left
    Side side = start;
    do {
      is_walked_[number_of(side)] = 1;
      area += along[side.number].y * (side.x + end_of_side[side.number].x);
      const Side following = next(side);
      if (following.number != side.number || area_beside(following) != area_beside(side)) ring.push_back(end_of(side));
      side = following;
    } while (side != start);
    ring.push_back(ring.front());
    if (area > 0) {
      polygon.outer = std::move(ring);
    } else {
      polygon.holes.push_back(std::move(ring));
    }
  }

  MapPoint end_of(const Side& side) const {
    const Step corner = end_of_side[side.number];
    return {cells_.x_borders[static_cast<std::size_t>(side.x + corner.x)],
            cells_.y_borders[static_cast<std::size_t>(side.y + corner.y)]};
  }

  const NumberedCells& cells_;
  std::int64_t x_cells_;
  std::int64_t y_cells_;
  std::vector<std::uint8_t> is_walked_;
  ConnectedCells parts_;
};

}  // namespace

std::vector<MultiPolygon> region_polygons(const NumberedCells& cells) {
  return Tracer(cells).trace();
}

}  // namespace gaptv
