// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// No model is made of a fit that is not proven.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/fit.h"
#include "gaptv/regions/region_fit.h"
#include "tests/oracles/unproven_solver.h"

namespace gaptv::testing {
namespace {

Dataset random_rows() {
  Random random(7);
  Dataset data;
  data.outcome_name = "y";
  data.feature_names = {"x"};
  data.features.resize(1);
  for (int row = 0; row < 60; ++row) {
    data.features[0].push_back(random.uniform());
    data.outcome.push_back(random.normal());
  }
  return data;
}

GridSolverMaker unproven(const Certificate& certificate) {
  return [certificate](const Grid&, const CellTable& table, const CellLoss&) -> std::unique_ptr<PathSolver> {
    return std::make_unique<UnprovenSolver>(table.cells.size(), certificate);
  };
}

TEST(Fit, RefusesAPenaltyWhoseFitsAreNotProven) {
  const Dataset data = random_rows();
  for (const LambdaRule rule : {LambdaRule::cv, LambdaRule::bic, LambdaRule::fixed}) {
    FitOptions options{.preset = "paper"};
    options.lambda = rule;
    options.fixed_lambda = 1;
    for (const Certificate& certificate : unacceptable_certificates()) {
      const GridPenalty penalty{"unproven", unproven(certificate), "none"};
      EXPECT_THROW(fit_with_penalty(data.view(), options, penalty, nullptr), std::logic_error);
    }
    const GridPenalty fine{"proven", unproven({1, 1e-10, 0, true}), "none"};
    EXPECT_EQ(fit_with_penalty(data.view(), options, fine, nullptr).surfaces.front().record.certificate.relative_gap,
              1e-10);
  }
}

TEST(Regions, OfShiftedGridsRefuseAFitThatIsNotProven) {
  FitOptions options{.preset = "paper"};
  options.lambda = LambdaRule::fixed;
  options.fixed_lambda = 1;
  const Model model = fit(random_rows(), options);
  CellTable table(model.surfaces.front().grid.shape());
  table.cells = model.surfaces.front().cells;
  Progress progress;
  for (const Certificate& certificate : unacceptable_certificates()) {
    const CellFitter fitter{unproven(certificate), &squared_loss()};
    const std::vector<std::size_t> bins = {model.surfaces.front().grid.axes[0].bins()};
    EXPECT_THROW(average_shifts(model.surfaces.front().grid, table, bins, fitter, {1.0}, 1, progress),
                 std::logic_error);
  }
}

TEST(Model, JointCertificateKeepsWhatIsNoNumber) {
  Model model;
  model.surfaces.resize(3);
  model.surfaces[0].record.certificate = {1, 1e-12, 1e-10, true};
  model.surfaces[1].record.certificate = {2, std::nan(""), 0, true};
  model.surfaces[2].record.certificate = {4, 1e-11, 0, false};
  const Certificate joint = joint_certificate(model);
  EXPECT_EQ(joint.objective, 7);
  EXPECT_TRUE(std::isnan(joint.relative_gap));
  EXPECT_EQ(joint.max_violation, 1e-10);
  EXPECT_FALSE(joint.is_balanced);
}

}  // namespace
}  // namespace gaptv::testing
