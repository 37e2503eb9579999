// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/cells/counted_rows_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "tests/cells/rows_of_losses.h"

namespace gaptv::testing {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

// A table with all keys: counts with exposures and weights.
const std::string& full_text() {
  static const std::string text = [] {
    Dataset data = rows_for_loss("poisson", 2, 60);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      data.exposure.push_back(0.5 + static_cast<double>(row % 7));
      data.weight.push_back(static_cast<double>(1 + row % 2));
    }
    data.exposure_name = "days";
    data.weight_name = "copies";
    return counted_rows_to_json(count_rows(data.view(), {.bins_max = 4}));
  }();
  return text;
}

std::string refusal(const std::string& text) {
  try {
    counted_rows_from_json(text, "rows.cells");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_with(const std::string& place, const Json& value) {
  Json json = Json::parse(full_text());
  json.at(Pointer(place)) = value;
  return refusal(json.dump());
}

void expect_part(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(CountedRowsFile, ReadsBackToTheSameBytes) {
  EXPECT_EQ(counted_rows_to_json(counted_rows_from_json(full_text(), "")), full_text());
}

TEST(CountedRowsFile, TheFrozenSampleOfFormat1IsReadForEver) {
  const std::string path = GAPTV_SOURCE_DIR "/formats/cell-table-v1.json";
  const CountedRows rows = read_counted_rows(path);
  EXPECT_EQ(rows.summary.rows, 40);
  EXPECT_EQ(rows.summary.feature_names, (std::vector<std::string>{"x1", "x2"}));
  EXPECT_EQ(rows.summary.folds, 2);
  EXPECT_EQ(rows.summary.exposure_name, "days");
  EXPECT_EQ(rows.summary.observations, 97);
  EXPECT_EQ(rows.axes[0].grids.size(), 2);
  EXPECT_EQ(counted_rows_to_json(rows), read_file(path));
  EXPECT_EQ(fit_counted_rows(rows, {.preset = "paper", .bins_max = 3}).record.rows, 40);
}

TEST(CountedRowsFile, TheFrozenSampleOfFormat2IsReadForEver) {
  const std::string path = GAPTV_SOURCE_DIR "/formats/cell-table-v2.json";
  const CountedRows rows = read_counted_rows(path);
  EXPECT_EQ(rows.summary.rows, 40);
  EXPECT_EQ(rows.summary.folds, 2);
  EXPECT_EQ(rows.fold_scales->size(), 4U);  // two features, the rate and the exposure
  EXPECT_EQ(counted_rows_to_json(rows), read_file(path));
  EXPECT_EQ(fit_counted_rows(rows, {.preset = "paper", .bins_max = 3}).record.rows, 40);
}

TEST(CountedRowsFile, TablesOfFormat1AreNotAddedToNewOnesBecauseTheirFoldsAreOthers) {
  const CountedRows old = read_counted_rows(GAPTV_SOURCE_DIR "/formats/cell-table-v1.json");
  CountedRows dealt_anew = old;
  dealt_anew.fold_scales = std::vector<int>{51, 50, 49, 50};
  const auto refusal_to_merge = [](const CountedRows& a, const CountedRows& b) -> std::string {
    try {
      merge_counted_rows({a, b}, {"a.cells", "b.cells"});
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string message =
      "b.cells cannot be added to a.cells: one of them was made by an older version, which dealt rows to folds by "
      "another rule; make it anew";
  EXPECT_EQ(refusal_to_merge(old, dealt_anew), message);
  EXPECT_EQ(refusal_to_merge(dealt_anew, old), message);
  EXPECT_EQ(refusal_to_merge(old, old), "accepted");
  EXPECT_EQ(refusal_to_merge(dealt_anew, dealt_anew), "accepted");
  CountedRows with_other_scales = dealt_anew;
  with_other_scales.fold_scales->front() = 52;
  expect_part(refusal_to_merge(dealt_anew, with_other_scales), "with other scales of the columns");
  Dataset data = rows_for_loss("poisson", 2, 60);
  data.feature_names = old.summary.feature_names;
  try {
    count_rows_on(old, data.view(), {.folds = 2});
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    expect_part(error.what(), "the table whose edges are taken was made by an older version");
  }
}

TEST(CountedRowsFile, TruncatedForeignAndNewerTextsAreRefused) {
  for (std::size_t size = 0; size + 2 < full_text().size(); size += 1 + size / 10) {
    expect_part(refusal(full_text().substr(0, size)), "rows.cells: is not complete JSON (line ");
  }
  for (const char* text : {"{}", "[]", "3", "{\"format\": \"gaptv-model\"}"}) {
    expect_part(refusal(text), "rows.cells: it is not a cell table of gaptv");
  }
  EXPECT_EQ(refusal_with("/format_version", 3),
            "rows.cells: was written by a newer version (format 3, this program reads up to 2); update gaptv");
  expect_part(refusal_with("/format_version", 0), "format_version is 0");
}

TEST(CountedRowsFile, EveryKeyIsNeeded) {
  const Json full = Json::parse(full_text());
  for (const char* parent : {"", "/outcome", "/fold_rule", "/weight", "/exposure", "/axes/0", "/axes/1/grids/0",
                             "/folds/0", "/row_deviances/0", "/exact", "/exact/gap", "/exact/tables/0"}) {
    for (const auto& member : full.at(Pointer(parent)).items()) {
      const std::string key = member.key();
      // These are there only if there are such columns.
      if (*parent == '\0' && (key == "weight" || key == "exposure")) continue;
      Json json = full;
      json.at(Pointer(parent)).erase(key);
      EXPECT_NE(refusal(json.dump()), "accepted") << parent << "/" << key;
    }
  }
}

TEST(CountedRowsFile, WhatCannotBeIsRefusedWithItsPlace) {
  expect_part(refusal_with("/loss", "huber"), "loss is not a loss of means");
  expect_part(refusal_with("/outcome/unit", 3), "outcome.unit is not a power of two");
  expect_part(refusal_with("/weight/kind", "auto"), "weight.kind is neither copies nor precision");
  expect_part(refusal_with("/fold_rule/name", "other"), "fold_rule.name is no rule for folds that this program knows");
  expect_part(refusal_with("/fold_rule/scales/1", 0.5), "fold_rule.scales[1] is no whole number from -1023 to 1023");
  expect_part(refusal_with("/fold_rule/scales/1", 1024), "fold_rule.scales[1] is no whole number from -1023 to 1023");
  expect_part(refusal_with("/fold_rule/scales", Json::array()), "fold_rule.scales has 0 entries");
  expect_part(refusal_with("/input_hash", "xyz"), "input_hash is not a hexadecimal number");
  expect_part(refusal_with("/axes/0/edges/1", -1e9), "axes[0].edges[1] is not larger than the one before it");
  expect_part(refusal_with("/axes/0/lowest", 1e9), "axes[0].lowest is above the highest");
  expect_part(refusal_with("/axes/0/grids/0/bins", 3), "axes[0].grids[1].bins occurs twice");
  expect_part(refusal_with("/axes/0/grids/0/edges/0", 999), "names an edge that the axis does not have");
  expect_part(refusal_with("/axes", Json::array()), "axes has not 1 to 3 entries");
  expect_part(refusal_with("/folds", Json::array()), "folds is empty");
  expect_part(refusal_with("/folds/0/weight/0", -1), "folds[0].weight[0] is negative");
  expect_part(refusal_with("/folds/0/weight/0", 0), "folds[0].weight[0] is 0");
  expect_part(refusal_with("/folds/0/mean/0", -1), "folds[0].mean[0] cannot be a mean of such outcomes");
  expect_part(refusal_with("/exact/tables/0/folds/1/mean/0", -1), "exact.tables[0].folds[1].mean[0] cannot be a mean");
  expect_part(refusal_with("/total_weight", 7), "total_weight is not the weight of all cells, 90");
  expect_part(refusal_with("/bins_max", 1000000), "bins_max is not from 1 to 400");
  expect_part(refusal_with("/folds/0/mean", Json::array()), "folds[0].mean has 0 entries");
  expect_part(refusal_with("/folds/0/cell/0", 1000000), "folds[0].cell[1] is not larger");
  expect_part(refusal_with("/row_deviances", Json::array()), "row_deviances has 0 entries where 5 were expected");
  expect_part(refusal_with("/exact/gap/formula", "other"), "exact.gap.formula is neither");
  expect_part(refusal_with("/exact/gap/sums", Json::array()), "exact.gap.sums has 0 entries");
  expect_part(refusal_with("/exact/tables/0/bins/0", 77), "exact.tables[0].bins[0] is not among the grids of its axis");
  Json json = Json::parse(full_text());
  json["folds"][0]["cell"].back() = 100000;
  expect_part(refusal(json.dump()), "is no cell of the grid");
}

}  // namespace
}  // namespace gaptv::testing
