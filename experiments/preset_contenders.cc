// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/preset_contenders.h"

namespace gaptv {

std::vector<PresetContender> preset_contenders(const std::vector<std::string>& methods) {
  std::vector<PresetContender> list;
  for (const std::string& method : methods) {
    if (method == "gaptv") {
      list.push_back({"best", method, "best"});
      list.push_back({"paper", method, "paper"});
    } else {
      list.push_back({method, method});
    }
  }
  return list;
}

void set_contender(FitOptions& options, const PresetContender& contender) {
  if (contender.method != FitOptions().method) return;
  options.preset = contender.preset;
  options.bins_max.reset();
}

}  // namespace gaptv
