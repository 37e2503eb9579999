// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string>

namespace gaptv {

// Writes a number as messages show it, with six digits at most and no zeros behind them.
std::string number_text(double value);

// Writes the shortest text that reads back to the same number.
std::string exact_number_text(double value);

// Writes a number as sixteen hexadecimal digits.
std::string hexadecimal_text(std::uint64_t number);

}  // namespace gaptv
