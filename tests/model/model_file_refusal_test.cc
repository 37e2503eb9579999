// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// What the reader of model files refuses, and how it says so.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/model/model_file.h"
#include "tests/model/fitted_model.h"

namespace gaptv::testing {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

// The file of the fitted model as a value, fitted once.
const Json& fitted_json() {
  static const Json json = Json::parse(model_to_json(fitted_model()));
  return json;
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

TEST(ModelFileRefusal, EveryTruncationIsRefusedWithItsPlace) {
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

TEST(ModelFileRefusal, ForeignJsonIsRefused) {
  for (const char* text : {"{}", "[]", "3", "null", "\"gaptv-model\"", "{\"format\": 1}", "{\"format\": \"other\"}",
                           "{\"type\": \"FeatureCollection\"}", "[\"format\"]"}) {
    EXPECT_NE(refusal(text).find("model.json: is not a GapTV model"), std::string::npos) << text;
  }
}

TEST(ModelFileRefusal, ANewerFormatAsksForAnUpdate) {
  EXPECT_EQ(refusal("{\"format\": \"gaptv-model\", \"format_version\": 3}"),
            "model.json: was written by a newer version (format 3, this program reads up to 2); update gaptv");
  EXPECT_NE(refusal_with("/format_version", 0).find("format_version is 0"), std::string::npos);
  EXPECT_NE(refusal_with("/format_version", "1").find("format_version is not a whole number"), std::string::npos);
}

TEST(ModelFileRefusal, UnknownKeysAreIgnored) {
  Json json = fitted_json();
  for (const char* place :
       {"", "/record", "/surfaces/0", "/surfaces/0/grid", "/surfaces/0/grid/axes/0", "/surfaces/0/cells",
        "/surfaces/0/regions/0", "/surfaces/0/record", "/surfaces/0/record/cv"}) {
    json.at(Pointer(place))["added_later"] = {1, {{"deep", nullptr}}};
  }
  EXPECT_EQ(refusal(json.dump()), "accepted");
}

TEST(ModelFileRefusal, EveryKeyIsNeeded) {
  const Json& json = fitted_json();
  for (const char* parent : {"", "/record", "/surfaces/0", "/surfaces/0/grid", "/surfaces/0/grid/axes/0",
                             "/surfaces/0/cells", "/surfaces/0/regions/0", "/surfaces/0/record",
                             "/surfaces/0/record/gap", "/surfaces/0/record/cv", "/surfaces/0/record/certificate"}) {
    for (const auto& [key, value] : json.at(Pointer(parent)).items()) {
      const bool is_added_later = key == "axis_bins" || key == "held_out" || key == "reading" ||
                                  (key == "rows" && std::string(parent) == "/surfaces/0");
      if (is_added_later) continue;
      const std::string message = refusal_without(parent, key);
      const std::string expected = key == "format" ? "is not a GapTV model" : key + " is missing";
      EXPECT_NE(message.find(expected), std::string::npos) << message;
    }
  }
}

TEST(ModelFileRefusal, EveryValueHasItsType) {
  const Json flat = fitted_json().flatten();
  for (const auto& [place, value] : flat.items()) {
    EXPECT_NE(refusal_with(place, Json::object()), "accepted") << place;
    EXPECT_NE(refusal_with(place, true), "accepted") << place;
  }
}

TEST(ModelFileRefusal, SaysWhichKeyIsWrong) {
  struct Case {
    const char* place;
    Json value;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"/surfaces/0/grid/axes", Json::array(), "grid.axes has 0 entries"},
      {"/surfaces/0/grid/axes/0/edges", {0.1, 0.3, 0.2, 0.4}, "grid.axes[0].edges is not increasing"},
      {"/surfaces/0/grid/axes/0/edges", {0.1, 0.2, 0.2, 0.4}, "grid.axes[0].edges is not increasing"},
      {"/surfaces/0/grid/axes/1/edges/2", nullptr, "grid.axes[1].edges[2] is not a number"},
      {"/surfaces/0/grid/axes/0/edges", {0.1, 0.2, 0.3}, "beta has 25 entries where 20 were expected"},
      {"/surfaces/0/grid/axes/0/bins_requested", 4, "bins_requested is less than the number of bins"},
      {"/surfaces/0/grid/axes/0/bins_requested", -5, "bins_requested is not a whole number"},
      {"/surfaces/0/grid/axes/0/lowest", 1e9, "grid.axes[0].lowest is above highest"},
      {"/surfaces/0/beta/3", nullptr, "beta[3] is not a number"},
      {"/surfaces/0/beta/3", "NaN", "beta[3] is not a number"},
      {"/surfaces/0/beta", {1, 2}, "beta has 2 entries where 25 were expected"},
      {"/surfaces/0/cells/weight", {1, 2}, "cells.weight has 2 entries where 25 were expected"},
      {"/surfaces/0/cells/weight/0", -1, "cells.weight[0] is negative"},
      {"/surfaces/0/cells/scatter/0", -1, "cells.scatter[0] is negative"},
      {"/surfaces/0/cells/mean/0", nullptr, "cells.mean[0] is not a number"},
      {"/surfaces/0/cells/weight/0", 0, "cells.mean[0] is not null although the cell is empty"},
      {"/surfaces/0/regions", Json::array(), "regions has 0 entries where"},
      {"/surfaces/0/regions/1/id", 0, "regions[1].id is not the place"},
      {"/surfaces/0/regions/1/value", 77, "regions[1].value does not fit beta"},
      {"/surfaces/0/regions/0/weight", 1, "regions[0].weight does not fit the cells"},
      {"/surfaces/0/regions/0/mean", 77, "regions[0].mean does not fit the cells"},
      {"/surfaces/0/regions/0/cells", 1000, "regions[0].cells does not fit beta"},
      {"/surfaces/0/regions/0/first_bin", {0}, "regions[0].first_bin does not fit beta"},
      {"/surfaces/0/regions/0/last_bin/0", 99, "regions[0].last_bin does not fit beta"},
      {"/surfaces/0/regions/0/bounds/0", {1, 2, 3}, "regions[0].bounds[0] has 3 entries where 2"},
      {"/surfaces/0/regions/0/bounds/0", {-77, 77}, "regions[0].bounds[0] does not fit first_bin and last_bin"},
      {"/surfaces/0/region_of_cell/0", 1000, "region_of_cell[0] is not the id of a region"},
      {"/surfaces/0/region_of_cell", {0}, "region_of_cell has 1 entries where 25"},
      {"/record/loss", "cauchy", "record.loss is 'cauchy', which this version does not know"},
      {"/record/loss", "huber", "record.loss_parameter is missing"},
      {"/record/options/seed", "1.5", "record.options cannot be"},
      {"/record/options/seed", 1, "record.options.seed is not a text"},
      {"/record/options", {{"sede", "1"}}, "an option that this version does not know, 'sede'"},
      {"/surfaces/0/record/lambda", -1, "record.lambda is negative"},
      {"/surfaces/0/record/gap/log_w", Json::array(), "record.gap.log_w has 0 entries"},
      {"/surfaces/0/record/gap/bins/1", 2, "record.gap.bins is not increasing"},
      {"/surfaces/0/record/cv/mean", {1}, "record.cv.mean has 1 entries"},
      {"/record/notes", "none", "record.notes is not a list"},
      {"/record/notes", {1}, "record.notes[0] is not a text"}};
  for (const Case& wrong : cases) {
    const std::string message = refusal_with(wrong.place, wrong.value);
    EXPECT_EQ(message.find("model.json: "), 0U) << message;
    EXPECT_NE(message.find(wrong.message), std::string::npos) << wrong.message << " but: " << message;
  }
}

TEST(ModelFileRefusal, PlateausMustBeThoseOfBeta) {
  // A value moved to a neighbouring plateau, in beta alone or in the labels alone.
  const Model model = fitted_model();
  ASSERT_GT(model.surfaces.front().regions.size(), 1U);
  const std::size_t other = model.surfaces.front().region_of_cell[0] == 0 ? 1 : 0;
  EXPECT_NE(refusal_with("/surfaces/0/region_of_cell/0", other).find("does not fit beta"), std::string::npos);
  EXPECT_NE(refusal_with("/surfaces/0/beta/0", 1234.5), "accepted");
}

TEST(ModelFileRefusal, HostileTextsAreRefused) {
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

TEST(ModelFileRefusal, AnyMutationIsEitherRefusedOrReadAsAModel) {
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
      EXPECT_EQ(model.surfaces.front().beta.size(), model.surfaces.front().grid.shape().cells());
      EXPECT_EQ(model.surfaces.front().region_of_cell.size(), model.surfaces.front().beta.size());
    } catch (const InvalidInput&) {
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
