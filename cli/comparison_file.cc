// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/comparison_file.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/json_node.h"

namespace gaptv::cli {
namespace {

// More would not fit on a page.
constexpr std::size_t most_compared_methods = 30;

// Null is what JSON has for NaN: a measure that does not exist, or the standard error of a single fold.
MeanAndError read_mean_and_error(const JsonNode& node) {
  const JsonNode mean = node["mean"];
  const JsonNode standard_error = node["standard_error"];
  const auto number_or_none = [](const JsonNode& number) {
    return number.is_null() ? std::numeric_limits<double>::quiet_NaN() : number.number_from_0();
  };
  return {number_or_none(mean), number_or_none(standard_error)};
}

ComparedMethod read_method(const JsonNode& node, const char* error_key) {
  return {node["method"].text(), read_mean_and_error(node[error_key]), read_mean_and_error(node["plateaus"]),
          read_mean_and_error(node["seconds"])};
}

// A panel needs a point at least.
void check_has_values(const JsonNode& methods, const ComparisonFile& comparison, MeanAndError ComparedMethod::*measure,
                      const char* key) {
  for (const ComparedMethod& method : comparison.methods) {
    if (!std::isnan((method.*measure).mean)) return;
  }
  methods.element(0)[key]["mean"].refuse("is null, here and for every other method");
}

}  // namespace

ComparisonFile read_comparison(const std::string& path) {
  const JsonSource source = {path == "-" ? "standard input" : path, "give a file that gaptv compare --json wrote"};
  const nlohmann::json json = parse_json(path == "-" ? read_stdin() : read_file(path), source);
  const JsonNode root(json, "", source);
  // The same measure as gaptv compare chooses methods by.
  const ErrorMeasure& measure = loss_named(root["loss"].text())->error();
  const char* const error_key = measure.key;
  ComparisonFile comparison;
  comparison.error_name = measure.title;
  comparison.outcome = root["outcome"].text();
  comparison.features = root["features"].list(&JsonNode::text);
  const JsonNode methods = root["methods"];
  if (methods.size() < 1 || methods.size() > most_compared_methods) {
    methods.refuse("has " + std::to_string(methods.size()) + " entries; a figure shows 1 to " +
                   std::to_string(most_compared_methods));
  }
  for (std::size_t i = 0; i < methods.size(); ++i) {
    comparison.methods.push_back(read_method(methods.element(i), error_key));
  }
  check_has_values(methods, comparison, &ComparedMethod::error, error_key);
  check_has_values(methods, comparison, &ComparedMethod::regions, "plateaus");
  check_has_values(methods, comparison, &ComparedMethod::seconds, "seconds");
  return comparison;
}

void check_is_about(const ComparisonFile& comparison, const std::string& comparison_file, const Model& model,
                    const std::string& model_file) {
  if (model.record.outcome == comparison.outcome && feature_names(model) == comparison.features) return;
  throw InvalidInput(comparison_file + ": has other features or another outcome than " + model_file +
                     "; leave one of them out, or compare methods on the model's data");
}

}  // namespace gaptv::cli
