// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/preset_cases.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "gaptv/base/random.h"
#include "gaptv/grid/shape.h"

namespace gaptv {
namespace {

// The numbers of points along each feature at which a truth is evaluated: 10000 in all.
std::vector<std::size_t> points_along_features(std::size_t features) {
  if (features == 1) return {10000};
  if (features == 2) return {100, 100};
  return {25, 20, 20};
}

using Point = std::vector<double>;

// What is simulated here instead of by simulate().
struct Recipe {
  std::size_t features = 2;
  std::function<double(const Point&)> mean;
  std::function<double(double mean, Random&)> outcome;  // what is seen of a mean
  // The quantile function of every feature; features are independent, from 0 to 1.
  std::function<double(double share)> feature = [](double share) { return share; };
};

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
  return count;
}

double crowded_feature(double share) {
  return std::pow(share, 3);
}

// Four blocks of a chequered floor of unequal size.
double blocks(const Point& x) {
  const bool is_right = x[0] > 0.6;
  const bool is_above = x[1] > 0.35;
  return is_right == is_above ? 2 : is_right ? -1 : 0;
}

double waves(const Point& x) {
  return 2 * std::sin(2 * std::numbers::pi * x[0]) * std::cos(std::numbers::pi * x[1]);
}

double steps(const Point& x) {
  return x[0] < 0.2 ? 0 : x[0] < 0.5 ? 2 : x[0] < 0.55 ? -2 : x[0] < 0.8 ? 1 : 3;
}

double box(const Point& x) {
  const bool is_inside = x[0] > 0.3 && x[1] > 0.3 && x[2] < 0.6;
  return is_inside ? 3 : x[0] > 0.7 ? 1 : 0;
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
Dataset truth_on_grid(const Recipe& recipe) {
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

// Streams of random numbers, so that fresh rows are others than those of any sample.
constexpr std::uint64_t sample_stream = 1;
constexpr std::uint64_t fresh_stream = 101;

Dataset draw_rows(const Recipe& recipe, std::size_t rows, Random random) {
  Dataset drawn = empty_rows(recipe.features);
  Point x(recipe.features);
  for (std::size_t row = 0; row < rows; ++row) {
    for (double& value : x) value = recipe.feature(random.uniform());
    add_point(drawn, x, recipe.outcome(recipe.mean(x), random));
  }
  return drawn;
}

// Points of the truth, drawn at random, with unit noise: how simulate() samples plateaus.
Dataset draw_from_cells(const Dataset& truth, std::size_t rows, Random random) {
  Dataset drawn = empty_rows(truth.features.size());
  Point x(truth.features.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t cell = random.below(truth.rows());
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = truth.features[j][cell];
    add_point(drawn, x, with_normal_noise(truth.outcome[cell], random));
  }
  return drawn;
}

PresetCase simulated(const std::string& kind, std::vector<std::size_t> sizes, bool distinct = false) {
  return {distinct ? kind + "-distinct" : kind, std::move(sizes), "gaussian",
          [=](std::size_t rows, std::uint64_t seed) {
            return simulate({kind, rows, seed, distinct});
          },
          [=](std::size_t rows, std::uint64_t seed) {
            if (kind == "plateaus") {
              return draw_from_cells(simulate({kind, 1, seed, distinct}).truth, rows, Random(seed, fresh_stream));
            }
            // The other kinds have the same truth for every seed.
            return simulate({kind, rows, Random(seed, fresh_stream).next(), distinct}).sample;
          }};
}

PresetCase made(std::string name, const Recipe& recipe, std::string loss = "gaussian") {
  const std::size_t features = recipe.features;
  return {
      std::move(name),
      {200, 2000},
      std::move(loss),
      [recipe](std::size_t rows, std::uint64_t seed) {
        return Simulation{draw_rows(recipe, rows, Random(seed, sample_stream)), truth_on_grid(recipe)};
      },
      [recipe](std::size_t rows, std::uint64_t seed) { return draw_rows(recipe, rows, Random(seed, fresh_stream)); },
      features};
}

double probability_of_block(const Point& x) {
  return 0.3 + 0.2 * blocks(x);
}

double rate_of_block(const Point& x) {
  return 2 + blocks(x);
}

std::vector<PresetCase> make_cases() {
  std::vector<PresetCase> cases;
  cases.push_back(simulated("plateaus", {50, 100, 200, 500, 1000, 2000, 5000, 10000}));
  cases.push_back(simulated("plateaus", {200, 2000}, true));
  for (const char* kind : {"scenario1", "scenario2", "scenario3", "scenario4"}) {
    cases.push_back(simulated(kind, {200, 2000}));
  }
  cases.push_back(made("smooth", {.mean = waves, .outcome = with_normal_noise}));
  cases.push_back(made("noise", {.mean = [](const Point&) { return 0.0; }, .outcome = with_normal_noise}));
  cases.push_back(made("one-feature", {.features = 1, .mean = steps, .outcome = with_normal_noise}));
  cases.push_back(made("three-features", {.features = 3, .mean = box, .outcome = with_normal_noise}));
  cases.push_back(made("heavy-tails", {.mean = blocks, .outcome = with_heavy_tails}));
  cases.push_back(made("crowded", {.mean = blocks, .outcome = with_normal_noise, .feature = crowded_feature}));
  cases.push_back(made("binary", {.mean = probability_of_block, .outcome = zero_or_one}, "binomial"));
  cases.push_back(made("counts", {.mean = rate_of_block, .outcome = count_of}, "poisson"));
  return cases;
}

}  // namespace

const std::vector<PresetCase>& preset_cases() {
  static const std::vector<PresetCase> cases = make_cases();
  return cases;
}

}  // namespace gaptv
