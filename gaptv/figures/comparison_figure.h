// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/evaluate/compared_method.h"
#include "gaptv/figures/figure.h"

namespace gaptv {

// Shows the methods below each other, the first at the top, and beside them a panel each for the error (which
// error_name says), the regions and the seconds, with bars of one standard error. Regions and seconds have a log axis
// where they spread over more than a decade.
GAPTV_API Figure comparison_figure(const std::vector<ComparedMethod>& methods, const std::string& error_name,
                                   double width_mm = 84);

}  // namespace gaptv
