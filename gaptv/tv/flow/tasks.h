// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

namespace gaptv::tv {

// A thread takes so many nodes at a time where nodes are looked at one by one.
inline constexpr std::size_t nodes_per_task = 16384;

}  // namespace gaptv::tv
