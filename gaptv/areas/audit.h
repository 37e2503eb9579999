// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Holds what was measured for a rule: of an area that breaks it, or of the one that comes nearest to it.
struct AuditFinding {
  std::string rule;    // a word that programs know, as `min_count`
  std::string region;  // the name of the area; empty if it is about the whole file
  double measured = 0;
  double limit = 0;
  bool passed = true;
  std::string text;  // what was found, in words
};

struct Audit {
  std::vector<AuditFinding> findings;  // by rule: every area that breaks it or, if there is none, the nearest one
  std::vector<std::string> notes;      // what could not be looked at, and what to make of the findings
  std::size_t rows = 0;
  std::size_t rows_outside = 0;  // in no area

  bool passed() const;
};

// Another file that people may compare with: an earlier release, or other areas of the same rows.
struct OtherAreas {
  std::string name;
  AreaLayer layer;
};

// Throws InvalidInput where other areas have other coordinates, so that they cannot be compared.
void check_coordinates(const AreaLayer& areas, const OtherAreas& other);

// Measures the rules on published areas: counts again who is in each of them, by where the rows are, and what the
// largest contribute; compares what the file says with it; looks for borders at few people's coordinates, for values
// that are one row's outcome, and for small groups that follow by subtraction from the total of all rows or from other
// areas. It shares nothing with what makes a release but the table of rules.
//
// The features of the rows are x and y, in the coordinates of the areas. Without an outcome, what concerns outcomes is
// not looked at, with a note. "ids" says who each row is about; where it is empty, each row is about somebody else.
// Throws InvalidInput for rules that say no smallest count, and for negative outcomes where a rule looks at the largest
// contributions. O(rows log rows).
Audit audit_areas(const AreaLayer& areas, const DataView& rows, const std::vector<std::uint32_t>& ids,
                  const DisclosureRules& rules, std::span<const OtherAreas> others = {});

}  // namespace gaptv
