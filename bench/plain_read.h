// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/data/dataset.h"

namespace gaptv::bench {

// The limit that data passes are compared with: adding up every column once, one thread, the fastest plain loop (eight
// partial sums, so that the additions do not wait for each other).
double read_plainly(const DataView& data);

}  // namespace gaptv::bench
