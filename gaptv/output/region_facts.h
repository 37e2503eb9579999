// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv {

// The mean of fewer rows nearly tells their outcomes, so that it is not shown unless somebody asks for it.
inline constexpr std::size_t fewest_rows_shown = 5;

// Holds what may be shown of the rows of a region; nothing of too few.
struct RegionFacts {
  std::optional<double> mean = {};            // of their outcomes
  std::optional<double> standard_error = {};  // of the mean, see MeanError
  std::optional<double> spread = {};
};

// Returns the facts of every region of at least so many rows, in the order of their numbers. The loss of the model
// knows the error of a mean.
std::vector<RegionFacts> region_facts(const Model& model, const Surface& surface,
                                      std::size_t fewest_rows = fewest_rows_shown);

// Says in a sentence that means of rows are left out; empty if none is.
std::string note_on_hidden_means(const Surface& surface, const std::vector<RegionFacts>& facts,
                                 std::size_t fewest_rows);

}  // namespace gaptv
