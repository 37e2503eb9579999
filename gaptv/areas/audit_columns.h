// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/audit.h"
#include "gaptv/areas/rows_in_areas.h"

namespace gaptv {

// Reads an entry as a number, also if it is written as a text. Nothing if it is missing or no number.
std::optional<double> number_of(const AreaValue& value);

// Says of which numbers the outcomes of an area are: one of them and so many times a step, as 0 and 1, or thousands.
struct OutcomeSteps {
  double first = 0;
  double step = 0;  // 0 if all are the same, or none is known
};

// Finds the longest steps of outcomes, by area. None is known where rows have weights or exposures, or an outcome more
// than six decimals: means are no fractions of steps there.
std::vector<OutcomeSteps> find_outcome_steps(const DataView& rows, const RowsInAreas& counted);

// What the table of published areas says is compared with these.
struct AuditedTable {
  const AreaLayer& areas;
  const DataView& rows;
  const DisclosureRules& rules;
  const RowsInAreas& counted;
};

// Looks for areas of which the value tells the count that rounding hides: a mean of whole numbers is a fraction, as is
// one of tens or halves, and of all counts that the published one may stand for, one alone may have it. Where values
// are means of something else, or people have several rows, nothing is looked for.
void check_exact_counts(Audit& audit, const AuditedTable& table);

// Finds what a file holds beside its areas: tables, members, what was deleted.
void check_other_content(Audit& audit, const AreaLayer& areas);

// Looks at columns that no rule knows, and finds those that in half of the areas or more have the number of rows or
// people where counts have to be rounded, sums of outcomes or means of all digits, which tell such a number, or an
// outcome or coordinate of a single person (as the largest one). A note names the others, and entries that are no
// numbers where numbers are expected.
void check_other_columns(Audit& audit, const AuditedTable& table);

}  // namespace gaptv
