// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/areas/protect_regions.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Returns the means of the rows of each region as they are published: with at most four significant digits, or as many
// as the rules say, and with fewer where they would tell the count that rounding hides. These are regions whose
// outcomes are some number and so many times a unit: 0 and 1, 0 and 100, halves, thousands. The mean of such outcomes
// is a fraction, which goes to the step that every count behind the rounded one may have (step_of_means()), times the
// unit. Where rows have weights or exposures, means are no such fractions.
std::vector<double> publish_means(const std::vector<RegionRows>& regions, const std::vector<std::size_t>& region_of_row,
                                  const DisclosureRules& rules, const DataView& rows);

}  // namespace gaptv
