// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/preset_cases.h"
#include "gaptv/base/random.h"

namespace gaptv {

// Describes a truth that is a function of features, how rows are drawn, and what is seen of it.
struct CaseRecipe {
  std::size_t features = 2;
  std::function<double(const std::vector<double>& x)> mean;
  std::function<double(double mean, Random&)> outcome;  // what is seen of a mean
  // The quantile function of every feature; features are independent, from 0 to 1.
  std::function<double(double share)> feature = [](double share) { return share; };
};

// Makes a case of it. Its truth is on a grid of 10000 points: the middles of equally probable intervals of each
// feature.
PresetCase make_case(std::string name, const CaseRecipe& recipe, std::string loss = "gaussian",
                     std::vector<std::size_t> sizes = {200, 2000});

// Fresh rows are drawn from this stream of random numbers, which no sample uses.
inline constexpr std::uint64_t fresh_stream = 101;

// These are outcomes of a mean: with normal noise of deviation 1, with another deviation, with Student's t of three
// degrees of freedom as noise, without noise, 1 with the probability "mean" and otherwise 0, Poisson counts.
double with_normal_noise(double mean, Random& random);
std::function<double(double, Random&)> with_noise(double deviation);
double with_heavy_tails(double mean, Random& random);
double without_noise(double mean, Random& random);
double zero_or_one(double mean, Random& random);
double count_of(double mean, Random& random);

// Negative binomial counts: their variance is the mean times the number, which must be above 1, at every mean.
std::function<double(double, Random&)> overdispersed_count(double variance_over_mean);

}  // namespace gaptv
