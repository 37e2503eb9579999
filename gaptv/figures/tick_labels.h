// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

namespace gaptv::figures {

// Writes the numbers on an axis, all in one form: written out with as many digits as tell them apart (0.50, 0.75), or,
// where that takes more than seven characters and this is shorter, with powers of ten. The texts are UTF-8, with real
// minus signs.
std::vector<std::string> tick_labels(const std::vector<double>& values);

}  // namespace gaptv::figures
