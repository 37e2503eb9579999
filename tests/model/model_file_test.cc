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
#include "gaptv/base/number_text.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/model/record_fields.h"
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
    ASSERT_EQ(read.surfaces.front().grid.axes.size(), model.surfaces.front().grid.axes.size());
    for (std::size_t axis = 0; axis < features; ++axis) {
      EXPECT_EQ(read.surfaces.front().grid.axes[axis].name, model.surfaces.front().grid.axes[axis].name);
      EXPECT_EQ(read.surfaces.front().grid.axes[axis].bins_requested,
                model.surfaces.front().grid.axes[axis].bins_requested);
      EXPECT_EQ(read.surfaces.front().grid.axes[axis].lowest, model.surfaces.front().grid.axes[axis].lowest);
      EXPECT_EQ(read.surfaces.front().grid.axes[axis].highest, model.surfaces.front().grid.axes[axis].highest);
      expect_same_bits(read.surfaces.front().grid.axes[axis].edges, model.surfaces.front().grid.axes[axis].edges);
    }
    expect_same_bits(read.surfaces.front().beta, model.surfaces.front().beta);
    ASSERT_EQ(read.surfaces.front().cells.size(), model.surfaces.front().cells.size());
    for (std::size_t cell = 0; cell < model.surfaces.front().cells.size(); ++cell) {
      EXPECT_EQ(read.surfaces.front().cells[cell].weight, model.surfaces.front().cells[cell].weight);
      EXPECT_EQ(read.surfaces.front().cells[cell].mean, model.surfaces.front().cells[cell].mean);
      EXPECT_EQ(read.surfaces.front().cells[cell].scatter, model.surfaces.front().cells[cell].scatter);
    }
    EXPECT_EQ(read.surfaces.front().region_of_cell, model.surfaces.front().region_of_cell);
    ASSERT_EQ(read.surfaces.front().regions.size(), model.surfaces.front().regions.size());
    for (std::size_t i = 0; i < model.surfaces.front().regions.size(); ++i) {
      EXPECT_EQ(read.surfaces.front().regions[i].id, i);
      EXPECT_EQ(read.surfaces.front().regions[i].value, model.surfaces.front().regions[i].value);
      EXPECT_EQ(read.surfaces.front().regions[i].weight, model.surfaces.front().regions[i].weight);
      EXPECT_EQ(read.surfaces.front().regions[i].rows, model.surfaces.front().regions[i].rows);
      EXPECT_EQ(read.surfaces.front().regions[i].mean, model.surfaces.front().regions[i].mean);
      EXPECT_EQ(read.surfaces.front().regions[i].cells, model.surfaces.front().regions[i].cells);
      EXPECT_EQ(read.surfaces.front().regions[i].first_bin, model.surfaces.front().regions[i].first_bin);
      EXPECT_EQ(read.surfaces.front().regions[i].last_bin, model.surfaces.front().regions[i].last_bin);
    }
    const Dataset data = rows(500, features);
    expect_same_bits(predict(read, data.view()), predict(model, data.view()));
  }
}

// Gives every field of a record a value of its own, which no default has.
class Filler {
 public:
  void operator()(const char*, std::string& text) { text = "text " + std::to_string(++count_); }
  void operator()(const char*, std::size_t& number) { number = 100 + ++count_; }
  void operator()(const char*, double& number) { number = static_cast<double>(++count_) + 0.125; }
  void operator()(const char*, std::vector<std::size_t>& numbers) { numbers = {++count_, ++count_, ++count_}; }
  void operator()(const char* key, std::vector<double>& numbers) {
    numbers.resize(3);
    for (double& number : numbers) (*this)(key, number);
  }
  void operator()(const char*, std::vector<std::string>& texts) { texts = {"a \"b\" \\\n", "h\xc3\xb6he"}; }
  void operator()(const char*, OptionTexts& options) { options = recorded_options(resolve({.seed = ++count_})); }
  template <typename Number>
  void operator()(const char* key, AnyNumber<Number> number) {
    (*this)(key, number.value);
  }
  template <typename Field>
  void operator()(const char* key, AddedLater<Field> field) {
    (*this)(key, field.value);
  }
  template <typename Value>
  void operator()(const char* key, std::optional<Value>& value) {
    (*this)(key, value.emplace());
  }
  template <typename Record>
  void operator()(const char*, Record& record) {
    visit_fields(record, *this);
  }

 private:
  std::size_t count_ = 0;
};

// Writes every field of a record with its name.
class Teller {
 public:
  std::string text;

  void operator()(const char* key, const std::string& value) { text += std::string(key) + " " + value + "\n"; }
  void operator()(const char* key, std::size_t value) { (*this)(key, std::to_string(value)); }
  void operator()(const char* key, double value) { (*this)(key, exact_number_text(value)); }
  void operator()(const char* key, const OptionTexts& options) {
    for (const auto& [name, value] : options) (*this)(key, name + "=" + value);
  }
  template <typename Value>
  void operator()(const char* key, const std::vector<Value>& values) {
    for (const Value& value : values) (*this)(key, value);
  }
  template <typename Number>
  void operator()(const char* key, AnyNumber<Number> number) {
    (*this)(key, number.value);
  }
  template <typename Field>
  void operator()(const char* key, AddedLater<Field> field) {
    (*this)(key, field.value);
  }
  template <typename Value>
  void operator()(const char* key, const std::optional<Value>& value) {
    if (value) (*this)(key, *value);
  }
  template <typename Record>
  void operator()(const char* key, const Record& record) {
    text += std::string(key) + " {\n";
    visit_fields(record, *this);
    text += "}\n";
  }
};

TEST(ModelFile, KeepsEveryFieldOfTheRecords) {
  Model model = fitted_model();
  Filler fill;
  visit_fields(model.record, fill);
  visit_fields(model.surfaces.front().record, fill);
  // These two say what beta means, and must be possible.
  model.record.loss = "huber";
  find_regions(model.surfaces.front(), model.record.loss);
  const Model read = model_from_json(model_to_json(model), "model.json");
  Teller expected;
  Teller found;
  visit_fields(model.record, expected);
  visit_fields(read.record, found);
  visit_fields(model.surfaces.front().record, expected);
  visit_fields(read.surfaces.front().record, found);
  EXPECT_EQ(found.text, expected.text);
  EXPECT_NE(found.text.find("standard_error_of_difference"), std::string::npos);
}

TEST(ModelFile, HasTheSameBytesEachTime) {
  const std::string text = model_to_json(fitted_model());
  EXPECT_EQ(model_to_json(fitted_model()), text);
  EXPECT_EQ(model_to_json(model_from_json(text, "model.json")), text);
}

TEST(ModelFile, KeepsExtremeNumbersAndTheSignOfZero) {
  Model model;
  model.surfaces.resize(1);
  model.surfaces.front().grid.axes = {
      {"x", {-1e300, -0.0, 5e-324, 0.1, 123456789012345680.0, 1e300}, 7, -1.7e308, 1.7e308}};
  model.surfaces.front().beta = {-0.0, 1e-310, 1.0 / 3, 9007199254740993.0, 18446744073709551616.0, -1e22, 4.9e-324};
  for (const double value : model.surfaces.front().beta) model.surfaces.front().cells.push_back({1, value, 0});
  find_regions(model.surfaces.front(), model.record.loss);
  const Model read = model_from_json(model_to_json(model), "model.json");
  expect_same_bits(read.surfaces.front().beta, model.surfaces.front().beta);
  expect_same_bits(read.surfaces.front().grid.axes[0].edges, model.surfaces.front().grid.axes[0].edges);
}

TEST(ModelFile, NullStandsForMinusInfinityInLogWAndForWhatFollowsInGap) {
  Model model = fitted_model();
  model.surfaces.front().record.gap = {{2, 3}, {1.5, -infinity}, {0.25, infinity}};
  Model read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(read.surfaces.front().record.gap.log_w, model.surfaces.front().record.gap.log_w);
  EXPECT_EQ(read.surfaces.front().record.gap.gap, model.surfaces.front().record.gap.gap);

  // Two observations have no reference: the gap is undefined.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  model.record.total_weight = 2;
  model.surfaces.front().record.gap = {{2, 3}, {1.5, -infinity}, {nan, nan}};
  read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(read.surfaces.front().record.gap.log_w, model.surfaces.front().record.gap.log_w);
  for (const double gap : read.surfaces.front().record.gap.gap) EXPECT_TRUE(std::isnan(gap));
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
  model.surfaces.front().record.certificate.relative_gap = infinity;
  model.surfaces.front().record.cv.worst_relative_gap = infinity;
  const Model read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(read.surfaces.front().record.certificate.relative_gap, infinity);
  EXPECT_EQ(read.surfaces.front().record.cv.worst_relative_gap, infinity);
}

// Earlier versions could write what rounding left of a scatter of 0.
TEST(ModelFile, AScatterThatRoundingLeftBelowZeroIsReadAsZero) {
  Model model = fitted_model();
  model.surfaces.front().cells[0] = {3, 0.1, -1e-18};
  find_regions(model.surfaces.front(), model.record.loss);
  EXPECT_EQ(model_from_json(model_to_json(model), "model.json").surfaces.front().cells[0].scatter, 0);
  model.surfaces.front().cells[0].scatter = -0.01;
  EXPECT_THROW(model_from_json(model_to_json(model), "model.json"), InvalidInput);
}

// Without a reference (all counts are 0, say) the gap is not known, whatever W is.
TEST(ModelFile, AGapThatIsNotKnownStaysUnknown) {
  Model model = fitted_model();
  std::ranges::fill(model.surfaces.front().record.gap.gap, std::numeric_limits<double>::quiet_NaN());
  const Model read = model_from_json(model_to_json(model), "model.json");
  for (std::size_t i = 0; i < read.surfaces.front().record.gap.bins.size(); ++i) {
    EXPECT_FALSE(std::isfinite(read.surfaces.front().record.gap.gap[i]));
    EXPECT_TRUE(std::isnan(read.surfaces.front().record.gap.gap[i])) << i;
  }
  EXPECT_EQ(model_to_json(read), model_to_json(model));
}

TEST(ModelFile, IsWrittenToDiskAndReadFromIt) {
  const std::string path = (std::filesystem::temp_directory_path() / "gaptv_model_file_test.json").string();
  const Model model = fitted_model();
  write_model(model, path);
  EXPECT_EQ(read_file(path), model_to_json(model));
  EXPECT_EQ(read_model(path).surfaces.front().beta, model.surfaces.front().beta);
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
  model.surfaces.front().record.lambda_max = infinity;
  EXPECT_THROW(model_to_json(model), InvalidInput);
  model = fitted_model();
  model.surfaces.front().grid.axes[0].name = "h\xf6he";  // Latin-1
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
  EXPECT_EQ(recorded_option(model.record, "seed"), "18446744073709551615");
  EXPECT_EQ(model.record.outcome, "log_count");
  EXPECT_EQ(model.surfaces.front().grid.axes[0].name, "lon");
  EXPECT_EQ(model.surfaces.front().grid.axes[1].edges, (std::vector<double>{1, 1.625, 2.125}));
  EXPECT_EQ(model.surfaces.front().regions.size(), 6U);
  EXPECT_EQ(model.surfaces.front().cells[12].weight, 0);
  Dataset points;
  points.features = {{0, 1.9375, 2.75, 2.75, 4.75, 100, 3}, {0, 1, 0, 1.625, 2, 100, 2.125}};
  const std::vector<double> known = {0.09276474242367638, 0.09276474242367638, 1.872054151634493, 2.7350949541808047,
                                     2.7350949541808047,  3.0777910457817335,  2.763681707247024};
  EXPECT_EQ(predict(model, points.view()), known);
  EXPECT_EQ(predict(model, points.view(), PredictionType::region), (std::vector<double>{0, 0, 1, 4, 4, 3, 5}));
}

TEST(ModelFile, Format2IsReadForEver) {
  const Model model = read_model(std::string(GAPTV_SOURCE_DIR) + "/formats/model-v2.json");
  EXPECT_EQ(model.record.rows, 60U);
  EXPECT_EQ(model.record.weight, "w");
  EXPECT_EQ(model.record.weight_kind, "copies");
  EXPECT_EQ(recorded_option(model.record, "seed"), "18446744073709551615");
  EXPECT_EQ(recorded_option(model.record, "shifts"), "2");
  const Surface& surface = model.surfaces.front();
  EXPECT_EQ(surface.record.regions->noise > 0, true);
  EXPECT_EQ(surface.record.cv.standard_error_of_difference.size(), 6U);
  Dataset points;
  points.features = {{0, 3, 3, 2, 100}, {0, 0.5, 2.5, 1.5, -5}};
  EXPECT_EQ(predict(model, points.view()),
            (std::vector<double>{0.24916872439714854, 2.445702262199756, 3.197865893081576, 1.1152643414739731,
                                 2.445702262199756}));
  EXPECT_EQ(predict(model, points.view(), PredictionType::region), (std::vector<double>{1, 0, 2, 11, 0}));
}

}  // namespace
}  // namespace gaptv::testing
