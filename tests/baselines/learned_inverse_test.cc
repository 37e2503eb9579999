// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/learned_inverse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

constexpr std::size_t size = 7;
// Of a matrix with eigenvalues between 1 and about 10, after as many updates as it has rows.
constexpr double update_rounding = 1e-11;

// The identity plus a matrix of rank 7 that no coordinate is an eigenvector of.
std::vector<double> times_matrix(const std::vector<double>& vector) {
  std::vector<double> result = vector;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double distance = static_cast<double>(i) - static_cast<double>(j);
      result[i] += 2 * std::exp(-distance * distance / 4) * vector[j];
    }
  }
  return result;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> random_vector(Random& random) {
  std::vector<double> vector(size);
  for (double& entry : vector) entry = random.normal();
  return vector;
}

TEST(LearnedInverse, IsTheIdentityAtFirst) {
  Random random(1);
  const std::vector<double> vector = random_vector(random);
  EXPECT_EQ(LearnedInverse(size).apply(vector), vector);
}

TEST(LearnedInverse, InvertsTheLastProductItWasShown) {
  Random random(2);
  LearnedInverse inverse(size);
  for (int round = 0; round < 20; ++round) {
    const std::vector<double> direction = random_vector(random);
    const std::vector<double> product = times_matrix(direction);
    inverse.learn(direction, product);
    const std::vector<double> image = inverse.apply(product);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(image[i], direction[i], update_rounding);
  }
}

TEST(LearnedInverse, IsTheInverseAfterConjugateDirectionsOfAllDimensions) {
  Random random(3);
  LearnedInverse inverse(size);
  std::vector<std::vector<double>> directions;
  for (std::size_t k = 0; k < size; ++k) {
    std::vector<double> direction = random_vector(random);
    for (const std::vector<double>& before : directions) {
      const std::vector<double> product = times_matrix(before);
      const double share = dot(direction, product) / dot(before, product);
      for (std::size_t i = 0; i < size; ++i) direction[i] -= share * before[i];
    }
    inverse.learn(direction, times_matrix(direction));
    directions.push_back(direction);
  }
  const std::vector<double> vector = random_vector(random);
  const std::vector<double> image = inverse.apply(times_matrix(vector));
  for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(image[i], vector[i], update_rounding);
}

TEST(LearnedInverse, StaysSymmetricAndPositive) {
  Random random(4);
  LearnedInverse inverse(size);
  for (int round = 0; round < 200; ++round) {
    const std::vector<double> direction = random_vector(random);
    inverse.learn(direction, times_matrix(direction));
    const std::vector<double> a = random_vector(random);
    const std::vector<double> b = random_vector(random);
    EXPECT_NEAR(dot(a, inverse.apply(b)), dot(b, inverse.apply(a)), update_rounding);
    EXPECT_GT(dot(a, inverse.apply(a)), 0);
  }
}

}  // namespace
}  // namespace gaptv
