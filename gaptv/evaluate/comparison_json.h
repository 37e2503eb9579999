// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/compare.h"

namespace gaptv {

// Writes a comparison as JSON, method by method and fold by fold, with what it was made of: one object, indented, with
// a line end. Numbers that are not finite are null; bytes of names that are no UTF-8 are replaced.
std::string comparison_to_json(const Comparison& comparison, const DataView& data, const CompareOptions& options);

}  // namespace gaptv
