// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gaptv/data/dataset.h"

namespace gaptv {

// These are the kinds of data that there are.
//
// plateaus: the benchmark of the GapTV paper. The truth is a 100 x 100 grid of cells, x1 and x2 being the integer
// coordinates 0 .. 99, with background 0 and six plateaus of means -2, -3, -5, 5, 3, 2, grown in that order; rows are
// cells drawn with replacement. A plateau starts at a random free cell (one that belongs to no finished plateau), the
// only candidate; then 1000 times a candidate is drawn at random, leaves the candidates and its free neighbours (of
// four) join them. The plateau's own cells are free until it is finished, so they are drawn again: 1000 draws give a
// median of 372 cells and leave 78 % of the grid as background, as in the paper's experiments. If no candidate is left
// (a pocket between older plateaus) the plateau ends early.
//
// scenario1 .. scenario4: the test functions of the CRISP paper (Petersen, Simon and Witten 2016), x uniform on
// [-2.5, 2.5)^2. The truth is evaluated at the midpoints of 100 x 100 equal squares.
//   scenario1  sign(x1) where x1 x2 >= 0, else 0
//   scenario2  -sign(x1 x2)
//   scenario3  six rectangles: three columns cut at x1 = -0.83 and 0.83; the first is -3 where x2 < -1.25, else 1, the
//              second -2 where x2 < 0, else 2, the third -1 where x2 < 1.25, else 3
//   scenario4  10 / (((x1 - 2.5) / 3)^2 + ((x2 - 2.5) / 3)^2 + 1), plus the same around (-2.5, -2.5)
inline constexpr std::array<std::string_view, 5> simulation_kinds = {"plateaus", "scenario1", "scenario2", "scenario3",
                                                                     "scenario4"};

struct SimulateOptions {
  std::string kind;  // one of simulation_kinds
  std::size_t rows = 0;
  std::uint64_t seed = 0;
  // Only for plateaus: a plateau's own cells are not drawn again, so that it has 1000 distinct cells, as the text of
  // the paper says; fewer only if it starts in a smaller pocket between older plateaus.
  bool distinct = false;
};

// Holds a sample and its truth, both with the features x1 and x2 and the outcome y.
struct Simulation {
  Dataset sample;  // y is the truth plus independent N(0, 1) noise
  Dataset truth;   // y is the truth on the whole evaluation grid, ordered by x1, then x2
};

// Draws a truth and a sample of it. The truth depends on kind, seed and distinct only; a smaller sample is the
// beginning of a larger one. The bytes are the same on every platform. Throws InvalidInput if the kind is not known, no
// rows are asked for or "distinct" goes with another kind than plateaus. O(rows).
Simulation simulate(const SimulateOptions& options);

}  // namespace gaptv
