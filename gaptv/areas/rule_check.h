// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/areas/audit.h"

namespace gaptv {

// Collects findings of a rule; in the end only the worst, if none breaks it.
class RuleCheck {
 public:
  RuleCheck(Audit& audit, std::string rule) : audit_(audit), rule_(std::move(rule)) {}

  // "badness" is comparable between areas: the largest is the nearest to breaking the rule.
  void add(const std::string& region, double measured, double limit, bool passed, double badness, std::string text) {
    AuditFinding finding = {rule_, region, measured, limit, passed, std::move(text)};
    if (!passed) {
      broken_.push_back(std::move(finding));
    } else if (!nearest_ || badness > badness_) {
      nearest_ = std::move(finding);
      badness_ = badness;
    }
  }

  // Says something of the whole file if no area breaks the rule and none is the nearest.
  void finish(std::string all_clear = {}) {
    if (broken_.empty() && nearest_) broken_.push_back(std::move(*nearest_));
    if (broken_.empty() && !all_clear.empty()) broken_.push_back({rule_, "", 0, 0, true, std::move(all_clear)});
    for (AuditFinding& finding : broken_) audit_.findings.push_back(std::move(finding));
  }

 private:
  Audit& audit_;
  std::string rule_;
  std::vector<AuditFinding> broken_;
  std::optional<AuditFinding> nearest_;
  double badness_ = 0;
};

}  // namespace gaptv
