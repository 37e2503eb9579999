// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Returns which of the classes each row belongs to. Labels of the data are found by their names, so that data that lack
// a class, or have them in another order, mean the same; outcomes without labels are the numbers of the classes, from
// 0. Throws InvalidInput, with the row, where the outcome is none of the classes, and where there are exposures.
std::vector<std::size_t> class_of_rows(const std::vector<std::string>& classes, const DataView& data);

// Returns 1 where a row belongs to the class, 0 where it belongs to another.
std::vector<double> membership(const std::vector<std::size_t>& class_of_row, std::size_t class_number);

}  // namespace gaptv
