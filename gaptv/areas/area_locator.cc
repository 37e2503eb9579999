// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_locator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace gaptv {
namespace {

// Says from which side a point is looked at that lies on a border: slightly to the right of it or to the left, slightly
// above it or below.
struct BorderSide {
  bool is_right = true;
  bool is_above = true;
};
constexpr BorderSide border_sides[] = {{true, true}, {false, true}, {true, false}, {false, false}};

// The lower point comes first, so that two areas with the same border compute the same numbers.
struct BorderEdge {
  MapPoint low;
  MapPoint high;
  std::uint32_t area = 0;
  std::uint32_t polygon = 0;  // counted over all areas
};

std::vector<BorderEdge> collect_borders(const AreaLayer& layer) {
  std::vector<BorderEdge> edges;
  std::uint32_t polygons = 0;
  for (std::uint32_t area = 0; area < layer.size(); ++area) {
    const auto add = [&](const Ring& ring) {
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
        // A level border is never crossed by a level ray.
        if (ring[i].y == ring[i + 1].y) continue;
        const bool rises = ring[i].y < ring[i + 1].y;
        edges.push_back({rises ? ring[i] : ring[i + 1], rises ? ring[i + 1] : ring[i], area, polygons});
      }
    };
    for (const Polygon& polygon : layer.geometry[area]) {
      add(polygon.outer);
      for (const Ring& hole : polygon.holes) add(hole);
      ++polygons;
    }
  }
  return edges;
}

bool runs_along_axes(const std::vector<BorderEdge>& edges) {
  return std::ranges::all_of(edges, [](const BorderEdge& edge) { return edge.low.x == edge.high.x; });
}

// Says whether a ray to the right crosses the border.
bool is_crossed(const BorderEdge& edge, const MapPoint& point, const BorderSide& side) {
  const bool is_beside =
      side.is_above ? edge.low.y <= point.y && point.y < edge.high.y : edge.low.y < point.y && point.y <= edge.high.y;
  if (!is_beside) return false;
  if (point.x < std::min(edge.low.x, edge.high.x)) return true;
  if (point.x > std::max(edge.low.x, edge.high.x)) return false;
  const double turn =
      (edge.high.x - edge.low.x) * (point.y - edge.low.y) - (point.x - edge.low.x) * (edge.high.y - edge.low.y);
  return side.is_right ? turn > 0 : turn >= 0;
}

class AreaTable {
 public:
  AreaTable(const std::vector<BorderEdge>& edges, std::vector<double> xs, std::vector<double> ys)
      : xs_(std::move(xs)), ys_(std::move(ys)), cells_((xs_.size() - 1) * (ys_.size() - 1)) {
    std::vector<std::vector<std::uint32_t>> crossings(ys_.size() - 1);
    for (std::size_t first = 0; first < edges.size();) {
      std::size_t end = first;
      std::size_t lowest = crossings.size();
      std::size_t highest = 0;
      for (; end < edges.size() && edges[end].polygon == edges[first].polygon; ++end) {
        const std::size_t column = rank(xs_, edges[end].low.x);
        const std::size_t bottom = rank(ys_, edges[end].low.y);
        const std::size_t top = rank(ys_, edges[end].high.y);
        for (std::size_t row = bottom; row < top; ++row) crossings[row].push_back(static_cast<std::uint32_t>(column));
        lowest = std::min(lowest, bottom);
        highest = std::max(highest, top);
      }
      for (std::size_t row = lowest; row < highest; ++row) {
        fill(row, crossings[row], edges[first].area);
        crossings[row].clear();
      }
      first = end;
    }
  }

  AreaHit find(const MapPoint& point, const BorderSide& side) const {
    const std::optional<std::size_t> column = bin(xs_, point.x, side.is_right);
    const std::optional<std::size_t> row = bin(ys_, point.y, side.is_above);
    if (!column || !row) return {};
    return cells_[*row * (xs_.size() - 1) + *column];
  }

 private:
  static std::size_t rank(const std::vector<double>& sorted, double value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
  }

  static std::optional<std::size_t> bin(const std::vector<double>& edges, double value, bool is_upper) {
    const auto place = is_upper ? std::ranges::upper_bound(edges, value) : std::ranges::lower_bound(edges, value);
    if (place == edges.begin() || place == edges.end()) return {};
    return static_cast<std::size_t>(place - edges.begin()) - 1;
  }

  void fill(std::size_t row, std::vector<std::uint32_t>& columns, std::uint32_t area) {
    std::ranges::sort(columns);
    for (std::size_t i = 0; i + 1 < columns.size(); i += 2) {
      for (std::size_t column = columns[i]; column < columns[i + 1]; ++column) {
        AreaHit& cell = cells_[row * (xs_.size() - 1) + column];
        cell.is_shared = cell.is_shared || (cell.area != in_no_area && cell.area != area);
        if (cell.area == in_no_area) cell.area = area;
      }
    }
  }

  std::vector<double> xs_;
  std::vector<double> ys_;
  std::vector<AreaHit> cells_;
};

// Lists for each band of heights the borders in it, those of a polygon together.
class BandIndex {
 public:
  explicit BandIndex(std::vector<BorderEdge> edges) : edges_(std::move(edges)) {
    double highest = -std::numeric_limits<double>::infinity();
    lowest_ = std::numeric_limits<double>::infinity();
    for (const BorderEdge& edge : edges_) {
      lowest_ = std::min(lowest_, edge.low.y);
      highest = std::max(highest, edge.high.y);
    }
    if (edges_.empty()) return;
    bands_ = std::clamp<std::size_t>(edges_.size(), 1, 8192);
    const std::size_t most_entries = 8 * edges_.size() + 4'000'000;
    while (true) {
      // Halves, as the difference of two finite numbers need not be finite.
      height_ = (highest / 2 - lowest_ / 2) / static_cast<double>(bands_) * 2;
      std::size_t entries = 0;
      for (const BorderEdge& edge : edges_) entries += band(edge.high.y) - band(edge.low.y) + 1;
      if (entries <= most_entries || bands_ == 1) break;
      bands_ /= 2;
    }
    starts_.assign(bands_ + 1, 0);
    for (const BorderEdge& edge : edges_) {
      for (std::size_t i = band(edge.low.y); i <= band(edge.high.y); ++i) ++starts_[i + 1];
    }
    for (std::size_t i = 0; i < bands_; ++i) starts_[i + 1] += starts_[i];
    entries_.resize(starts_.back());
    std::vector<std::size_t> next = starts_;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      for (std::size_t i = band(edges_[e].low.y); i <= band(edges_[e].high.y); ++i) {
        entries_[next[i]++] = static_cast<std::uint32_t>(e);
      }
    }
  }

  std::size_t borders_beside(double y) const { return edges_.empty() ? 0 : starts_[band(y) + 1] - starts_[band(y)]; }

  AreaHit find(const MapPoint& point, const BorderSide& side) const {
    AreaHit hit;
    if (edges_.empty()) return hit;
    const std::size_t at = band(point.y);
    std::uint32_t area = in_no_area;
    std::uint32_t polygon = 0;
    bool is_inside = false;
    const auto close_polygon = [&] {
      if (!is_inside) return;
      hit.is_shared = hit.is_shared || (hit.area != in_no_area && hit.area != area);
      if (hit.area == in_no_area) hit.area = area;
      is_inside = false;
    };
    for (std::size_t i = starts_[at]; i < starts_[at + 1]; ++i) {
      const BorderEdge& edge = edges_[entries_[i]];
      if (edge.polygon != polygon) close_polygon();
      polygon = edge.polygon;
      area = edge.area;
      if (is_crossed(edge, point, side)) is_inside = !is_inside;
    }
    close_polygon();
    return hit;
  }

 private:
  // Rounding does no harm, as the same height is always in the same band and order is kept.
  std::size_t band(double y) const {
    const double place = (y / 2 - lowest_ / 2) / height_ * 2;
    if (!(place > 0)) return 0;
    return place >= static_cast<double>(bands_) ? bands_ - 1 : static_cast<std::size_t>(place);
  }

  std::vector<BorderEdge> edges_;
  std::size_t bands_ = 0;
  double lowest_ = 0;
  double height_ = 1;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> entries_;
};

// Drawing the table visits every height that a border passes. Borders of areas that do not overlap pass each cell twice
// at most; those of a hostile file could pass all heights without end.
bool is_quickly_drawn(const std::vector<BorderEdge>& edges, const std::vector<double>& ys, std::size_t largest_table) {
  std::size_t steps = 0;
  for (const BorderEdge& edge : edges) {
    steps +=
        static_cast<std::size_t>(std::ranges::lower_bound(ys, edge.high.y) - std::ranges::lower_bound(ys, edge.low.y));
    if (steps > 4 * largest_table) return false;
  }
  return true;
}

std::vector<double> sorted_coordinates(const std::vector<BorderEdge>& edges, double MapPoint::*coordinate) {
  std::vector<double> values;
  values.reserve(2 * edges.size());
  for (const BorderEdge& edge : edges) {
    values.push_back(edge.low.*coordinate);
    values.push_back(edge.high.*coordinate);
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

struct AreaLocator::Index {
  std::optional<AreaTable> table;
  std::optional<BandIndex> bands;

  AreaHit find(const MapPoint& point, const BorderSide& side) const {
    return table ? table->find(point, side) : bands->find(point, side);
  }
};

AreaLocator::AreaLocator(const AreaLayer& layer, std::size_t largest_table) : index_(std::make_unique<Index>()) {
  std::vector<BorderEdge> edges = collect_borders(layer);
  if (!edges.empty() && runs_along_axes(edges)) {
    std::vector<double> xs = sorted_coordinates(edges, &MapPoint::x);
    std::vector<double> ys = sorted_coordinates(edges, &MapPoint::y);
    const bool is_small = (xs.size() - 1) <= largest_table / std::max<std::size_t>(1, ys.size() - 1);
    if (is_small && is_quickly_drawn(edges, ys, largest_table)) {
      index_->table.emplace(edges, std::move(xs), std::move(ys));
      return;
    }
  }
  index_->bands.emplace(std::move(edges));
}

AreaLocator::~AreaLocator() = default;
AreaLocator::AreaLocator(AreaLocator&&) noexcept = default;
AreaLocator& AreaLocator::operator=(AreaLocator&&) noexcept = default;

std::size_t AreaLocator::borders_beside(double y) const {
  return index_->table ? 0 : index_->bands->borders_beside(y);
}

AreaHit AreaLocator::find(const MapPoint& point) const {
  for (const BorderSide& side : border_sides) {
    const AreaHit hit = index_->find(point, side);
    if (hit.area != in_no_area) return hit;
  }
  return {};
}

}  // namespace gaptv
