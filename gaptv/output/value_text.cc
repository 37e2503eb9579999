// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/value_text.h"

#include <algorithm>

#include "gaptv/output/readable_number.h"

namespace gaptv {

bool shows_percent(const FitRecord& fit, const DrawingOptions& options) {
  return options.is_percent || loss_of(fit)->accepts().are_two_classes;
}

ValueText::ValueText(const Model& model, const Surface& surface, const DrawingOptions& options)
    : is_percent_(shows_percent(model.record, options)), unit_(options.unit) {
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  range_ = high - low;
}

std::string ValueText::number(double value) const {
  return is_percent_ ? percent_in_range(value, range_) : number_in_range(value, range_);
}

std::string ValueText::operator()(double value) const {
  if (unit_.empty() || is_percent_) return number(value);
  // These two are written before a number.
  if (unit_ == "$" || unit_ == "£") return (value < 0 ? "-" + unit_ : unit_) + number(value < 0 ? -value : value);
  return number(value) + " " + unit_;
}

std::string ValueText::error(double standard_error) const {
  if (is_percent_) return short_number(100 * standard_error, 2) + " %";
  constexpr double grouped_from = 1e4;
  return standard_error < grouped_from ? short_number(standard_error, 2)
                                       : number_in_range(standard_error, standard_error);
}

std::string ValueText::unit_in_heading() const {
  return unit_.empty() || is_percent_ ? "" : " (" + unit_ + ")";
}

}  // namespace gaptv
