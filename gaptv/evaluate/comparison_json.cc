// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/comparison_json.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "gaptv/base/version.h"
#include "gaptv/evaluate/comparison_measures.h"

namespace gaptv {
namespace {

using Json = nlohmann::ordered_json;

Json fold_json(const HeldOutFold& fold, const std::vector<ComparisonMeasure>& measures) {
  Json json = {{"rows", fold.evaluation.rows}, {"weight", fold.weight}};
  for (const ComparisonMeasure& measure : measures) json[measure.key] = measure.of(fold);
  return json;
}

Json method_json(const MethodComparison& method, const std::vector<ComparisonMeasure>& measures) {
  Json json = {{"method", method.method}};
  for (const ComparisonMeasure& measure : measures) {
    const MeanAndError value = over_folds(method, measure.of);
    json[measure.key] = {{"mean", value.mean}, {"standard_error", value.standard_error}};
  }
  json["aic"] = aic(method);
  json["folds"] = Json::array();
  for (const HeldOutFold& fold : method.folds) json["folds"].push_back(fold_json(fold, measures));
  return json;
}

}  // namespace

std::string comparison_to_json(const Comparison& comparison, const DataView& data, const CompareOptions& options) {
  const std::vector<ComparisonMeasure> measures = all_measures(comparison);
  Json methods = Json::array();
  for (const MethodComparison& method : comparison.methods) methods.push_back(method_json(method, measures));
  const Json json = {{"loss", comparison.loss},
                     {"outcome", data.outcome_name},
                     {"features", data.feature_names},
                     {"rows", data.rows()},
                     {"dropped_rows", data.dropped_rows},
                     {"observations", comparison.observations},
                     {"folds", options.folds},
                     {"seed", options.fit.seed},
                     {"methods", std::move(methods)},
                     {"notes", comparison.notes},
                     {"version", version()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gaptv
