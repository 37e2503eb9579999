// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/base/infinity.h"
#include "gaptv/model/predict.h"
#include "tests/model/fitted_model.h"

namespace gaptv::testing {
namespace {

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << i;
  }
}

TEST(ModelFile, ReadsBackToTheLastBit) {
  for (const std::size_t features : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    const Model model = fitted_model(features);
    const Model read = model_from_json(model_to_json(model), "model.json");
    ASSERT_EQ(read.grid.axes.size(), model.grid.axes.size());
    for (std::size_t axis = 0; axis < features; ++axis) {
      EXPECT_EQ(read.grid.axes[axis].name, model.grid.axes[axis].name);
      EXPECT_EQ(read.grid.axes[axis].bins_requested, model.grid.axes[axis].bins_requested);
      EXPECT_EQ(read.grid.axes[axis].lowest, model.grid.axes[axis].lowest);
      EXPECT_EQ(read.grid.axes[axis].highest, model.grid.axes[axis].highest);
      expect_same_bits(read.grid.axes[axis].edges, model.grid.axes[axis].edges);
    }
    expect_same_bits(read.beta, model.beta);
    ASSERT_EQ(read.cells.size(), model.cells.size());
    for (std::size_t cell = 0; cell < model.cells.size(); ++cell) {
      EXPECT_EQ(read.cells[cell].weight, model.cells[cell].weight);
      EXPECT_EQ(read.cells[cell].mean, model.cells[cell].mean);
      EXPECT_EQ(read.cells[cell].scatter, model.cells[cell].scatter);
    }
    EXPECT_EQ(read.plateau_of_cell, model.plateau_of_cell);
    ASSERT_EQ(read.plateaus.size(), model.plateaus.size());
    for (std::size_t i = 0; i < model.plateaus.size(); ++i) {
      EXPECT_EQ(read.plateaus[i].id, i);
      EXPECT_EQ(read.plateaus[i].value, model.plateaus[i].value);
      EXPECT_EQ(read.plateaus[i].weight, model.plateaus[i].weight);
      EXPECT_EQ(read.plateaus[i].mean, model.plateaus[i].mean);
      EXPECT_EQ(read.plateaus[i].cells, model.plateaus[i].cells);
      EXPECT_EQ(read.plateaus[i].first_bin, model.plateaus[i].first_bin);
      EXPECT_EQ(read.plateaus[i].last_bin, model.plateaus[i].last_bin);
    }
    const Dataset data = rows(500, features);
    expect_same_bits(predict(read, data.view()), predict(model, data.view()));
  }
}

TEST(ModelFile, KeepsTheWholeRecord) {
  Model model = fitted_model();
  model.record.dropped_rows = 7;
  model.record.notes = {"quotes \" and \\ and\nline breaks", "h\xc3\xb6he"};
  const FitRecord& record = model.record;
  const FitRecord read = model_from_json(model_to_json(model), "model.json").record;
  EXPECT_EQ(read.version, record.version);
  EXPECT_EQ(read.method, record.method);
  EXPECT_EQ(read.loss, record.loss);
  EXPECT_EQ(read.outcome, "price");
  EXPECT_EQ(read.rows, 80U);
  EXPECT_EQ(read.dropped_rows, 7U);
  EXPECT_EQ(read.total_weight, record.total_weight);
  EXPECT_EQ(read.input_hash, record.input_hash);
  EXPECT_EQ(read.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read.bins_rule, record.bins_rule);
  EXPECT_EQ(read.gap.bins, record.gap.bins);
  EXPECT_EQ(read.gap.log_w, record.gap.log_w);
  EXPECT_EQ(read.gap.gap, record.gap.gap);
  EXPECT_EQ(read.lambda_rule, record.lambda_rule);
  EXPECT_EQ(read.lambda, record.lambda);
  EXPECT_EQ(read.lambda_max, record.lambda_max);
  EXPECT_EQ(read.folds, record.folds);
  EXPECT_EQ(read.cv.lambdas, record.cv.lambdas);
  EXPECT_EQ(read.cv.mean, record.cv.mean);
  EXPECT_EQ(read.cv.standard_error, record.cv.standard_error);
  EXPECT_EQ(read.cv.worst_relative_gap, record.cv.worst_relative_gap);
  EXPECT_EQ(read.empty_cell_rule, record.empty_cell_rule);
  EXPECT_EQ(read.certificate.objective, record.certificate.objective);
  EXPECT_EQ(read.certificate.relative_gap, record.certificate.relative_gap);
  EXPECT_EQ(read.certificate.max_violation, record.certificate.max_violation);
  EXPECT_EQ(read.train_rmse, record.train_rmse);
  EXPECT_EQ(read.train_deviance, record.train_deviance);
  EXPECT_EQ(read.notes, record.notes);
}

TEST(ModelFile, HasTheSameBytesEachTime) {
  const std::string text = model_to_json(fitted_model());
  EXPECT_EQ(model_to_json(fitted_model()), text);
  EXPECT_EQ(model_to_json(model_from_json(text, "model.json")), text);
}

TEST(ModelFile, KeepsExtremeNumbersAndTheSignOfZero) {
  Model model;
  model.grid.axes = {{"x", {-1e300, -0.0, 5e-324, 0.1, 123456789012345680.0, 1e300}, 7, -1.7e308, 1.7e308}};
  model.beta = {-0.0, 1e-310, 1.0 / 3, 9007199254740993.0, 18446744073709551616.0, -1e22, 4.9e-324};
  for (const double value : model.beta) model.cells.push_back({1, value, 0});
  find_plateaus(model);
  const Model read = model_from_json(model_to_json(model), "model.json");
  expect_same_bits(read.beta, model.beta);
  expect_same_bits(read.grid.axes[0].edges, model.grid.axes[0].edges);
}

TEST(ModelFile, NullStandsForMinusInfinityInLogWAndForWhatFollowsInGap) {
  Model model = fitted_model();
  model.record.gap = {{2, 3}, {1.5, -infinity}, {0.25, infinity}};
  Model read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(read.record.gap.log_w, model.record.gap.log_w);
  EXPECT_EQ(read.record.gap.gap, model.record.gap.gap);

  // Two observations have no reference: the gap is undefined.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  model.record.total_weight = 2;
  model.record.gap = {{2, 3}, {1.5, -infinity}, {nan, nan}};
  read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(read.record.gap.log_w, model.record.gap.log_w);
  for (const double gap : read.record.gap.gap) EXPECT_TRUE(std::isnan(gap));
}

TEST(ModelFile, AFitOfTwoRowsOrOfAConstantOutcomeReadsBack) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{20}}) {
    Dataset data = rows(count);
    data.outcome.assign(count, 3.5);
    FitOptions options{.preset = "paper"};
    options.lambda = LambdaRule::bic;
    const std::string text = model_to_json(fit(data, options));
    EXPECT_EQ(model_to_json(model_from_json(text, "model.json")), text);
  }
}

TEST(ModelFile, AnInfiniteCertificateReadsBack) {
  Model model = fitted_model();
  model.record.certificate.relative_gap = infinity;
  model.record.cv.worst_relative_gap = infinity;
  const Model read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(read.record.certificate.relative_gap, infinity);
  EXPECT_EQ(read.record.cv.worst_relative_gap, infinity);
}

// Earlier versions could write what rounding left of a scatter of 0.
TEST(ModelFile, AScatterThatRoundingLeftBelowZeroIsReadAsZero) {
  Model model = fitted_model();
  model.cells[0] = {3, 0.1, -1e-18};
  find_plateaus(model);
  EXPECT_EQ(model_from_json(model_to_json(model), "model.json").cells[0].scatter, 0);
  model.cells[0].scatter = -0.01;
  EXPECT_THROW(model_from_json(model_to_json(model), "model.json"), InvalidInput);
}

// Without a reference (all counts are 0, say) the gap is not known, whatever W is.
TEST(ModelFile, AGapThatIsNotKnownStaysUnknown) {
  Model model = fitted_model();
  std::ranges::fill(model.record.gap.gap, std::numeric_limits<double>::quiet_NaN());
  const Model read = model_from_json(model_to_json(model), "model.json");
  for (std::size_t i = 0; i < read.record.gap.bins.size(); ++i) {
    EXPECT_FALSE(std::isfinite(read.record.gap.gap[i]));
    EXPECT_EQ(std::isnan(read.record.gap.gap[i]), std::isfinite(read.record.gap.log_w[i])) << i;
  }
  EXPECT_EQ(model_to_json(read), model_to_json(model));
}

TEST(ModelFile, KeepsWhatWeightsMean) {
  Model model = fitted_model();
  EXPECT_EQ(model_to_json(model).find("weight_kind"), std::string::npos);
  model.record.weight_kind = "precision";
  model.record.observations = 17.5;
  const FitRecord read = model_from_json(model_to_json(model), "model.json").record;
  EXPECT_EQ(read.weight_kind, "precision");
  EXPECT_EQ(read.observations, 17.5);
}

TEST(ModelFile, IsWrittenToDiskAndReadFromIt) {
  const std::string path = (std::filesystem::temp_directory_path() / "gaptv_model_file_test.json").string();
  const Model model = fitted_model();
  write_model(model, path);
  EXPECT_EQ(read_file(path), model_to_json(model));
  EXPECT_EQ(read_model(path).beta, model.beta);
  std::filesystem::remove(path);
  EXPECT_THROW(read_model(path), InvalidInput);
}

TEST(ModelFile, OfFiftyByFiftyBinsIsSmall) {
  constexpr std::size_t most_bytes = 400000;
  FitOptions options{.preset = "paper"};
  options.bins = BinsRule::fixed;
  options.fixed_bins = {50};
  options.lambda = LambdaRule::bic;
  EXPECT_LT(model_to_json(fit(rows(5000), options)).size(), most_bytes);
}

TEST(ModelFile, RefusesToWriteWhatItCouldNotReadBack) {
  Model model = fitted_model();
  model.record.lambda_max = infinity;
  EXPECT_THROW(model_to_json(model), InvalidInput);
  model = fitted_model();
  model.grid.axes[0].name = "h\xf6he";  // Latin-1
  EXPECT_THROW(model_to_json(model), InvalidInput);
}

TEST(ModelFile, ReadsTheParameterOfALossAndRefusesOneThatCannotBe) {
  Model model = fitted_model();
  model.record.loss = "quantile";
  model.record.loss_parameter = 0.9;
  EXPECT_EQ(model_from_json(model_to_json(model), "model.json").record.loss_parameter, 0.9);
  model.record.loss_parameter = 1.5;
  EXPECT_THROW(model_from_json(model_to_json(model), "model.json"), InvalidInput);
  model.record.loss = "custom:anything";
  EXPECT_EQ(model_from_json(model_to_json(model), "model.json").record.loss_parameter, 1.5);
}

TEST(ModelFile, Format1IsReadForEver) {
  const std::string path = std::string(GAPTV_SOURCE_DIR) + "/formats/model-v1.json";
  const Model model = read_model(path);
  EXPECT_EQ(model.record.version, "0.1.0");
  EXPECT_EQ(model.record.rows, 60U);
  EXPECT_EQ(model.record.seed, 18446744073709551615U);
  EXPECT_EQ(model.record.outcome, "log_count");
  EXPECT_EQ(model.grid.axes[0].name, "lon");
  EXPECT_EQ(model.grid.axes[1].edges, (std::vector<double>{1, 1.625, 2.125}));
  EXPECT_EQ(model.plateaus.size(), 6U);
  EXPECT_EQ(model.cells[12].weight, 0);
  Dataset points;
  points.features = {{0, 1.9375, 2.75, 2.75, 4.75, 100, 3}, {0, 1, 0, 1.625, 2, 100, 2.125}};
  const std::vector<double> known = {0.09276474242367638, 0.09276474242367638, 1.872054151634493, 2.7350949541808047,
                                     2.7350949541808047,  3.0777910457817335,  2.763681707247024};
  EXPECT_EQ(predict(model, points.view()), known);
  EXPECT_EQ(predict(model, points.view(), PredictionType::plateau), (std::vector<double>{0, 0, 1, 4, 4, 3, 5}));
}

}  // namespace
}  // namespace gaptv::testing
