// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/areas/rows_in_areas.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// An area of another file that tells of a few people: it now has a few more or fewer than its column `count` says, or
// as many, as far as rounding tells, and another mean than its column `value` says.
struct ChangedArea {
  std::uint32_t area = 0;  // of the other file
  double published = 0;
  std::size_t people = 0;            // now
  std::optional<double> value = {};  // if it is the mean that changed
  double mean = 0;                   // now
};

struct ChangedAreas {
  std::vector<ChangedArea> areas;
  bool has_other_values = false;  // most values are other ones: those of another outcome, or of other people altogether
};

// Finds what changed since an earlier file, made from other rows than those of today: where the areas of "areas" fill
// one of "other", both counts are published, and who came or went since is their difference. "counted" and
// "other_counted" are today's rows. Differences that rounding may make are none: by the rules, or by steps that all
// counts of the other file have in common. Other files without a column `count` have none.
ChangedAreas find_changed_areas(const DataView& rows, const RowsInAreas& counted, const AreaLayer& other,
                                const RowsInAreas& other_counted, const DisclosureRules& rules);

// Says what changed in it.
std::string describe(const ChangedArea& changed);

}  // namespace gaptv
