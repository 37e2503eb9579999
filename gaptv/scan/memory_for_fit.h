// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "gaptv/base/export.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {

// Says why a fit has to have its rows in memory, and what to do where they have no room; empty if it does not.
std::string reason_to_keep_rows(const FitOptions& options);

// Returns how much memory the rows of a fit may take: so many bytes or, if nobody says so, half of what this program
// may use, but then a fit that needs its rows in memory gets them there however many they are.
GAPTV_API MemoryForRows memory_for_fit(const FitOptions& options, std::size_t features,
                                       std::optional<std::size_t> bytes);

}  // namespace gaptv
