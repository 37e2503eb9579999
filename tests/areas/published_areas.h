// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "gaptv/areas/audit.h"

namespace gaptv::testing {

inline MultiPolygon box(double x, double y, double to_x, double to_y) {
  return {{{{to_x, y}, {to_x, to_y}, {x, to_y}, {x, y}, {to_x, y}}, {}}};
}

// A published file with two areas side by side, x from 0 to 2 and from 2 to 4, and the rows it was made from: six in
// each, all rules kept. Tests plant one violation each.
struct Published {
  AreaLayer layer;
  Dataset data;
  std::vector<std::uint32_t> ids;
  DisclosureRules rules;
  std::vector<OtherAreas> others;

  Published() {
    layer.geometry = {box(0, 0, 2, 4), box(2, 0, 4, 4)};
    layer.columns = {{"id", AreaType::integer, {std::int64_t{1}, std::int64_t{2}}},
                     {"value", AreaType::number, {12.5, 22.5}},
                     {"count", AreaType::integer, {std::int64_t{6}, std::int64_t{6}}}};
    data.feature_names = {"x", "y"};
    data.outcome_name = "income";
    data.features.resize(2);
    for (int i = 0; i < 12; ++i) {
      data.features[0].push_back(i < 6 ? 0.3 + 0.2 * i : 1.3 + 0.2 * i);
      data.features[1].push_back(0.7 + 0.2 * (i % 5));
      data.outcome.push_back((i < 6 ? 10 : 20) + i % 6);
    }
    rules.min_count = 5;
  }

  Audit audit() const { return audit_areas(layer, data.view(), ids, rules, others); }
};

// The rules that are broken, each once.
inline std::vector<std::string> broken_rules(const Audit& audit) {
  std::vector<std::string> rules;
  for (const AuditFinding& finding : audit.findings) {
    if (!finding.passed && (rules.empty() || rules.back() != finding.rule)) rules.push_back(finding.rule);
  }
  EXPECT_EQ(rules.empty(), audit.passed());
  return rules;
}

inline const AuditFinding& finding_of(const Audit& audit, const std::string& rule) {
  const auto found = std::ranges::find(audit.findings, rule, &AuditFinding::rule);
  if (found == audit.findings.end()) throw std::runtime_error("no finding of " + rule);
  return *found;
}

using Broken = std::vector<std::string>;

}  // namespace gaptv::testing
