// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The file of a model of several classes.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "tests/model/labelled_rows.h"

namespace gaptv::testing {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

const Model& fitted() {
  static const Model model = [] {
    Dataset data = labelled_rows(120, 1);
    data.classes = {"a \"b\"\n", "f\xc3\xb6n", "z, y"};
    return fit(data, few_candidates());
  }();
  return model;
}

std::string class_refusal(const std::string& text) {
  try {
    model_from_json(text, "model.json");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

std::string class_refusal_with(const std::string& place, const Json& value) {
  Json json = Json::parse(model_to_json(fitted()));
  json.at(Pointer(place)) = value;
  return class_refusal(json.dump());
}

TEST(ClassModelFile, ReadsBackToTheSameBytesAndPredictions) {
  const std::string text = model_to_json(fitted());
  const Model read = model_from_json(text, "model.json");
  EXPECT_EQ(model_to_json(read), text);
  EXPECT_EQ(read.record.classes, fitted().record.classes);
  EXPECT_EQ(read.record.notes, fitted().record.notes);
  EXPECT_EQ(read.record.train_rmse, fitted().record.train_rmse);
  EXPECT_EQ(read.record.train_deviance, fitted().record.train_deviance);
  const Dataset points = labelled_rows(300, 2);
  EXPECT_EQ(predict_by_surface(read, points.view()), predict_by_surface(fitted(), points.view()));
}

TEST(ClassModelFile, IsWrittenToDiskAndReadFromIt) {
  const std::string path = (std::filesystem::temp_directory_path() / "gaptv_class_model_file_test.json").string();
  write_model(fitted(), path);
  EXPECT_EQ(model_to_json(read_model(path)), model_to_json(fitted()));
  std::filesystem::remove(path);
}

TEST(ClassModelFile, EveryKeyIsNeededAndOthersAreIgnored) {
  const Json json = Json::parse(model_to_json(fitted()));
  for (const char* parent : {"", "/record", "/surfaces/1", "/surfaces/1/record"}) {
    for (const auto& [key, value] : json.at(Pointer(parent)).items()) {
      const bool is_added_later = key == "axis_bins" || key == "held_out" || key == "reading" ||
                                  (key == "rows" && std::string(parent) == "/surfaces/1");
      if (is_added_later) continue;
      Json without = json;
      without.at(Pointer(parent)).erase(key);
      const std::string expected = key == "format" ? "is not a GapTV model" : key + " is missing";
      EXPECT_NE(class_refusal(without.dump()).find(expected), std::string::npos) << key;
    }
  }
  Json with_more = json;
  with_more["added_later"] = {1, 2};
  EXPECT_EQ(class_refusal(with_more.dump()), "accepted");
}

TEST(ClassModelFile, SaysWhichKeyIsWrong) {
  struct Case {
    const char* place;
    Json value;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"/format_version", 3, "was written by a newer version (format 3, this program reads up to 2)"},
      {"/record/classes", {"a", "b"}, "record.classes has fewer than three entries"},
      {"/record/classes", {"a", "b", "a"}, "record.classes has an entry twice"},
      {"/record/classes/1", 7, "record.classes[1] is not a text"},
      {"/record/classes/1", "other", "surfaces[1].label is not that of the class, 'other'"},
      {"/record/classes", {"a", "b", "c", "d"}, "surfaces has 3 entries where 4 were expected"},
      {"/surfaces", Json::array(), "surfaces is empty"},
      {"/surfaces/2/beta/0", nullptr, "surfaces[2].beta[0] is not a number"},
      {"/record/loss", "gaussian", "surfaces[0].regions[0].value does not fit beta"},
      {"/surfaces/1/grid/axes/0/name", "other", "surfaces[1].grid has other features"},
      {"/record/train_rmse", -1, "record.train_rmse is negative"},
      {"/record/notes", 3, "record.notes is not a list"}};
  for (const Case& wrong : cases) {
    const std::string message = class_refusal_with(wrong.place, wrong.value);
    EXPECT_EQ(message.find("model.json: "), 0U) << message;
    EXPECT_NE(message.find(wrong.message), std::string::npos) << wrong.message << " but: " << message;
  }
}

TEST(ClassModelFile, EveryTruncationIsRefused) {
  const std::string text = model_to_json(fitted());
  for (std::size_t size = 0; size + 2 <= text.size(); size += 1 + size / 20) {
    EXPECT_NE(class_refusal(text.substr(0, size)).find("model.json: is not complete JSON (line "), std::string::npos)
        << size;
  }
}

TEST(ClassModelFile, Format1IsReadForEver) {
  const Model model = read_model(std::string(GAPTV_SOURCE_DIR) + "/formats/class-model-v1.json");
  EXPECT_EQ(model.record.classes, (std::vector<std::string>{"fields, \"wet\"", "town", "water"}));
  EXPECT_EQ(model.record.outcome, "land use");
  EXPECT_EQ(recorded_option(model.record, "seed"), "18446744073709551615");
  Dataset points;
  points.features = {{0, 3, 3, 2, 100}, {0, 0.5, 2.5, 1.5, -5}};
  // The mathematical functions of two machines differ in the last digit.
  constexpr double rounding = 1e-14;
  const std::vector<std::vector<double>> known = {
      {0.18223248515867033, 0.22629254919173605, 0.6191671229978017, 0.35734243000183685, 0.22629254919173605},
      {0.056942102815885326, 0.6327467649757629, 0.20886378947717807, 0.42618344115667656, 0.6327467649757629},
      {0.7608254120254443, 0.1409606858325012, 0.17196908752502013, 0.2164741288414865, 0.1409606858325012}};
  const std::vector<std::vector<double>> predicted = predict_by_surface(model, points.view());
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t row = 0; row < 5; ++row) EXPECT_NEAR(predicted[k][row], known[k][row], rounding);
  }
  EXPECT_EQ(predict_by_surface(model, points.view(), PredictionType::region),
            (std::vector<std::vector<double>>{{0, 3, 1, 2, 3}, {0, 3, 1, 4, 3}, {3, 0, 0, 2, 0}}));
}

TEST(ClassModelFile, Format2IsReadForEver) {
  const Model model = read_model(std::string(GAPTV_SOURCE_DIR) + "/formats/class-model-v2.json");
  EXPECT_EQ(model.record.classes, (std::vector<std::string>{"fields, \"wet\"", "town", "water"}));
  EXPECT_EQ(model.surfaces[1].label, "town");
  Dataset points;
  points.features = {{0, 3, 3}, {0, 0.5, 2.5}};
  // The mathematical functions of two machines differ in the last digit.
  constexpr double rounding = 1e-14;
  const std::vector<double> known = {0.13619119911435779, 0.04098621773408759, 0.8228225831515547,
                                     0.12404634962888779, 0.613875070649959,   0.2620785797211531,
                                     0.8873425773951887,  0.04014770057324317, 0.07250972203156807};
  const std::vector<double> predicted = predict(model, points.view());
  ASSERT_EQ(predicted.size(), known.size());
  for (std::size_t i = 0; i < known.size(); ++i) EXPECT_NEAR(predicted[i], known[i], rounding);
}

}  // namespace
}  // namespace gaptv::testing
