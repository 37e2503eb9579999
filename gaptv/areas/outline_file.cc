// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/outline_file.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gaptv/areas/map_shapes.h"
#include "gaptv/base/error.h"
#include "gaptv/grid/bin_borders.h"
#include "gaptv/grid/map_axes.h"

namespace gaptv {
namespace {

struct MapBox {
  double left;
  double right;
  double bottom;
  double top;
};

// The part of a segment in the box, as shares of its way (Liang and Barsky 1984).
std::optional<std::pair<double, double>> clip(const MapPoint& from, const MapPoint& to, const MapBox& box) {
  double first = 0;
  double last = 1;
  const auto cut = [&](double start, double step, double low, double high) {
    if (step == 0) return start >= low && start <= high;
    const double one = (low - start) / step;
    const double other = (high - start) / step;
    first = std::max(first, std::min(one, other));
    last = std::min(last, std::max(one, other));
    return first <= last;
  };
  if (!cut(from.x, to.x - from.x, box.left, box.right)) return std::nullopt;
  if (!cut(from.y, to.y - from.y, box.bottom, box.top)) return std::nullopt;
  return std::pair(first, last);
}

// Collects what is in the box, without points that lie too near to the last one to be seen.
class OutlineClip {
 public:
  explicit OutlineClip(const MapBox& box)
      : box_(box), x_step_((box.right - box.left) / dots), y_step_((box.top - box.bottom) / dots) {}

  void add(const std::vector<MapPoint>& line) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const auto part = clip(line[i], line[i + 1], box_);
      if (!part) {
        finish();
        continue;
      }
      if (line_.empty() || part->first > 0) {
        finish();
        line_.push_back(at(line[i], line[i + 1], part->first));
      }
      last_ = at(line[i], line[i + 1], part->second);
      if (is_far(line_.back(), last_)) line_.push_back(last_);
      if (part->second < 1) finish();
    }
    finish();
  }

  std::vector<MapLine> take() { return std::move(lines_); }

 private:
  static constexpr double dots = 4000;  // along the map: more than a page of a paper has

  std::array<double, 2> at(const MapPoint& from, const MapPoint& to, double share) const {
    return {std::clamp(from.x * (1 - share) + to.x * share, box_.left, box_.right),
            std::clamp(from.y * (1 - share) + to.y * share, box_.bottom, box_.top)};
  }

  bool is_far(const std::array<double, 2>& one, const std::array<double, 2>& other) const {
    return std::abs(one[0] - other[0]) > x_step_ || std::abs(one[1] - other[1]) > y_step_;
  }

  void finish() {
    if (line_.size() > 1 && line_.back() != last_) line_.push_back(last_);
    if (line_.size() > 1) lines_.push_back(std::move(line_));
    line_.clear();
  }

  MapBox box_;
  double x_step_;
  double y_step_;
  MapLine line_;
  std::array<double, 2> last_ = {};
  std::vector<MapLine> lines_;
};

}  // namespace

std::vector<MapLine> read_outline(const std::string& path, const Model& model) {
  const Grid& grid = model.surfaces.front().grid;
  if (grid.axes.size() != 2) {
    throw InvalidInput("an outline is drawn on a map of two features, and this model has " +
                       std::to_string(grid.axes.size()) + "; leave out `outline`");
  }
  const MapShapes shapes = read_map_shapes(path);
  const MapAxes axes = find_map_axes(grid);
  if (axes.is_geographic) check_is_geographic(shapes, path);
  const std::vector<double> x = bin_borders(grid.axes[axes.horizontal]);
  const std::vector<double> y = bin_borders(grid.axes[axes.vertical]);
  OutlineClip clip({x.front(), x.back(), y.front(), y.back()});
  for (const std::vector<MapPoint>& line : shapes.lines) clip.add(line);
  for (const Polygon& polygon : shapes.polygons) {
    clip.add(polygon.outer);
    for (const Ring& hole : polygon.holes) clip.add(hole);
  }
  std::vector<MapLine> lines = clip.take();
  if (lines.empty()) {
    throw InvalidInput(path + ": no line of it lies on the map; give a file in the coordinates of '" +
                       grid.axes[axes.horizontal].name + "' and '" + grid.axes[axes.vertical].name + "'");
  }
  return lines;
}

}  // namespace gaptv
