// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string>

namespace gaptv {

// A number as messages show it: six digits at most, no zeros behind them.
std::string number_text(double value);

// The shortest text that reads back to the same number.
std::string exact_number_text(double value);

// Sixteen hexadecimal digits.
std::string hexadecimal_text(std::uint64_t number);

}  // namespace gaptv
