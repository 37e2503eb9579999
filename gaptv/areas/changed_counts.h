// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/areas/rows_in_areas.h"

namespace gaptv {

// An area of another file that now has a few people more or fewer than its column `count` says.
struct ChangedCount {
  std::uint32_t area = 0;  // of the other file
  double published = 0;
  std::size_t people = 0;  // now
};

// Finds the areas of an earlier file, made from other rows than those of today, that tell a few people: where the areas
// of "areas" fill one of "other", both counts are published, and who came or went since is their difference. "counted"
// and "other_counted" are today's rows. Differences that rounding may make are none: by the rules, or by steps that
// all counts of the other file have in common. Other files without a column `count` have none.
std::vector<ChangedCount> find_changed_counts(const RowsInAreas& counted, const AreaLayer& other,
                                              const RowsInAreas& other_counted, const DisclosureRules& rules);

}  // namespace gaptv
