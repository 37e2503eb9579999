// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <limits>

namespace gaptv {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace gaptv
