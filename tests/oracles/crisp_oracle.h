// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "gaptv/tv/problem.h"

namespace gaptv::testing {

// The groups of pairs of neighbouring cells whose differences form one norm of CRISP's penalty, from the definition.
inline std::vector<std::vector<std::pair<std::size_t, std::size_t>>> slice_pairs(const Shape& shape) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> groups;
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    for (std::size_t bin = 0; bin + 1 < shape.bins[axis]; ++bin) {
      groups.emplace_back();
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        if (shape.bin_of(cell, axis) == bin) groups.back().emplace_back(cell, cell + shape.stride(axis));
      }
    }
  }
  return groups;
}

inline double crisp_objective(const TvProblem& problem, const std::vector<double>& beta, double lambda) {
  double sum = 0;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) {
    const double error = problem.mean[cell] - beta[cell];
    sum += problem.weight[cell] / 2 * error * error;
  }
  for (const auto& group : slice_pairs(problem.shape)) {
    double square = 0;
    for (const auto& [from, to] : group) square += (beta[to] - beta[from]) * (beta[to] - beta[from]);
    sum += lambda * std::sqrt(square);
  }
  return sum;
}

// CRISP by the plainest method of multipliers, with dense matrices: slow, obvious and independent of the library.
inline std::vector<double> crisp_by_multipliers(const TvProblem& problem, double lambda, std::size_t iterations) {
  const std::size_t cells = problem.weight.size();
  const double rho = 1;
  const auto groups = slice_pairs(problem.shape);
  // The inverse of weight + rho D^T D by Gauss and Jordan.
  std::vector<std::vector<double>> a(cells, std::vector<double>(2 * cells, 0.0));
  for (std::size_t cell = 0; cell < cells; ++cell) {
    a[cell][cell] = problem.weight[cell];
    a[cell][cells + cell] = 1;
  }
  for (const auto& group : groups) {
    for (const auto& [from, to] : group) {
      a[from][from] += rho;
      a[to][to] += rho;
      a[from][to] -= rho;
      a[to][from] -= rho;
    }
  }
  for (std::size_t k = 0; k < cells; ++k) {
    const double pivot = a[k][k];  // the matrix is positive definite: no exchange of rows is needed
    for (double& entry : a[k]) entry /= pivot;
    for (std::size_t i = 0; i < cells; ++i) {
      if (i == k) continue;
      const double factor = a[i][k];
      for (std::size_t j = 0; j < 2 * cells; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  std::vector<std::vector<double>> z;
  for (const auto& group : groups) z.emplace_back(group.size(), 0.0);
  std::vector<std::vector<double>> u = z;
  std::vector<double> beta(cells, 0.0);
  for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
    std::vector<double> right_side(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) right_side[cell] = problem.weight[cell] * problem.mean[cell];
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t i = 0; i < groups[g].size(); ++i) {
        right_side[groups[g][i].second] += rho * (z[g][i] - u[g][i]);
        right_side[groups[g][i].first] -= rho * (z[g][i] - u[g][i]);
      }
    }
    for (std::size_t i = 0; i < cells; ++i) {
      beta[i] = 0;
      for (std::size_t j = 0; j < cells; ++j) beta[i] += a[i][cells + j] * right_side[j];
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      double square = 0;
      for (std::size_t i = 0; i < groups[g].size(); ++i) {
        u[g][i] += beta[groups[g][i].second] - beta[groups[g][i].first];
        square += u[g][i] * u[g][i];
      }
      const double kept = std::max(1 - lambda / rho / std::sqrt(square), 0.0);
      for (std::size_t i = 0; i < groups[g].size(); ++i) {
        z[g][i] = square > 0 ? kept * u[g][i] : 0.0;
        u[g][i] -= z[g][i];
      }
    }
  }
  return beta;
}

}  // namespace gaptv::testing
