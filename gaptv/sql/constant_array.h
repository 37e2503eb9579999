// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gaptv/sql/dialect.h"

namespace gaptv::sql {

// Tells whether the engine has arrays that it reads once, when it plans a statement, and then looks into by a number.
// Spark translates comparisons to code of Java, of which it compiles no more than 64 KB at once and runs more than 8 KB
// slowly; a look into an array is one short line of it.
bool has_constant_arrays(const Dialect& dialect);

// Writes such an array of numbers of one of the dialect's types, from their texts. It is a text itself: that is read in
// a small part of the time that so many literals take.
std::string constant_array(const std::vector<std::string>& numbers, std::string_view type);
std::string constant_array(const std::vector<double>& numbers, std::string_view type);

// Writes the element with this number, an expression of whole numbers from 0 on; NULL where that is NULL.
std::string element_of(const std::string& array, const std::string& number);

}  // namespace gaptv::sql
