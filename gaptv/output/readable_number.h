// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/evaluate/mean_and_error.h"

namespace gaptv {

// These write numbers as people read them, the same in every locale.

// Rounds to so many significant digits, but whole digits are never rounded away (452600 stays); exponents only for very
// large and very small numbers.
std::string short_number(double x, int digits = 4);

// Rounds to what matters among numbers that spread over "range": to about a thousandth of it; from 10,000 on with
// commas.
std::string number_in_range(double x, double range);

// Writes "1.52 +- 0.063"; "-" if there is no mean, the mean alone if there is no error.
std::string with_error(const MeanAndError& value);

// Writes increasing numbers shortly, with as many digits as it takes to tell neighbours apart.
std::vector<std::string> write_distinct_numbers(const std::vector<double>& increasing);

// Writes a number of observations: 12,345, or 17.5 when weights are fractional.
std::string count_text(double count);

// Writes "37 %", with a digit more below 1 %.
std::string percent_text(double share);

// Rounds to what matters among shares that spread over "range": to about a hundredth of it; "84 %".
std::string percent_in_range(double share, double range);

// Writes "1 row" or "2 rows".
std::string plural(double count, const std::string& noun);

}  // namespace gaptv
