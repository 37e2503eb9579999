// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/model/fit_options.h"

namespace gaptv {

// Names a method, or one of the presets of gaptv.
struct PresetContender {
  std::string name;
  std::string method;
  std::string preset = "paper";
  std::string regions = "auto";  // with preset best: the rule for their number
};

// Returns one contender for each method, and two for gaptv.
std::vector<PresetContender> preset_contenders(const std::vector<std::string>& methods);

// Returns preset best with every rule for the number of regions that looks at the data: where borders are worth their
// price (auto), and the choices on the curve of held-out errors (its minimum is within=0%).
std::vector<PresetContender> rule_contenders();

// Sets the preset of options that paper_options() made for the contender's method.
void set_contender(FitOptions& options, const PresetContender& contender);

}  // namespace gaptv
