// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/model/model.h"
#include "gaptv/report/report.h"

namespace gaptv::report {

// These write the parts of the page that are text and tables, as HTML. Whatever comes from outside is written by
// html_text().

// Says what was fitted and what came out: the numbers, the highest and the lowest regions.
std::string summary_of(const Model& model, const Surface& surface);
// Says why there are this many regions, and leaves places for two curves.
std::string why_of(const Model& model, const Surface& surface);
std::string region_table(const Model& model, const Surface& surface);
// Says what the errors in that table are, and what they are not.
std::string uncertainty_of(const FitRecord& fit);
std::string exact_of(const Model& model, const Surface& surface);
std::string settings_of(const Model& model, const Surface& surface, const ReportOptions& options);
// Writes a section of its own, or nothing if no methods were compared.
std::string compared_methods(const ReportOptions& options);

}  // namespace gaptv::report
