// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/evaluate/compared_method.h"
#include "gaptv/model/model.h"

namespace gaptv::cli {

// Holds what figures show of a comparison of methods.
struct ComparisonFile {
  std::string outcome;
  std::vector<std::string> features;
  std::string error_name;  // "RMSE", or what the loss is measured by
  std::vector<ComparedMethod> methods;
};

// Reads what gaptv compare --json wrote, from a file or, with "-", from standard input. Throws InvalidInput, with the
// file and the key, where something is missing or cannot be.
ComparisonFile read_comparison(const std::string& path);

// Throws InvalidInput unless the model has the same features and outcome.
void check_is_about(const ComparisonFile& comparison, const std::string& comparison_file, const Model& model,
                    const std::string& model_file);

}  // namespace gaptv::cli
