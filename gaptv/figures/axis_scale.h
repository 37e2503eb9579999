// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaptv::figures {

// Says where values lie between the ends of an axis.
struct AxisScale {
  double low = 0;
  double high = 1;
  bool is_log = false;

  // Returns 0 at the low end, 1 at the high one, and numbers outside for values beyond; on a log axis minus infinity
  // for values of zero or less.
  double share(double value) const;
};

// Holds the smallest and the largest of some finite numbers; it is empty if low > high.
struct ValueSpan {
  ValueSpan();
  void include(double value);  // a NaN is left out

  double low;
  double high;
};

// Makes an axis for these values. A span too small to put numbers on, a single value say, is widened.
AxisScale make_axis(const ValueSpan& span, bool is_log);

// Makes one with a little air at both ends, so that markers do not touch the frame.
AxisScale make_padded_axis(const ValueSpan& span, bool is_log);

struct Tick {
  double at = 0;
  std::string label;
};

// Chooses at most so many ticks (3 or more) within the axis: at multiples of 1, 2 or 5 times a power of ten on a linear
// axis, or of another short number if that gave a single one; on a log axis at 1, 2, 5 in each decade, at 1 and 3, at
// every decade or every few, or as on a linear one if it is too short for that.
std::vector<Tick> choose_ticks(const AxisScale& axis, std::size_t most);

// Puts ticks at those of the given values that are within the axis.
std::vector<Tick> place_ticks(const AxisScale& axis, std::vector<double> values);

}  // namespace gaptv::figures
