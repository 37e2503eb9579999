// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

namespace gaptv {

// count values from lambda_max down to lambda_max / ratio, equally spaced in their logarithms. With count 1 or
// lambda_max 0: just lambda_max.
std::vector<double> lambda_path(double lambda_max, std::size_t count, double ratio);

}  // namespace gaptv
