// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/compared_method.h"
#include "gaptv/model/model.h"
#include "gaptv/output/drawing_options.h"

namespace gaptv {

struct ReportOptions {
  DrawingOptions drawing = {};
  std::string command = {};         // what made the model, to repeat it; empty: made up from the record
  const Dataset* points = nullptr;  // rows to be shown on the map on request; null: none leave the machine
  std::vector<ComparedMethod> methods = {};
  std::string error_name = {};  // what the error of the compared methods is: "RMSE"
  std::size_t threads = 0;      // 0: every core
};

// No more rows are put into a page; of more, a sample is taken that does not depend on their order.
inline constexpr std::size_t most_points_in_report = 4000;

// Writes one HTML page that explains the model to someone who never heard of the method: one file, no network, with the
// map of regions, the fits for every lambda of the path (solved here, from the cells), curves, a table of regions, and
// what was chosen and why. All texts from outside (names of columns, classes, files) are shown as text, whatever they
// hold. Throws InvalidInput if the model's record contradicts its grid, Interrupted when progress asks to stop.
GAPTV_API std::string html_report(const Model& model, const ReportOptions& options = {}, Progress* progress = nullptr);

}  // namespace gaptv
