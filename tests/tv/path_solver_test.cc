// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// No fit is used that is not proven, wherever it is made.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "gaptv/select/cell_folds.h"
#include "gaptv/select/cross_validation.h"
#include "gaptv/select/folded_data.h"
#include "gaptv/select/selection.h"
#include "tests/oracles/unproven_solver.h"

namespace gaptv::testing {
namespace {

CellFolds unproven_folds(std::size_t folds, const Certificate& certificate) {
  std::vector<CellTable> tables(folds, CellTable(Shape{{3}}));
  for (CellTable& table : tables) {
    for (CellStats& cell : table.cells) cell.add(0.5, 1);
  }
  return {tables, squared_loss(),
          [certificate](const CellTable& table, const CellLoss&) -> std::unique_ptr<PathSolver> {
            return std::make_unique<UnprovenSolver>(table.cells.size(), certificate);
          }};
}

TEST(PathSolver, RefusesAFitThatIsNotProven) {
  for (const Certificate& certificate : unacceptable_certificates()) {
    EXPECT_THROW(UnprovenSolver(3, certificate).solve(1), std::logic_error);
  }
  EXPECT_NO_THROW(UnprovenSolver(3, {1, 1e-10, 1e-8, true}).solve(1));
}

TEST(CrossValidation, RefusesAFitThatIsNotProven) {
  Progress progress;
  for (const Certificate& certificate : unacceptable_certificates()) {
    EXPECT_THROW(cross_validate(unproven_folds(3, certificate), {1.0, 0.5}, {0.0}, 1, progress), std::logic_error);
  }
  const Certificate fine{1, 1e-10, 0, true};
  EXPECT_EQ(cross_validate(unproven_folds(3, fine), {1.0, 0.5}, {0.0}, 1, progress).front().worst_relative_gap, 1e-10);
}

TEST(Selection, ByACriterionRefusesAFitThatIsNotProven) {
  Progress progress;
  SelectOptions options;
  options.rule = LambdaRule::aic;
  options.observations = 3;
  for (const Certificate& certificate : unacceptable_certificates()) {
    EXPECT_THROW(select_lambda(unproven_folds(1, certificate), options, progress), std::logic_error);
  }
}

}  // namespace
}  // namespace gaptv::testing
