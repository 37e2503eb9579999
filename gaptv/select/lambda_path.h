// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

namespace gaptv {

// Returns so many values from lambda_max down to lambda_max / ratio, equally spaced in their logarithms. If count is 1
// or lambda_max is 0, there is just lambda_max.
std::vector<double> lambda_path(double lambda_max, std::size_t count, double ratio);

}  // namespace gaptv
