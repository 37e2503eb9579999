// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

namespace gaptv::tv {

// Work for one thread at a time, where nodes are looked at one by one.
inline constexpr std::size_t nodes_per_task = 16384;

}  // namespace gaptv::tv
