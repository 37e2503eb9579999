// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/case_recipe.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/grid/shape.h"

namespace gaptv {
namespace {

using Point = std::vector<double>;

// The numbers of points along each feature at which a truth is evaluated: 10000 in all.
std::vector<std::size_t> points_along_features(std::size_t features) {
  if (features == 1) return {10000};
  if (features == 2) return {100, 100};
  return {25, 20, 20};
}

Dataset empty_rows(std::size_t features) {
  Dataset rows;
  rows.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) rows.feature_names.push_back("x" + std::to_string(j + 1));
  rows.outcome_name = "y";
  return rows;
}

void add_point(Dataset& rows, const Point& x, double outcome) {
  for (std::size_t j = 0; j < x.size(); ++j) rows.features[j].push_back(x[j]);
  rows.outcome.push_back(outcome);
}

// The truth at the middles of equally probable intervals of each feature, so that points are as dense as rows.
Dataset truth_on_grid(const CaseRecipe& recipe) {
  const Shape shape = {points_along_features(recipe.features)};
  Dataset truth = empty_rows(recipe.features);
  Point x(recipe.features);
  for (std::size_t point = 0; point < shape.cells(); ++point) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      x[j] = recipe.feature((static_cast<double>(shape.bin_of(point, j)) + 0.5) / static_cast<double>(shape.bins[j]));
    }
    add_point(truth, x, recipe.mean(x));
  }
  return truth;
}

constexpr std::uint64_t sample_stream = 1;

Dataset draw_rows(const CaseRecipe& recipe, std::size_t rows, Random random) {
  Dataset drawn = empty_rows(recipe.features);
  Point x(recipe.features);
  for (std::size_t row = 0; row < rows; ++row) {
    for (double& value : x) value = recipe.feature(random.uniform());
    add_point(drawn, x, recipe.outcome(recipe.mean(x), random));
  }
  return drawn;
}

// Gamma with mean "shape" and variance "shape", by the method of Marsaglia and Tsang (2000).
double gamma_of(double shape, Random& random) {
  // A power of a uniform number turns a draw of shape + 1 into one of the shape.
  if (shape < 1) return gamma_of(shape + 1, random) * std::pow(1 - random.uniform(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double normal = random.normal();
    const double cube = std::pow(1 + c * normal, 3);
    if (cube <= 0) continue;
    if (std::log(1 - random.uniform()) < normal * normal / 2 + d - d * cube + d * std::log(cube)) return d * cube;
  }
}

}  // namespace

double with_normal_noise(double mean, Random& random) {
  return mean + random.normal();
}

// Student's t with three degrees of freedom.
double with_heavy_tails(double mean, Random& random) {
  double square = 0;
  for (int i = 0; i < 3; ++i) square += std::pow(random.normal(), 2);
  return mean + random.normal() / std::sqrt(square / 3);
}

double zero_or_one(double mean, Random& random) {
  return random.uniform() < mean ? 1 : 0;
}

// Poisson, by multiplying uniforms until they fall below e^-mean.
double count_of(double mean, Random& random) {
  const double limit = std::exp(-mean);
  double count = -1;
  for (double product = 1; product > limit; product *= random.uniform()) count += 1;
  return std::max(count, 0.0);  // a mean below 1e-16 has the limit 1
}

std::function<double(double, Random&)> with_noise(double deviation) {
  return [deviation](double mean, Random& random) { return mean + deviation * random.normal(); };
}

double without_noise(double mean, Random& /*random*/) {
  return mean;
}

std::function<double(double, Random&)> overdispersed_count(double variance_over_mean) {
  const double scale = variance_over_mean - 1;
  return [scale](double mean, Random& random) { return count_of(scale * gamma_of(mean / scale, random), random); };
}

PresetCase make_case(std::string name, const CaseRecipe& recipe, std::string loss, std::vector<std::size_t> sizes) {
  const std::size_t features = recipe.features;
  return {
      std::move(name),
      std::move(sizes),
      std::move(loss),
      [recipe](std::size_t rows, std::uint64_t seed) {
        return Simulation{draw_rows(recipe, rows, Random(seed, sample_stream)), truth_on_grid(recipe)};
      },
      [recipe](std::size_t rows, std::uint64_t seed) { return draw_rows(recipe, rows, Random(seed, fresh_stream)); },
      features};
}

}  // namespace gaptv
