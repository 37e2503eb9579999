// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/preset_contenders.h"

#include "gaptv/model/option_table.h"

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

std::vector<PresetContender> rule_contenders() {
  std::vector<PresetContender> list;
  for (const char* const rule : {"auto", "within=0%", "within=1%", "within=2%", "1se"}) {
    list.push_back({rule, "gaptv", "best", rule});
  }
  return list;
}

void set_contender(FitOptions& options, const PresetContender& contender) {
  if (contender.method != FitOptions().method) return;
  options.preset = contender.preset;
  options.bins_max.reset();
  if (contender.regions != "auto") set_option(options, "regions", contender.regions);
}

}  // namespace gaptv
