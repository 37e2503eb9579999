// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/model/fit_options.h"

namespace gaptv::bench {

// Each function prints one JSON object to standard output.

// The whole fit on rows of the plateau benchmark in memory, everything automatic, beside a plain single-threaded read
// of the three columns: medians over the repeats, which alternate.
void measure_fit(std::size_t rows, std::size_t repeats, const FitOptions& options);

// Predicting rows, beside a plain single-threaded read of their features.
void measure_predict(std::size_t rows, std::size_t repeats);

// Error and plateaus on the plateau benchmark for each number of rows, averaged over trials (seeds seed, seed + 1,
// ...).
void measure_accuracy(const std::vector<std::size_t>& rows, std::size_t trials, std::size_t seed);

}  // namespace gaptv::bench
