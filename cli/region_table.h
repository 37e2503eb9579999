// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/model/model.h"
#include "gaptv/output/region_facts.h"

namespace gaptv::cli {

// Writes a table of regions: one line each under a heading.
std::string region_table(const Model& model, const Surface& surface, const std::vector<Region>& regions,
                         const std::vector<RegionFacts>& facts);

}  // namespace gaptv::cli
