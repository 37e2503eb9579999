// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/model/model.h"
#include "gaptv/output/drawing_options.h"

namespace gaptv {

// Tells whether values of the model are written as percentages: where that is asked for, and probabilities always.
bool shows_percent(const FitRecord& fit, const DrawingOptions& options);

// Writes the values of one surface, all with the digits that matter among them.
class ValueText {
 public:
  ValueText(const Model& model, const Surface& surface, const DrawingOptions& options = {});

  // Writes a value with its unit: "84 %", "12.5 km", "$206,856".
  std::string operator()(double value) const;
  // Writes it for a table whose heading names the unit: "84 %", "12.5", "206,856".
  std::string number(double value) const;
  // Writes the standard error of a value, for such a table.
  std::string error(double standard_error) const;
  // Continues a heading: " ($)", or nothing without a unit.
  std::string unit_in_heading() const;

 private:
  double range_ = 0;
  bool is_percent_ = false;
  std::string unit_;
};

}  // namespace gaptv
