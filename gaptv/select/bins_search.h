// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gaptv {

// Looks for the number of bins with the smallest held-out error without trying all: first numbers that grow by a
// factor, from few bins on, until there are enough and several in a row were no better; then those between the best one
// and its neighbours, by halving. Grids of almost the same size have almost the same error, and the largest ones, which
// take the time, are tried only while they help.
//
// candidates: increasing. enough: the search does not stop at fewer bins, however bad they are: a coarse grid can be
// good by chance, where its few cuts lie. error_of: called once for each number that is tried. Returns the numbers that
// were tried, in that order; the best one is the first of those with the smallest error.
std::vector<std::size_t> search_bins(const std::vector<std::size_t>& candidates, double enough,
                                     const std::function<double(std::size_t)>& error_of);

}  // namespace gaptv
