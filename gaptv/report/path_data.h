// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "gaptv/base/progress.h"
#include "gaptv/model/model.h"
#include "gaptv/report/report.h"

namespace gaptv::report {

// Collects what the page needs to show the same fit with fewer or more regions: for each number of regions the regions
// with their facts, and their error on held-out rows where it was measured. Null if there is no other number.
//
// Cells that are together in every fit are one leaf; a fit says of each leaf in which of its regions it is. A region
// that several fits have is stored once, as a node.
nlohmann::ordered_json path_data(const Model& model, const Surface& surface, const ReportOptions& options,
                                 Progress& progress);

// Collects the curve of held-out errors by number of regions, for a figure; null if it was not measured.
nlohmann::ordered_json held_out_curve(const Model& model, const Surface& surface);

}  // namespace gaptv::report
