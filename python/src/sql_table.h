// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "fitted_model.h"
#include "option_texts.h"

namespace gaptv::python {

// Fits rows of a database. "run" takes a statement and returns its columns: arrays of numbers, or lists of texts.
FittedModel fit_table(const std::string& dialect, const std::string& table, const std::vector<std::string>& features,
                      const std::string& outcome, const std::string& weight, const std::string& exposure,
                      const std::string& where, bool drops_missing, const nanobind::callable& run,
                      const GivenOptions& options);

// Returns the names of the dialects that there are.
std::vector<std::string> names_of_dialects();

}  // namespace gaptv::python
