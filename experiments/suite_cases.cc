// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/suite_cases.h"

#include <cmath>
#include <numbers>

#include "experiments/case_recipe.h"
#include "gaptv/base/error.h"

namespace gaptv {
namespace {

using Point = std::vector<double>;

// A curve that rises, falls steeply and levels out.
double curve(double x) {
  return 3 * std::sin(7 * x * x) + 4 * x;
}

double curve_in_first(const Point& x) {
  return curve(x[0]);
}

// The second feature moves the outcome by a tenth of what the first does.
double mostly_first(const Point& x) {
  return curve(x[0]) + 0.6 * x[1];
}

double steps_in_first(const Point& x) {
  return x[0] < 0.3 ? 0 : x[0] < 0.45 ? 3 : x[0] < 0.8 ? 1 : 4;
}

// A box of the first two features; the third one does not matter.
double box_of_two(const Point& x) {
  return x[0] > 0.35 && x[1] < 0.55 ? 2 : x[1] > 0.8 ? -1 : 0;
}

double hills(const Point& x) {
  const auto hill = [&x](double u, double v, double width) {
    return std::exp(-(std::pow(x[0] - u, 2) + std::pow(x[1] - v, 2)) / (2 * width * width));
  };
  return 4 * hill(0.3, 0.3, 0.15) - 3 * hill(0.7, 0.6, 0.2) + 2 * hill(0.2, 0.85, 0.1);
}

double smooth_curve(const Point& x) {
  return 2 * std::sin(2 * std::numbers::pi * x[0]) + std::cos(5 * std::numbers::pi * x[0]);
}

double smooth_in_three(const Point& x) {
  return 2 * std::sin(std::numbers::pi * x[0] * x[1]) + 4 * std::pow(x[2] - 0.5, 2) + x[0];
}

double gradient(const Point& x) {
  return 3 * x[0] + 2 * x[1];
}

double boxes(const Point& x) {
  const auto is_within = [&x](double left, double right, double low, double high) {
    return x[0] > left && x[0] < right && x[1] > low && x[1] < high;
  };
  return (is_within(0.1, 0.45, 0.15, 0.6) ? 2 : 0) + (is_within(0.3, 0.85, 0.45, 0.9) ? -3 : 0) +
         (is_within(0.7, 0.95, 0.05, 0.35) ? 4 : 0);
}

bool is_in_disc(const Point& x, double u, double v, double radius) {
  return std::hypot(x[0] - u, x[1] - v) < radius;
}

double discs(const Point& x) {
  return is_in_disc(x, 0.3, 0.35, 0.2) ? 3 : is_in_disc(x, 0.7, 0.7, 0.25) ? -2 : is_in_disc(x, 0.8, 0.2, 0.12) ? 5 : 0;
}

// Slanting stripes.
double bands(const Point& x) {
  const double across = x[0] + 0.5 * x[1];
  return across < 0.35 ? 0 : across < 0.6 ? 2 : across < 0.85 ? -1 : across < 1.15 ? 3 : 1;
}

// Rates with two hot spots on a quiet ground.
double hot_spots(const Point& x) {
  return is_in_disc(x, 0.3, 0.35, 0.2) ? 12 : is_in_disc(x, 0.75, 0.7, 0.15) ? 6 : 2;
}

double smooth_rate(const Point& x) {
  return std::exp(0.5 + 0.6 * hills(x));
}

// Probabilities that are 3 % on average: a box of 15 %, one of 6 %, and 1.1 % elsewhere.
double rare(const Point& x) {
  const bool is_high = x[0] > 0.6 && x[0] < 0.9 && x[1] > 0.2 && x[1] < 0.5;
  const bool is_raised = x[0] < 0.4 && x[1] > 0.65;
  return is_high ? 0.15 : is_raised ? 0.06 : 0.0107;
}

// The logit is a slope in the first feature.
double slope_of_class(const Point& x) {
  return 1 / (1 + std::exp(-(6 * x[0] - 3)));
}

std::vector<PresetCase> make_suite_cases() {
  std::vector<PresetCase> cases = preset_cases();
  const auto add = [&cases](const char* name, const CaseRecipe& recipe, const char* loss = "gaussian") {
    cases.push_back(make_case(name, recipe, loss));
  };
  add("dominant-curve", {.mean = mostly_first, .outcome = with_noise(0.5)});
  add("useless-second", {.mean = curve_in_first, .outcome = with_normal_noise});
  add("useless-second-steps", {.mean = steps_in_first, .outcome = with_normal_noise});
  add("useless-third", {.features = 3, .mean = box_of_two, .outcome = with_normal_noise});
  add("useless-two", {.features = 3, .mean = curve_in_first, .outcome = with_normal_noise});
  add("smooth-exact", {.mean = hills, .outcome = without_noise});
  add("smooth-quiet", {.mean = hills, .outcome = with_noise(0.2)});
  add("smooth-curve", {.features = 1, .mean = smooth_curve, .outcome = with_noise(0.5)});
  add("smooth-three", {.features = 3, .mean = smooth_in_three, .outcome = with_noise(0.5)});
  add("gradient", {.mean = gradient, .outcome = with_noise(0.5)});
  add("boxes", {.mean = boxes, .outcome = with_normal_noise});
  add("discs", {.mean = discs, .outcome = with_normal_noise});
  add("bands", {.mean = bands, .outcome = with_normal_noise});
  add("counts-over-3", {.mean = hot_spots, .outcome = overdispersed_count(3)}, "poisson");
  add("counts-over-13", {.mean = hot_spots, .outcome = overdispersed_count(13)}, "poisson");
  add("counts-over-13-smooth", {.mean = smooth_rate, .outcome = overdispersed_count(13)}, "poisson");
  add("rare-class", {.mean = rare, .outcome = zero_or_one}, "binomial");
  add("slope-class", {.mean = slope_of_class, .outcome = zero_or_one}, "binomial");
  return cases;
}

}  // namespace

const std::vector<PresetCase>& suite_cases() {
  static const std::vector<PresetCase> cases = make_suite_cases();
  return cases;
}

const PresetCase& find_suite_case(const std::string& name) {
  std::string names;
  for (const PresetCase& of_case : suite_cases()) {
    if (of_case.name == name) return of_case;
    names += (names.empty() ? "" : ", ") + of_case.name;
  }
  throw InvalidInput("simulate: there is no kind '" + name + "'; choose one of " + names);
}

}  // namespace gaptv
