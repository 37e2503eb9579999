// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gaptv/model/json_node.h"
#include "gaptv/model/model.h"
#include "gaptv/model/option_table.h"

namespace gaptv {

inline constexpr const char* model_format = "gaptv-model";
inline constexpr std::uint64_t newest_model_format = 2;

// Read the parts that all versions of the model file have in common, and refuse what is not possible.
Grid read_grid(const JsonNode& node);
std::vector<CellStats> read_cells(const JsonNode& node, std::size_t count);

// Takes regions and labels from the file, so that a model reads back to the last bit whichever version wrote it, but
// only if they are what beta and the cells say: the same cells together, the same values and boxes, and the same sums
// up to rounding.
void read_regions(const JsonNode& regions, const JsonNode& labels, std::string_view loss, Surface& surface);

// Refuses a loss that this version does not know, or a parameter that it cannot have.
void check_loss(const JsonNode& node, const FitRecord& record);

// Reads options in the order of the table. Each must be one of it with a value that it can have.
OptionTexts read_options(const JsonNode& node);

// Reads a file of version 1: a model, or a model of several classes.
Model read_version_1(const JsonNode& root);
Model read_classes_of_version_1(const JsonNode& root);

}  // namespace gaptv
