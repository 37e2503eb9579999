// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/denoise.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "bench/images.h"
#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "gaptv/base/random.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/tv/chain/chain_solver.h"

namespace gaptv::bench {
namespace {

std::vector<double> read_pixels(const std::string& path, std::size_t count) {
  std::vector<double> pixels(count);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(pixels.data()), static_cast<std::streamsize>(count * sizeof(double)));
  if (!file) throw std::runtime_error(path + ": not " + std::to_string(count) + " numbers");
  return pixels;
}

double total_variation_objective(const GraphProblem& problem, const std::vector<double>& values, double lambda) {
  double loss = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    loss += problem.weight[v] / 2 * (problem.mean[v] - values[v]) * (problem.mean[v] - values[v]);
  }
  double variation = 0;
  for (const auto& [from, to, weight] : problem.graph.edges) variation += weight * std::abs(values[from] - values[to]);
  return loss + lambda * variation;
}

// Plateaus of random lengths, differing by a few standard deviations of the noise.
GraphProblem noisy_chain(std::size_t nodes) {
  Random random(7);
  GraphProblem problem{{nodes, {}}, std::vector<double>(nodes, 1.0), {}};
  problem.mean.reserve(nodes);
  problem.graph.edges.reserve(nodes);
  double level = 0;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    if (random.below(200) == 0) level = 3 * random.normal();
    problem.mean.push_back(level + random.normal());
    if (v > 0) problem.graph.edges.push_back({v - 1, v, 1.0});
  }
  return problem;
}

}  // namespace

void write_image(std::size_t side, const std::string& path) {
  const std::vector<double> image = noisy_image(side);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size() * sizeof(double)));
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
  std::printf("{\"pixels\": %zu}\n", image.size());
}

void measure_denoise(std::size_t side, std::size_t repeats, double lambda, std::size_t threads) {
  const GraphProblem problem = image_problem(side, noisy_image(side));
  std::vector<double> seconds;
  Denoised result;
  for (std::size_t i = 0; i < repeats; ++i) {
    GraphProblem copy = problem;
    seconds.push_back(seconds_of([&] { result = denoise(std::move(copy), lambda, squared_loss(), threads); }));
  }
  std::printf(
      "{\"pixels\": %zu, \"lambda\": %g, \"seconds\": %.6f, \"objective\": %.17g, \"plateaus\": %zu, "
      "\"relative_gap\": %.3g}\n",
      side * side, lambda, median(seconds), result.certificate.objective, result.plateaus,
      result.certificate.relative_gap);
}

void score_image(std::size_t side, double lambda, const std::string& path) {
  const GraphProblem problem = image_problem(side, noisy_image(side));
  const std::vector<double> values = read_pixels(path, side * side);
  const Shape shape{{side, side}};
  // What iterative methods leave between equal values counts as equal.
  constexpr double tolerance_of_plateaus = 1e-4;
  std::printf("{\"objective\": %.17g, \"plateaus\": %zu, \"plateaus_within_1e-4\": %zu}\n",
              total_variation_objective(problem, values, lambda), connect_equal_cells(shape, values).count,
              connect_equal_cells(shape, values, tolerance_of_plateaus).count);
}

void measure_chain(std::size_t nodes, std::size_t repeats) {
  const GraphProblem problem = noisy_chain(nodes);
  constexpr double lambda = 3;
  const std::vector<double> capacity(nodes - 1, lambda);
  std::vector<double> with_proof;
  std::vector<double> alone;
  Denoised result;
  for (std::size_t i = 0; i < repeats; ++i) {
    GraphProblem copy = problem;
    with_proof.push_back(seconds_of([&] { result = denoise(std::move(copy), lambda); }));
    alone.push_back(seconds_of([&] { solve_chain(problem.weight, problem.mean, capacity); }));
  }
  std::printf(
      "{\"nodes\": %zu, \"denoise_seconds\": %.6f, \"solve_seconds\": %.6f, \"plateaus\": %zu, "
      "\"relative_gap\": %.3g}\n",
      nodes, median(with_proof), median(alone), result.plateaus, result.certificate.relative_gap);
}

}  // namespace gaptv::bench
