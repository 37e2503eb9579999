// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/tv/graph_problem.h"
#include "gaptv/tv/problem.h"

namespace gaptv::bench {

// A square image in which rectangles, a disc and half planes lie over each other, levels that differ by one to three
// standard deviations of the noise, which is N(0, 1). Row by row. The picture is the same at every size.
std::vector<double> noisy_image(std::size_t side);

// A cube of blocks with the same noise, every cell of weight 1.
TvProblem noisy_cube(std::size_t side);

// The pixels as the nodes of a graph, each joined to its four neighbours by edges of weight 1.
GraphProblem image_problem(std::size_t side, std::vector<double> image);

}  // namespace gaptv::bench
