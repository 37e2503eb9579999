// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/model/model.h"
#include "gaptv/report/report.h"

namespace gaptv::report {

// These write the parts of the page that are text and tables, as HTML. Whatever comes from outside is written by
// html_text(). Those above the experts' part do without the words of the method.

// Says what was fitted and what came out, in numbers (summary_section.cc).
std::string summary_of(const Model& model, const Surface& surface, const DrawingOptions& drawing);
// Lists the highest and the lowest regions.
std::string extremes_of(const Model& model, const Surface& surface, const DrawingOptions& drawing);
// Says what a region is, why there are so many and what fewer would cost; leaves a place for a curve.
std::string why_of(const Model& model, const Surface& surface, const DrawingOptions& drawing);

// Writes the table of regions (regions_section.cc).
std::string region_table(const Model& model, const Surface& surface, const DrawingOptions& drawing);
// Says what the errors in that table are, and what they are not.
std::string uncertainty_of(const FitRecord& fit);

// Says for experts how things were chosen, and leaves places for two curves (experts_section.cc).
std::string choices_of(const Model& model, const Surface& surface);
std::string exact_of(const Model& model, const Surface& surface);
std::string settings_of(const Model& model, const Surface& surface, const ReportOptions& options);
// Writes a section of its own, or nothing if no methods were compared.
std::string compared_methods(const ReportOptions& options);

}  // namespace gaptv::report
