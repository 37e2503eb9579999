// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/preset_cases.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "experiments/case_recipe.h"
#include "gaptv/base/random.h"

namespace gaptv {
namespace {

using Point = std::vector<double>;

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

// Points of the truth, drawn at random, with unit noise: how simulate() samples plateaus.
Dataset draw_from_cells(const Dataset& truth, std::size_t rows, Random random) {
  Dataset drawn = truth;
  for (auto& column : drawn.features) column.clear();
  drawn.outcome.clear();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t cell = random.below(truth.rows());
    for (std::size_t j = 0; j < drawn.features.size(); ++j) drawn.features[j].push_back(truth.features[j][cell]);
    drawn.outcome.push_back(with_normal_noise(truth.outcome[cell], random));
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
  cases.push_back(make_case("smooth", {.mean = waves, .outcome = with_normal_noise}));
  cases.push_back(make_case("noise", {.mean = [](const Point&) { return 0.0; }, .outcome = with_normal_noise}));
  cases.push_back(make_case("one-feature", {.features = 1, .mean = steps, .outcome = with_normal_noise}));
  cases.push_back(make_case("three-features", {.features = 3, .mean = box, .outcome = with_normal_noise}));
  cases.push_back(make_case("heavy-tails", {.mean = blocks, .outcome = with_heavy_tails}));
  cases.push_back(make_case("crowded", {.mean = blocks, .outcome = with_normal_noise, .feature = crowded_feature}));
  cases.push_back(make_case("binary", {.mean = probability_of_block, .outcome = zero_or_one}, "binomial"));
  cases.push_back(make_case("counts", {.mean = rate_of_block, .outcome = count_of}, "poisson"));
  return cases;
}

}  // namespace

const std::vector<PresetCase>& preset_cases() {
  static const std::vector<PresetCase> cases = make_cases();
  return cases;
}

}  // namespace gaptv
