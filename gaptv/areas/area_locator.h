// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

inline constexpr std::uint32_t in_no_area = 0xFFFFFFFF;

struct AreaHit {
  std::uint32_t area = in_no_area;  // the first of those that hold the point
  bool is_shared = false;           // another area holds it too
};

// Finds the area of a point: of an area that holds it in one of its polygons, each by the even-odd rule, so that parts
// which overlap do not cancel. As bins hold edge <= x < next, a point on a border belongs to the
// area to its right or, on a border without a left and a right, above it. If there is none, to the area on the other
// side, so that outermost borders are closed.
//
// Where all borders run along the axes the areas are drawn once into a table of their coordinates, and a point costs
// two searches. Otherwise a point is compared with the borders in a band of its height. The layer is not needed
// afterwards.
class AreaLocator {
 public:
  // "largest_table" bounds its cells.
  explicit AreaLocator(const AreaLayer& layer, std::size_t largest_table = 20'000'000);
  ~AreaLocator();
  AreaLocator(AreaLocator&&) noexcept;
  AreaLocator& operator=(AreaLocator&&) noexcept;

  AreaHit find(const MapPoint& point) const;

  // Returns with how many borders a point at this height is compared.
  std::size_t borders_beside(double y) const;

 private:
  struct Index;
  std::unique_ptr<Index> index_;
};

}  // namespace gaptv
