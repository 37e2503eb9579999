// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/colour_map.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gaptv {
namespace {

template <std::size_t stop_count>
Colour between_stops(const std::array<Colour, stop_count>& stops, double share) {
  const double position = std::clamp(share, 0.0, 1.0) * static_cast<double>(stop_count - 1);
  const std::size_t index = std::min(static_cast<std::size_t>(position), stop_count - 2);
  const double t = position - static_cast<double>(index);
  const auto mix = [&](double Colour::*part) { return stops[index].*part * (1 - t) + stops[index + 1].*part * t; };
  return {mix(&Colour::red), mix(&Colour::green), mix(&Colour::blue)};
}

}  // namespace

Colour viridis(double share) {
  static constexpr std::array<Colour, 9> stops = {{{68, 1, 84},
                                                   {71, 44, 122},
                                                   {59, 81, 139},
                                                   {44, 113, 142},
                                                   {33, 144, 141},
                                                   {39, 173, 129},
                                                   {92, 200, 99},
                                                   {170, 220, 50},
                                                   {253, 231, 37}}};
  return between_stops(stops, share);
}

Colour blue_white_red(double share) {
  static constexpr std::array<Colour, 11> stops = {{{5, 48, 97},
                                                    {33, 102, 172},
                                                    {67, 147, 195},
                                                    {146, 197, 222},
                                                    {209, 229, 240},
                                                    {255, 255, 255},
                                                    {253, 219, 199},
                                                    {244, 165, 130},
                                                    {214, 96, 77},
                                                    {178, 24, 43},
                                                    {103, 0, 31}}};
  return between_stops(stops, share);
}

}  // namespace gaptv
