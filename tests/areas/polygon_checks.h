// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gaptv/areas/region_polygons.h"

namespace gaptv::testing {

// Reads a picture: its lines from top to bottom, letters from 'a' for areas, '.' for cells outside of all. Borders of
// cells are 0, 1, 2 and so on.
inline NumberedCells cells_of(const std::vector<std::string>& lines) {
  NumberedCells cells;
  for (std::size_t x = 0; x <= lines.front().size(); ++x) cells.x_borders.push_back(static_cast<double>(x));
  for (std::size_t y = 0; y <= lines.size(); ++y) cells.y_borders.push_back(static_cast<double>(y));
  for (std::size_t x = 0; x < lines.front().size(); ++x) {
    for (std::size_t y = 0; y < lines.size(); ++y) {
      const char letter = lines[lines.size() - 1 - y][x];
      const std::size_t area = letter == '.' ? no_area : static_cast<std::size_t>(letter - 'a');
      cells.area_of_cell.push_back(area);
      if (area != no_area) cells.areas = std::max(cells.areas, area + 1);
    }
  }
  return cells;
}

// Twice the area, positive if the ring is counter-clockwise. Exact for small whole numbers.
inline double signed_area(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) sum += ring[i].x * ring[i + 1].y - ring[i + 1].x * ring[i].y;
  return sum / 2;
}

inline std::vector<Ring> rings_of(const MultiPolygon& area) {
  std::vector<Ring> rings;
  for (const Polygon& polygon : area) {
    rings.push_back(polygon.outer);
    rings.insert(rings.end(), polygon.holes.begin(), polygon.holes.end());
  }
  return rings;
}

inline double area_of(const MultiPolygon& area) {
  double sum = 0;
  for (const Ring& ring : rings_of(area)) sum += signed_area(ring);
  return sum;
}

// The even-odd rule: a line from the point to the right crosses the rings an odd number of times.
inline bool contains(const Ring& ring, const MapPoint& point) {
  bool is_inside = false;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const bool crosses = (ring[i].y > point.y) != (ring[i + 1].y > point.y);
    if (crosses && ring[i].x > point.x) is_inside = !is_inside;  // such a side is vertical
  }
  return is_inside;
}

inline bool contains(const Polygon& polygon, const MapPoint& point) {
  bool is_inside = contains(polygon.outer, point);
  for (const Ring& hole : polygon.holes) is_inside = is_inside != contains(hole, point);
  return is_inside;
}

// Areas of the cells around a corner.
inline std::set<std::size_t> areas_around(const NumberedCells& cells, const MapPoint& corner) {
  std::set<std::size_t> areas;
  for (const double x : {corner.x - 1, corner.x}) {
    for (const double y : {corner.y - 1, corner.y}) {
      const bool is_inside = x >= 0 && y >= 0 && x < cells.x_borders.back() && y < cells.y_borders.back();
      const double cell = x * cells.y_borders.back() + y;
      areas.insert(is_inside ? cells.area_of_cell[static_cast<std::size_t>(cell)] : no_area);
    }
  }
  return areas;
}

inline void expect_good_ring(const NumberedCells& cells, const Ring& ring, bool is_outer) {
  ASSERT_GE(ring.size(), 5U);
  EXPECT_EQ(ring.front(), ring.back());
  EXPECT_EQ(signed_area(ring) > 0, is_outer);
  std::set<std::pair<double, double>> points;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const MapPoint& before = ring[i == 0 ? ring.size() - 2 : i - 1];
    const MapPoint& point = ring[i];
    const MapPoint& after = ring[i + 1];
    EXPECT_NE(point.x == after.x, point.y == after.y) << "not along an axis, or of no length";
    const bool is_corner = (before.x == point.x) != (point.x == after.x);
    EXPECT_TRUE(is_corner || areas_around(cells, point).size() == 3) << "a point without need";
    EXPECT_TRUE(points.emplace(point.x, point.y).second) << "visited twice";
  }
}

// Every piece of a border between two areas is in both of them, in opposite directions.
inline void expect_common_points(const std::vector<MultiPolygon>& areas) {
  using Piece = std::tuple<double, double, double, double>;
  std::set<Piece> pieces;
  std::set<std::pair<double, double>> points;
  for (const MultiPolygon& area : areas) {
    for (const Ring& ring : rings_of(area)) {
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
        points.emplace(ring[i].x, ring[i].y);
        EXPECT_TRUE(pieces.emplace(ring[i].x, ring[i].y, ring[i + 1].x, ring[i + 1].y).second);
      }
    }
  }
  for (const auto& [x, y, to_x, to_y] : pieces) {
    const double length = std::abs(to_x - x) + std::abs(to_y - y);
    for (double at = 1; at < length; ++at) {
      const std::pair<double, double> between = {x + at * (to_x - x) / length, y + at * (to_y - y) / length};
      EXPECT_FALSE(points.contains(between)) << "a neighbour has a point that this border has not";
    }
  }
}

// Checks all that region_polygons() promises, for borders at 0, 1, 2 and so on.
inline void expect_exact_polygons(const NumberedCells& cells) {
  const std::vector<MultiPolygon> areas = region_polygons(cells);
  ASSERT_EQ(areas.size(), cells.areas);
  std::vector<double> count(cells.areas, 0);
  for (const std::size_t area : cells.area_of_cell) {
    if (area != no_area) ++count[area];
  }
  for (std::size_t area = 0; area < areas.size(); ++area) {
    EXPECT_EQ(area_of(areas[area]), count[area]) << "area " << area;
    for (const Polygon& polygon : areas[area]) {
      expect_good_ring(cells, polygon.outer, true);
      for (const Ring& hole : polygon.holes) expect_good_ring(cells, hole, false);
    }
  }
  expect_common_points(areas);
  const std::size_t y_cells = cells.y_borders.size() - 1;
  for (std::size_t cell = 0; cell < cells.area_of_cell.size(); ++cell) {
    const MapPoint middle = {static_cast<double>(cell / y_cells) + 0.5, static_cast<double>(cell % y_cells) + 0.5};
    for (std::size_t area = 0; area < areas.size(); ++area) {
      std::size_t times = 0;
      for (const Polygon& polygon : areas[area]) times += contains(polygon, middle) ? 1U : 0U;
      EXPECT_EQ(times, cells.area_of_cell[cell] == area ? 1U : 0U) << "cell " << cell << ", area " << area;
    }
  }
}

// Looks for what is wrong with areas whose borders run along the axes, at any coordinates: rings, holes and parts by
// the rules of Simple Features, which GEOS checks too; borders with the same points on both sides; places in two areas
// or in none.
class TilingCheck {
 public:
  explicit TilingCheck(const std::vector<MultiPolygon>& areas) : areas_(areas) {
    for (const MultiPolygon& area : areas) {
      for (const Ring& ring : rings_of(area)) {
        for (const MapPoint& point : ring) {
          xs_.push_back(point.x);
          ys_.push_back(point.y);
        }
      }
    }
    for (std::vector<double>* const coordinates : {&xs_, &ys_}) {
      std::ranges::sort(*coordinates);
      coordinates->erase(std::unique(coordinates->begin(), coordinates->end()), coordinates->end());
    }
    for (const MultiPolygon& area : areas) {
      for (const Ring& ring : rings_of(area)) {
        for (const MapPoint& point : ring) corners_.insert(corner_of(point));
      }
    }
  }

  // Returns what was found first; nothing if the areas are valid and hold every place of the land once and no other.
  std::string find_problem(const std::function<bool(const MapPoint&)>& is_land) const {
    std::vector<std::size_t> times(places());
    for (std::size_t area = 0; area < areas_.size(); ++area) {
      const std::string where = " (area " + std::to_string(area) + ")";
      if (areas_[area].empty()) return "an area without parts" + where;
      std::set<std::pair<Corner, Corner>> pieces;
      for (const Polygon& polygon : areas_[area]) {
        std::string problem = ring_problem(polygon.outer, true, pieces);
        for (const Ring& hole : polygon.holes) {
          if (problem.empty()) problem = ring_problem(hole, false, pieces);
        }
        if (problem.empty()) problem = inside_problem(polygon, times);
        if (!problem.empty()) return problem + where;
      }
    }
    for (std::size_t place = 0; place < times.size(); ++place) {
      if (times[place] > 1) return "a place in two areas";
      if ((times[place] == 1) != is_land(middle_of(place))) return times[place] == 1 ? "an area in the water" : "a gap";
    }
    return "";
  }

 private:
  using Corner = std::pair<std::size_t, std::size_t>;

  static std::size_t rank(const std::vector<double>& sorted, double value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
  }

  Corner corner_of(const MapPoint& point) const { return {rank(xs_, point.x), rank(ys_, point.y)}; }

  // Coordinates of all corners cut the map into places; each is in an area or not, as a whole.
  std::size_t places() const { return xs_.empty() ? 0 : (xs_.size() - 1) * (ys_.size() - 1); }
  std::size_t place_at(std::size_t x, std::size_t y) const { return x * (ys_.size() - 1) + y; }
  MapPoint middle_of(std::size_t place) const {
    const std::size_t x = place / (ys_.size() - 1);
    const std::size_t y = place % (ys_.size() - 1);
    return {xs_[x] / 2 + xs_[x + 1] / 2, ys_[y] / 2 + ys_[y + 1] / 2};
  }
  double size_of(std::size_t place) const {
    const std::size_t x = place / (ys_.size() - 1);
    const std::size_t y = place % (ys_.size() - 1);
    return (xs_[x + 1] - xs_[x]) * (ys_[y + 1] - ys_[y]);
  }

  // "pieces" are those that borders of the same area have run along.
  std::string ring_problem(const Ring& ring, bool is_outer, std::set<std::pair<Corner, Corner>>& pieces) const {
    if (ring.size() < 5 || !(ring.front() == ring.back())) return "a ring that is too short or open";
    if ((signed_area(ring) > 0) != is_outer) return "a ring in the wrong direction";
    std::set<Corner> visited;
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
      Corner at = corner_of(ring[i]);
      const Corner end = corner_of(ring[i + 1]);
      if ((at.first == end.first) == (at.second == end.second)) return "a border across the axes or without length";
      bool is_first = true;
      while (at != end) {
        if (!is_first && corners_.contains(at)) return "a point on a border that does not have it";
        if (!visited.insert(at).second) return "a ring that touches itself";
        is_first = false;
        Corner next = at;
        std::size_t& moving = at.first == end.first ? next.second : next.first;
        moving += moving < (at.first == end.first ? end.second : end.first) ? 1U : std::size_t(-1);
        if (!pieces.emplace(std::min(at, next), std::max(at, next)).second)
          return "borders of an area along each other";
        at = next;
      }
    }
    return "";
  }

  // Holes lie in the polygon and apart, and what is left hangs together.
  std::string inside_problem(const Polygon& polygon, std::vector<std::size_t>& times) const {
    std::vector<std::size_t> inside;
    double sum = signed_area(polygon.outer);
    double covered = 0;
    for (const Ring& hole : polygon.holes) sum += signed_area(hole);
    for (std::size_t place = 0; place < places(); ++place) {
      if (!contains(polygon, middle_of(place))) continue;
      inside.push_back(place);
      ++times[place];
      covered += size_of(place);
    }
    // Areas of rings are sums of products of coordinates, which are larger than small maps.
    const double largest =
        std::max(std::abs(xs_.front()), std::abs(xs_.back())) * std::max(std::abs(ys_.front()), std::abs(ys_.back()));
    if (std::abs(sum - covered) > 1e-9 * covered + 1e-13 * largest) return "a hole that is not in its polygon";
    std::vector<std::size_t> open = {inside.front()};
    std::set<std::size_t> unreached(inside.begin() + 1, inside.end());
    while (!open.empty()) {
      const std::size_t x = open.back() / (ys_.size() - 1);
      const std::size_t y = open.back() % (ys_.size() - 1);
      open.pop_back();
      const auto reach = [&](bool is_there, std::size_t to_x, std::size_t to_y) {
        if (is_there && unreached.erase(place_at(to_x, to_y)) > 0) open.push_back(place_at(to_x, to_y));
      };
      reach(x > 0, x - 1, y);
      reach(x + 2 < xs_.size(), x + 1, y);
      reach(y > 0, x, y - 1);
      reach(y + 2 < ys_.size(), x, y + 1);
    }
    return unreached.empty() ? "" : "a part in pieces";
  }

  const std::vector<MultiPolygon>& areas_;
  std::vector<double> xs_;
  std::vector<double> ys_;
  std::set<Corner> corners_;
};

}  // namespace gaptv::testing
