// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/sql/dialect.h"

namespace gaptv::sql {

// Writes how many of the edges, which increase, are <= x; x is a name.
std::string bin_of(const Dialect& dialect, const std::string& x, const std::vector<double>& edges);

// Writes floor(x * 2^scale), a 64-bit integer: x is a name, and has no more than 53 bits before the point then. It
// never falls where x rises, whatever an engine rounds.
std::string code_of(const Dialect& dialect, const std::string& x, int scale);
// Computes the same.
double code_of(double x, int scale);

// Returns the scale by which numbers between these get about so many different codes (a power of two).
int scale_of_codes(double lowest, double highest, int bits);

}  // namespace gaptv::sql
