// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/repeat_command.h"

#include <vector>

#include "gaptv/base/number_text.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/output/csv.h"
#include "gaptv/output/shell_word.h"

namespace gaptv::report {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

std::string numbers(const std::vector<std::size_t>& values) {
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const std::size_t value : values) parts.push_back(std::to_string(value));
  return joined(parts);
}

}  // namespace

std::string repeat_command(const Model& model) {
  const FitRecord& record = model.record;
  std::vector<std::string> features;
  for (const Axis& axis : model.grid.axes) features.push_back(csv_field(axis.name));
  std::string text = "gaptv fit DATA.csv --x " + shell_word(joined(features)) + " --y " + shell_word(record.outcome);
  if (!record.exposure.empty()) text += " --exposure " + shell_word(record.exposure);
  if (!record.weight_kind.empty()) {
    text += " --weight COLUMN --weight-kind " + record.weight_kind;
  } else if (record.exposure.empty() && record.total_weight != static_cast<double>(record.rows)) {
    text += " --weight COLUMN";  // a file that does not say what its weights mean
  }
  std::string loss = record.loss;
  if (record.loss_parameter) loss += "=" + number_text(*record.loss_parameter);
  text += " --loss " + shell_word(loss);
  if (record.method != FitOptions().method) text += " --method " + shell_word(record.method);
  if (!record.leaves) {
    text += " --bins " + (record.bins_rule == "fixed"
                              ? numbers(record.regions ? record.regions->bins : model.grid.bins_requested())
                              : record.bins_rule);
    if (record.gap.bins.size() > 1) text += " --bins-max " + std::to_string(record.gap.bins.back());
    text += " --lambda " + (record.lambda_rule == "fixed" ? number_text(record.lambda) : record.lambda_rule);
    if (record.cv.lambdas.size() > 1) text += " --lambdas " + std::to_string(record.cv.lambdas.size());
    if (record.edges != FitRecord().edges) text += " --edges " + record.edges;
    text += record.regions ? " --preset best" : record.method == "gaptv" ? " --preset paper" : "";
  }
  if (record.folds > 0) text += " --folds " + std::to_string(record.folds);
  return text + " --seed " + std::to_string(record.seed);
}

}  // namespace gaptv::report
