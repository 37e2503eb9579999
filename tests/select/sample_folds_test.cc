// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/sample_folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/select/cross_validation.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/select/selection.h"
#include "gaptv/tv/lambda_carry.h"
#include "gaptv/tv/proof/outcome_certificate.h"
#include "gaptv/tv/solve/outcome_solver.h"
#include "gaptv/tv/topology.h"
#include "tests/oracles/random_outcomes.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

constexpr std::size_t fold_count = 4;

class SampleFoldsOf : public ::testing::TestWithParam<NamedLoss> {
 protected:
  SampleFoldsOf() {
    Random random(171);
    for (std::size_t fold = 0; fold < fold_count; ++fold) {
      folds_.push_back(random_samples(shape_.cells(), Kind::with_empty_cells, random));
    }
  }
  const OutcomeLoss& loss() const { return *GetParam().loss; }
  SampleFolds data() const { return {CellTable(shape_), folds_, GetParam().loss}; }

  // rho of single outcomes, one after the other.
  double twice_the_loss(const CellSamples& samples, const std::vector<double>& values) const {
    double sum = 0;
    for (const CellSamples::Entry& entry : samples.entries()) {
      const CellSamples one(1, std::vector<CellSamples::Entry>{{0, entry.outcome, entry.weight}}, 0);
      sum += 2 * loss().value(one[0], values[entry.cell]);
    }
    return sum;
  }

  Shape shape_{{5, 4}};
  std::vector<CellSamples> folds_;
};
INSTANTIATE_TEST_SUITE_P(Losses, SampleFoldsOf, ::testing::ValuesIn(losses_of_outcomes()), name_of_loss);

TEST_P(SampleFoldsOf, CrossValidationIsThatOfSingleOutcomes) {
  const std::vector<double> lambdas = lambda_path(3, 6, 100);
  Progress progress;
  const CrossValidation cv = cross_validate(data(), lambdas, {0.0}, 1, progress).front();
  EXPECT_LE(cv.worst_relative_gap, promised_relative_gap);
  double all = 0;
  for (const CellSamples& fold : folds_) all += fold.total_weight();
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    double expected = 0;
    for (std::size_t fold = 0; fold < fold_count; ++fold) {
      const double share = (all - folds_[fold].total_weight()) / all;
      OutcomeSolver solver(
          {make_graph(GridTopology{shape_}, EdgeOrder::by_axis), merge(folds_, fold), GetParam().loss});
      const GraphSolution solution = solve_certified(solver, lambdas[i] * std::pow(share, lambda_carry_exponent));
      expected += twice_the_loss(folds_[fold], solution.beta) / all;
    }
    EXPECT_NEAR(cv.mean[i], expected, 1e-9 * expected);
  }
}

TEST_P(SampleFoldsOf, TheDevianceOfAllIsTheSumOverTheFolds) {
  const std::vector<double> values(shape_.cells(), 0.25);
  double sum = 0;
  for (std::size_t fold = 0; fold < fold_count; ++fold) sum += data().deviance_of_fold(fold, values);
  EXPECT_NEAR(data().deviance(values), sum, 1e-12 * sum);
  EXPECT_NEAR(data().deviance(values), twice_the_loss(merge(folds_), values), 1e-9 * sum);
}

TEST_P(SampleFoldsOf, InformationCriteriaChooseFromThePath) {
  Progress progress;
  const SelectOptions options{.rule = LambdaRule::bic, .observations = 200, .lambdas = 10, .threads = 1};
  const Selection selection = select_lambda(data(), options, progress);
  const std::vector<double> path = lambda_path(selection.lambda_max, 10, 1000);
  EXPECT_NE(std::ranges::find(path, selection.lambda), path.end());
}

}  // namespace
}  // namespace gaptv::testing
