// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/base/random.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Rows with an empty corner, so that the model has cells without data.
Dataset rows(std::size_t count, std::size_t features = 2) {
  Random random(3);
  Dataset data;
  data.outcome_name = "price";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  for (std::size_t row = 0; row < count; ++row) {
    double first = 0;
    for (std::size_t j = 0; j < features; ++j) {
      const double x = j == 0 ? random.uniform() : (first + random.uniform()) / 3;
      if (j == 0) first = x;
      data.features[j].push_back(x);
    }
    data.outcome.push_back((first > 0.4 ? 1.0 : 0.0) + random.normal() / 4);
  }
  return data;
}

Model fitted_model(std::size_t features = 2) {
  FitOptions options;
  options.bins = BinsRule::fixed;
  options.fixed_bins = {5};
  options.seed = std::numeric_limits<std::uint64_t>::max();
  return fit(rows(80, features), options);
}

// The file of the fitted model as a value, fitted once.
const Json& fitted_json() {
  static const Json json = Json::parse(model_to_json(fitted_model()));
  return json;
}

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << i;
  }
}

std::string refusal(const std::string& text) {
  try {
    model_from_json(text, "model.json");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

// What is said of the fitted model's file with one value replaced.
std::string refusal_with(const std::string& place, const Json& value) {
  Json json = fitted_json();
  json.at(Pointer(place)) = value;
  return refusal(json.dump());
}

std::string refusal_without(const std::string& parent, const std::string& key) {
  Json json = fitted_json();
  json.at(Pointer(parent)).erase(key);
  return refusal(json.dump());
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
    FitOptions options;
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
  FitOptions options;
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

TEST(ModelFile, EveryTruncationIsRefusedWithItsPlace) {
  const std::string text = model_to_json(fitted_model());
  const std::size_t last_brace = text.size() - 2;
  for (std::size_t size = 0; size <= last_brace; size += 1 + size / 50) {
    EXPECT_NE(refusal(text.substr(0, size)).find("model.json: is not complete JSON (line "), std::string::npos) << size;
  }
  EXPECT_EQ(refusal("{\n\"a\": 1,\n  \"b\": x}"),
            "model.json: is not complete JSON (line 3, column 8); fit the model again or restore the file");
  EXPECT_EQ(refusal(""),
            "model.json: is not complete JSON (line 1, column 1); fit the model again or restore the file");
  EXPECT_NE(refusal(text + "}").find("is not complete JSON"), std::string::npos);
}

TEST(ModelFile, ForeignJsonIsRefused) {
  for (const char* text : {"{}", "[]", "3", "null", "\"gaptv-model\"", "{\"format\": 1}", "{\"format\": \"other\"}",
                           "{\"type\": \"FeatureCollection\"}", "[\"format\"]"}) {
    EXPECT_NE(refusal(text).find("model.json: is not a GapTV model"), std::string::npos) << text;
  }
}

TEST(ModelFile, ANewerFormatAsksForAnUpdate) {
  EXPECT_EQ(refusal("{\"format\": \"gaptv-model\", \"format_version\": 2}"),
            "model.json: was written by a newer version (format 2, this program reads up to 1); update gaptv");
  EXPECT_NE(refusal_with("/format_version", 0).find("format_version is 0"), std::string::npos);
  EXPECT_NE(refusal_with("/format_version", "1").find("format_version is not a whole number"), std::string::npos);
}

TEST(ModelFile, UnknownKeysAreIgnored) {
  Json json = fitted_json();
  for (const char* place : {"", "/grid", "/grid/axes/0", "/cells", "/plateaus/0", "/record", "/record/cv"}) {
    json.at(Pointer(place))["added_later"] = {1, {{"deep", nullptr}}};
  }
  EXPECT_EQ(refusal(json.dump()), "accepted");
}

TEST(ModelFile, EveryKeyIsNeeded) {
  const Json& json = fitted_json();
  for (const char* parent : {"", "/grid", "/grid/axes/0", "/cells", "/plateaus/0", "/record", "/record/gap",
                             "/record/cv", "/record/certificate", "/record/train"}) {
    for (const auto& [key, value] : json.at(Pointer(parent)).items()) {
      const std::string message = refusal_without(parent, key);
      const std::string expected = key == "format" ? "is not a GapTV model" : key + " is missing";
      EXPECT_NE(message.find(expected), std::string::npos) << message;
    }
  }
}

TEST(ModelFile, EveryValueHasItsType) {
  const Json flat = fitted_json().flatten();
  for (const auto& [place, value] : flat.items()) {
    EXPECT_NE(refusal_with(place, Json::object()), "accepted") << place;
    EXPECT_NE(refusal_with(place, true), "accepted") << place;
  }
}

TEST(ModelFile, SaysWhichKeyIsWrong) {
  struct Case {
    const char* place;
    Json value;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"/grid/axes", Json::array(), "grid.axes has 0 entries"},
      {"/grid/axes/0/edges", {0.1, 0.3, 0.2, 0.4}, "grid.axes[0].edges is not increasing"},
      {"/grid/axes/0/edges", {0.1, 0.2, 0.2, 0.4}, "grid.axes[0].edges is not increasing"},
      {"/grid/axes/1/edges/2", nullptr, "grid.axes[1].edges[2] is not a number"},
      {"/grid/axes/0/edges", {0.1, 0.2, 0.3}, "beta has 25 entries where 20 were expected"},
      {"/grid/axes/0/bins_requested", 4, "bins_requested is less than the number of bins"},
      {"/grid/axes/0/bins_requested", -5, "bins_requested is not a whole number"},
      {"/grid/axes/0/lowest", 1e9, "grid.axes[0].lowest is above highest"},
      {"/beta/3", nullptr, "beta[3] is not a number"},
      {"/beta/3", "NaN", "beta[3] is not a number"},
      {"/beta", {1, 2}, "beta has 2 entries where 25 were expected"},
      {"/cells/weight", {1, 2}, "cells.weight has 2 entries where 25 were expected"},
      {"/cells/weight/0", -1, "cells.weight[0] is negative"},
      {"/cells/scatter/0", -1, "cells.scatter[0] is negative"},
      {"/cells/mean/0", nullptr, "cells.mean[0] is not a number"},
      {"/cells/weight/0", 0, "cells.mean[0] is not null although the cell is empty"},
      {"/plateaus", Json::array(), "plateaus has 0 entries where"},
      {"/plateaus/1/id", 0, "plateaus[1].id is not the place"},
      {"/plateaus/1/value", 77, "plateaus[1].value does not fit beta"},
      {"/plateaus/0/weight", 1, "plateaus[0].weight does not fit the cells"},
      {"/plateaus/0/mean", 77, "plateaus[0].mean does not fit the cells"},
      {"/plateaus/0/cells", 1000, "plateaus[0].cells does not fit beta"},
      {"/plateaus/0/first_bin", {0}, "plateaus[0].first_bin does not fit beta"},
      {"/plateaus/0/last_bin/0", 99, "plateaus[0].last_bin does not fit beta"},
      {"/plateaus/0/bounds/0", {1, 2, 3}, "plateaus[0].bounds[0] has 3 entries where 2"},
      {"/plateaus/0/bounds/0", {-77, 77}, "plateaus[0].bounds[0] does not fit first_bin and last_bin"},
      {"/plateau_of_cell/0", 1000, "plateau_of_cell[0] is not the id of a plateau"},
      {"/plateau_of_cell", {0}, "plateau_of_cell has 1 entries where 25"},
      {"/record/loss", "cauchy", "record.loss is 'cauchy', which this version does not know"},
      {"/record/seed", 1.5, "record.seed is not a whole number"},
      {"/record/seed", -1, "record.seed is not a whole number"},
      {"/record/lambda", -1, "record.lambda is negative"},
      {"/record/gap/log_w", Json::array(), "record.gap.log_w has 0 entries"},
      {"/record/gap/bins/1", 2, "record.gap.bins is not increasing"},
      {"/record/cv/mean", {1}, "record.cv.mean has 1 entries"},
      {"/record/notes", "none", "record.notes is not a list"},
      {"/record/notes", {1}, "record.notes[0] is not a text"}};
  for (const Case& wrong : cases) {
    const std::string message = refusal_with(wrong.place, wrong.value);
    EXPECT_EQ(message.find("model.json: "), 0U) << message;
    EXPECT_NE(message.find(wrong.message), std::string::npos) << wrong.message << " but: " << message;
  }
}

TEST(ModelFile, PlateausMustBeThoseOfBeta) {
  // A value moved to a neighbouring plateau, in beta alone or in the labels alone.
  const Model model = fitted_model();
  ASSERT_GT(model.plateaus.size(), 1U);
  const std::size_t other = model.plateau_of_cell[0] == 0 ? 1 : 0;
  EXPECT_NE(refusal_with("/plateau_of_cell/0", other).find("does not fit beta"), std::string::npos);
  EXPECT_NE(refusal_with("/beta/0", 1234.5), "accepted");
}

TEST(ModelFile, HostileTextsAreRefused) {
  constexpr std::size_t deep = 1000000;
  EXPECT_NE(refusal(std::string(deep, '[')).find("nested too deeply"), std::string::npos);
  std::string objects;
  for (std::size_t i = 0; i < deep; ++i) objects += "{\"a\":";
  EXPECT_NE(refusal(objects).find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal("{\"format\": 1e999}").find("number that is too large"), std::string::npos);
  EXPECT_NE(refusal("{\"format\": \"gaptv-model\", \"format\": \"x\"}").find("key \"format\" occurs twice"),
            std::string::npos);
  EXPECT_NE(refusal("{\"format\": \"\xff\"}").find("is not complete JSON"), std::string::npos);
  EXPECT_NE(refusal(std::string("{\0}", 3)).find("is not complete JSON"), std::string::npos);
  EXPECT_NE(refusal("x1,x2,y\n1,2,3\n").find("is not complete JSON"), std::string::npos);
}

TEST(ModelFile, AnyMutationIsEitherRefusedOrReadAsAModel) {
  const std::string text = model_to_json(fitted_model());
  const std::string alphabet = "0123456789-+.eE,:[]{}\" \nntfalsu\\";
  Random random(11);
  for (int trial = 0; trial < 3000; ++trial) {
    std::string mutant = text;
    for (std::uint64_t edits = 1 + random.below(4); edits > 0; --edits) {
      const std::size_t place = random.below(mutant.size());
      const std::size_t length = std::min<std::size_t>(random.below(12), mutant.size() - place);
      switch (random.below(3)) {
        case 0:
          mutant[place] = alphabet[random.below(alphabet.size())];
          break;
        case 1:
          mutant.erase(place, length);
          break;
        default:
          mutant.insert(place, mutant.substr(random.below(mutant.size()), length));
      }
    }
    try {
      const Model model = model_from_json(mutant, "mutant");
      EXPECT_EQ(model.beta.size(), model.grid.shape().cells());
      EXPECT_EQ(model.plateau_of_cell.size(), model.beta.size());
    } catch (const InvalidInput&) {
    }
  }
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
}  // namespace gaptv
