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

// The default fit of rows that come in batches, of which nothing is kept, beside a plain single-threaded read of them.
void measure_stream(std::size_t rows, std::size_t repeats);

// Predicting rows, beside a plain single-threaded read of their features.
void measure_predict(std::size_t rows, std::size_t repeats);

// Error and plateaus on the plateau benchmark for each number of rows, averaged over trials (seeds seed, seed + 1,
// ...).
void measure_accuracy(const std::vector<std::size_t>& rows, std::size_t trials, std::size_t seed);

// The fit of 0 / 1 outcomes with the binomial loss and of counts with the Poisson loss, each beside the Gaussian fit of
// the same rows.
void measure_losses(std::size_t rows, std::size_t repeats, const FitOptions& options);

// gaptv::denoise() on a noisy image, from its graph to plateaus and certificate.
void measure_denoise(std::size_t side, std::size_t repeats, double lambda, std::size_t threads);

// For peers: that image as plain numbers in a file, row by row, and how good the values are that they made of it.
void write_image(std::size_t side, const std::string& path);
void score_image(std::size_t side, double lambda, const std::string& path);

// gaptv::denoise() on a noisy chain, and the solver of chains alone.
void measure_chain(std::size_t nodes, std::size_t repeats);

// lambda_max and the whole path of lambdas on a noisy cube, each solution certified; the two halves of the path by a
// solver and a thread each.
void measure_cube_path(std::size_t side, std::size_t repeats);

// Measures lambda_max and the whole path of lambdas on a noisy image twice, on one thread each: by the network of
// grids, and by that of graphs, which is used if the edges have weights (here all of them are 1). The repeats
// alternate.
void measure_networks(std::size_t side, std::size_t repeats);

// The whole fit by a method that makes a tree, on rows of the plateau benchmark.
void measure_tree(std::size_t rows, std::size_t repeats, const FitOptions& options);

// The whole fit by CRISP: 50 lambdas, 5 folds, every solve certified; wall and processor time.
void measure_crisp(std::size_t rows, std::size_t repeats, FitOptions options);

}  // namespace gaptv::bench
