// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

namespace gaptv {

// A method, or one of the presets of gaptv.
struct PresetContender {
  std::string name;
  std::string method;
  std::string preset = "paper";
};

// One of each method, two of gaptv.
std::vector<PresetContender> preset_contenders(const std::vector<std::string>& methods);

}  // namespace gaptv
