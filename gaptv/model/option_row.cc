// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/option_row.h"

#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"

namespace gaptv::option_row {

void refuse(std::string_view name, const std::string& text, const std::string& remedy) {
  throw InvalidInput(mention_option(name) + " '" + text + "': give " + remedy);
}

double parse_within(std::string_view name, const std::string& text, double lowest, double highest) {
  double number = 0;
  if (parse(text, number) && std::isfinite(number) && number >= lowest && number <= highest) return number;
  refuse(name, text,
         std::isinf(highest) ? "a number from " + exact_number_text(lowest)
                             : "a number from " + exact_number_text(lowest) + " to " + exact_number_text(highest));
}

std::string text_of(double number) {
  return exact_number_text(number);
}

}  // namespace gaptv::option_row
