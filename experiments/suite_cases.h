// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/preset_cases.h"

namespace gaptv {

// Returns the cases on which GapTV is compared with methods of other kinds (docs/rivals.md): preset_cases(), and with
// them features that matter unequally, surfaces with little noise or none, counts with more variance than Poisson, rare
// classes, and shapes whose borders do not run along the axes.
const std::vector<PresetCase>& suite_cases();

// Returns the case of this name. Throws InvalidInput with all names if there is none.
const PresetCase& find_suite_case(const std::string& name);

}  // namespace gaptv
