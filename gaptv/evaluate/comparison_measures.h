// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/evaluate/compare.h"

namespace gaptv {

// Says what a method is measured by on the rows of a fold.
struct ComparisonMeasure {
  const char* key;    // in files
  const char* title;  // in tables
  double (*of)(const HeldOutFold&);
};

// Tells whether the outcomes are classes; then there are measures of classification.
bool has_classes(const Comparison& comparison);

// Returns what the methods are chosen by: the root of the mean squared error, or the deviance per observation.
ComparisonMeasure main_measure(const Comparison& comparison);

// Returns further measures for a small table, the number of regions last.
std::vector<ComparisonMeasure> other_measures(const Comparison& comparison);

// Returns the measure of the seconds of a fit.
ComparisonMeasure seconds_measure();

// Returns all measures that there are for this loss, in the order of files.
std::vector<ComparisonMeasure> all_measures(const Comparison& comparison);

}  // namespace gaptv
