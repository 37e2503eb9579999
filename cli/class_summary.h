// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "cli/summary.h"
#include "gaptv/model/class_model.h"

namespace gaptv::cli {

// Several classes: what they have in common, a table with a line per class, then the regions of each.
std::string summarise(const ClassModel& model, const SummaryOptions& options);

// One line: classes, regions, deviance, gap.
std::string summarise_briefly(const ClassModel& model);

}  // namespace gaptv::cli
