// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/option_row.h"

#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"

namespace gaptv {

void refuse_option(std::string_view name, const std::string& text, const std::string& remedy) {
  throw InvalidInput(mention_option(name) + " '" + text + "': give " + remedy);
}

double parse_option_within(std::string_view name, const std::string& text, double lowest, double highest) {
  double number = 0;
  if (parse_option(text, number) && std::isfinite(number) && number >= lowest && number <= highest) return number;
  refuse_option(name, text,
                std::isinf(highest)
                    ? "a number from " + exact_number_text(lowest)
                    : "a number from " + exact_number_text(lowest) + " to " + exact_number_text(highest));
}

std::string option_text(double number) {
  return exact_number_text(number);
}

}  // namespace gaptv
