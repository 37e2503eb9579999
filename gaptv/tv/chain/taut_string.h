// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>

namespace gaptv::tv {

// Finds the flow along a chain as solve_chain() does, without its care for the last digits and several times faster
// where plateaus are short: the fitted sums are the shortest way through a tube around the sums of the data, a taut
// string. Node i pulls with weight_i > 0 towards pull_i / weight_i, the edge from it to node i + 1 carries up to
// capacity_i, and exactly that much where the string bends. Writes one flow per edge.
//
// A part of the string is looked at again whenever it turns out to bend before its end. Returns false, with the flow
// half done, if that takes more than a fixed number of steps per node.
bool pull_string_taut(std::span<const double> weight, std::span<const double> pull, std::span<const double> capacity,
                      std::span<double> flow);

}  // namespace gaptv::tv
