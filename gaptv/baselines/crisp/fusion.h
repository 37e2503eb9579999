// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>
#include <vector>

#include "gaptv/baselines/crisp/slice_differences.h"

namespace gaptv {

// Makes fused slices exactly equal: cells that lie in the same run of fused slices along every axis get one value, the
// mean of theirs by weight (by number where there is no weight). is_fused is numbered as in SliceDifferences.
std::vector<double> fuse_slices(const SliceDifferences& slices, const std::vector<bool>& is_fused,
                                std::span<const double> weight, std::span<const double> values);

}  // namespace gaptv
