// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

namespace gaptv {

// A number as messages show it: six digits at most, no zeros behind them.
std::string number_text(double value);

}  // namespace gaptv
