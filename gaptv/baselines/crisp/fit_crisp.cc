// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/fit_crisp.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/baselines/crisp/certificate.h"
#include "gaptv/baselines/crisp/solver.h"
#include "gaptv/data/observations.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/outcome.h"
#include "gaptv/tv/cell_problem.h"
#include "gaptv/tv/total_variation.h"

namespace gaptv {
namespace {

constexpr double most_bins = 100;
// Where a fit takes minutes. Factors of a cube grow much faster than those of a square.
constexpr std::size_t most_cells_of_squares = 40000;
constexpr std::size_t most_cells_of_cubes = 8000;

// What the solver converges to, from smooth starts: no cell without data has a value of its own.
constexpr const char* crisp_empty_cell_rule = "crisp-path";

class CrispPathSolver final : public PathSolver {
 public:
  CrispPathSolver(const CellTable& table, const CellLoss& loss) : solver_(tv_problem(table, loss)) {}

  double lambda_max() override { return solver_.lambda_max(); }

 private:
  PathFit solve_unchecked(double lambda) override {
    CrispSolver::Result result = solver_.solve(lambda);
    PathFit fit;
    fit.beta = std::move(result.solution.beta);
    fit.certificate = result.certificate;
    return fit;
  }
  double accepted_gap() const override { return accepted_crisp_gap; }

  CrispSolver solver_;
};

std::unique_ptr<PathSolver> make_crisp_solver(const CellTable& table, const CellLoss& loss) {
  const std::size_t limit = table.shape.dimensions() > 2 ? most_cells_of_cubes : most_cells_of_squares;
  if (table.shape.cells() > limit) {
    throw InvalidInput("a grid of " + std::to_string(table.shape.cells()) + " cells is more than the " +
                       std::to_string(limit) + " that CRISP can take with " + std::to_string(table.shape.dimensions()) +
                       " features; ask for fewer bins (`bins`, `bins_max`)");
  }
  // Slices of single cells: the norms are absolute differences, and total variation is solved exactly.
  const auto is_long = [](std::size_t bins) { return bins > 1; };
  if (std::ranges::count_if(table.shape.bins, is_long) <= 1) {
    return make_tv_solver({GridTopology{table.shape}, cell_statistics(table, loss)});
  }
  return std::make_unique<CrispPathSolver>(table, loss);
}

bool is_squared_loss(const DataView& data, const FitOptions& options) {
  if (options.own_loss) return false;
  if (options.loss != "auto") return loss_named(options.loss)->is_squared();
  return data.classes.empty() && OutcomeData(data, options.loss).loss().is_squared();
}

void check_loss(const DataView& data, const FitOptions& options, const std::string& method) {
  if (is_squared_loss(data, options)) return;
  const std::string remedy =
      data.classes.empty() ? "`loss=gaussian` fits 0 and 1, and counts, as numbers" : "write the outcome as a number";
  throw InvalidInput("the method " + method + " has the squared loss only: " + remedy +
                     "; for other losses use `method=gaptv`");
}

Model fit_by_name(const DataView& data, FitOptions options, const std::string& method, Progress* progress) {
  check_loss(data, options, method);
  options.method = method;
  options.loss = squared_loss().name();
  const auto make_solver = [](const Grid&, const CellTable& table, const CellLoss& loss) {
    return make_crisp_solver(table, loss);
  };
  return fit_with_penalty(data, options, {method, make_solver, crisp_empty_cell_rule}, progress);
}

}  // namespace

Model fit_crisp(const DataView& data, const FitOptions& options, Progress* progress) {
  check(data, options.threads);
  FitOptions given = options;
  given.method = "crisp";
  FitOptions on_fine_grid = given;
  if (options.bins == BinsRule::gap) {
    const double bins = std::clamp(std::floor(Observations(data, options.weight_kind).count()), 1.0, most_bins);
    on_fine_grid.bins = BinsRule::fixed;
    on_fine_grid.fixed_bins = {static_cast<std::size_t>(bins)};
  }
  Model model = fit_by_name(data, std::move(on_fine_grid), "crisp", progress);
  model.record.options = recorded_options(resolve(given));
  return model;
}

Model fit_gapcrisp(const DataView& data, const FitOptions& options, Progress* progress) {
  check(data, options.threads);
  Model model = fit_by_name(data, options, "gapcrisp", progress);
  FitOptions given = options;
  given.method = "gapcrisp";
  model.record.options = recorded_options(resolve(given));
  return model;
}

}  // namespace gaptv
