// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/crisp_admm.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/baselines/crisp/slice_differences.h"

namespace gaptv {
namespace {

constexpr std::size_t steps_between_looks = 10;

// The factor L of a symmetric matrix A = L L^T whose entries lie within so many places of the diagonal.
class BandedCholesky {
 public:
  BandedCholesky(std::size_t size, std::size_t band) : size_(size), band_(band), entries_(size * (band + 1), 0.0) {}

  // The entry of row i and column j <= i, i - j <= band.
  double& at(std::size_t i, std::size_t j) { return entries_[i * (band_ + 1) + band_ - (i - j)]; }
  double at(std::size_t i, std::size_t j) const { return entries_[i * (band_ + 1) + band_ - (i - j)]; }

  // Turns A, which was filled in, into its factor.
  void factorise() {
    for (std::size_t i = 0; i < size_; ++i) {
      const std::size_t first = first_of(i);
      for (std::size_t j = first; j <= i; ++j) {
        double sum = at(i, j);
        for (std::size_t k = std::max(first, first_of(j)); k < j; ++k) sum -= at(i, k) * at(j, k);
        at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
      }
    }
  }

  void solve(std::vector<double>& x) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = first_of(i); j < i; ++j) x[i] -= at(i, j) * x[j];
      x[i] /= at(i, i);
    }
    for (std::size_t i = size_; i-- > 0;) {
      x[i] /= at(i, i);
      for (std::size_t j = first_of(i); j < i; ++j) x[j] -= at(i, j) * x[i];
    }
  }

 private:
  std::size_t first_of(std::size_t i) const { return i > band_ ? i - band_ : 0; }

  std::size_t size_;
  std::size_t band_;
  std::vector<double> entries_;
};

std::vector<double> data_term(const TvProblem& problem) {
  std::vector<double> term(problem.weight.size());
  for (std::size_t cell = 0; cell < term.size(); ++cell) {
    term[cell] = problem.weight[cell] > 0 ? problem.weight[cell] * problem.mean[cell] : 0.0;
  }
  return term;
}

// Calls visit(cell, next cell along an axis, edge), edges as in SliceDifferences.
template <typename Visit>
void for_each_edge(const Shape& shape, Visit&& visit) {
  const std::size_t cells = shape.cells();
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (shape.bin_of(cell, axis) + 1 < shape.bins[axis]) visit(cell, cell + shape.stride(axis), axis * cells + cell);
    }
  }
}

// W + stiffness * D^T D.
BandedCholesky factorise_published(const TvProblem& problem, double stiffness) {
  BandedCholesky matrix(problem.weight.size(), problem.shape.stride(0));
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) matrix.at(cell, cell) = problem.weight[cell];
  for_each_edge(problem.shape, [&](std::size_t cell, std::size_t next, std::size_t /*edge*/) {
    matrix.at(cell, cell) += stiffness;
    matrix.at(next, next) += stiffness;
    matrix.at(next, cell) -= stiffness;
  });
  matrix.factorise();
  return matrix;
}

// Looks whether it is time to stop.
bool is_finished(AdmmResult& result, const AdmmOptions& options) {
  if (++result.steps % steps_between_looks == 0) result.is_done = options.is_done(result.beta);
  return result.is_done || result.steps >= options.most_steps;
}

// The norm of each slice of an edge vector.
std::vector<double> norms_of(const SliceDifferences& slices, const std::vector<double>& edges) {
  std::vector<double> norms = slices.products(edges, edges);
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

}  // namespace

double crisp_objective(const TvProblem& problem, double lambda, const std::vector<double>& beta) {
  const SliceDifferences slices(problem.shape);
  double objective = 0;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) {
    if (problem.weight[cell] <= 0) continue;
    const double error = problem.mean[cell] - beta[cell];
    objective += problem.weight[cell] / 2 * error * error;
  }
  for (const double norm : norms_of(slices, slices.differences(beta))) objective += lambda * norm;
  return objective;
}

AdmmResult solve_crisp_as_published(const TvProblem& problem, const AdmmOptions& options) {
  const SliceDifferences slices(problem.shape);
  const BandedCholesky matrix = factorise_published(problem, options.stiffness);
  const std::vector<double> data = data_term(problem);
  std::vector<double> slack(slices.edges(), 0.0);
  std::vector<double> dual(slices.edges(), 0.0);  // in units of the stiffness
  AdmmResult result;
  do {
    std::vector<double> target(slices.edges());
    for (std::size_t e = 0; e < target.size(); ++e) target[e] = options.stiffness * (slack[e] - dual[e]);
    result.beta = slices.adjoint(target);
    for (std::size_t cell = 0; cell < data.size(); ++cell) result.beta[cell] += data[cell];
    matrix.solve(result.beta);
    const std::vector<double> differences = slices.differences(result.beta);
    for (std::size_t e = 0; e < slack.size(); ++e) dual[e] += differences[e];
    const std::vector<double> norms = norms_of(slices, dual);
    slices.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
      const double shrunk =
          norms[slice] > 0 ? std::max(0.0, 1 - options.lambda / (options.stiffness * norms[slice])) : 0.0;
      for (std::size_t e = first; e < first + count; ++e) {
        slack[e] = shrunk * dual[e];
        dual[e] -= slack[e];
      }
    });
  } while (!is_finished(result, options));
  return result;
}

AdmmResult solve_crisp_by_copies(const TvProblem& problem, const AdmmOptions& options) {
  const SliceDifferences slices(problem.shape);
  const std::vector<double> data = data_term(problem);
  const std::size_t cells = data.size();
  // Of every edge the copies of its cell and of the next one, and their dual variables in units of the stiffness.
  std::vector<double> copy_here(slices.edges(), 0.0);
  std::vector<double> copy_next(slices.edges(), 0.0);
  std::vector<double> dual_here(slices.edges(), 0.0);
  std::vector<double> dual_next(slices.edges(), 0.0);
  std::vector<double> total(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) total[cell] = problem.weight[cell];
  for_each_edge(problem.shape, [&](std::size_t cell, std::size_t next, std::size_t /*edge*/) {
    total[cell] += options.stiffness;
    total[next] += options.stiffness;
  });
  std::vector<double> differences(slices.edges(), 0.0);
  AdmmResult result;
  do {
    result.beta = data;
    for_each_edge(problem.shape, [&](std::size_t cell, std::size_t next, std::size_t e) {
      result.beta[cell] += options.stiffness * (copy_here[e] - dual_here[e]);
      result.beta[next] += options.stiffness * (copy_next[e] - dual_next[e]);
    });
    for (std::size_t cell = 0; cell < cells; ++cell) result.beta[cell] /= total[cell];
    for_each_edge(problem.shape, [&](std::size_t cell, std::size_t next, std::size_t e) {
      copy_here[e] = result.beta[cell] + dual_here[e];
      copy_next[e] = result.beta[next] + dual_next[e];
      differences[e] = copy_next[e] - copy_here[e];
    });
    const std::vector<double> norms = norms_of(slices, differences);
    slices.for_each_run([&](std::size_t slice, std::size_t first, std::size_t count) {
      // Each gives way by the same part of what lies between them, at most by half.
      const double part = norms[slice] > 0 ? std::min(0.5, options.lambda / (options.stiffness * norms[slice])) : 0.5;
      for (std::size_t e = first; e < first + count; ++e) {
        const double move = part * differences[e];
        dual_here[e] = -move;
        dual_next[e] = move;
        copy_here[e] += move;
        copy_next[e] -= move;
      }
    });
  } while (!is_finished(result, options));
  return result;
}

}  // namespace gaptv
