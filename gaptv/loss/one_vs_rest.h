// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string_view>

#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss.h"

namespace gaptv {

// This names what is fitted to three classes or more: no loss of its own, but a surface for each class, of outcomes
// that are 1 for it and 0 for the others. Users name it like a loss, and it answers like one.
inline constexpr std::string_view one_vs_rest = "one-vs-rest";
inline constexpr std::size_t fewest_classes = 3;

bool is_one_vs_rest(std::string_view name);
const Loss& one_vs_rest_loss();
// Returns the loss of the surface of each class.
const CellLoss& loss_of_each_class();

}  // namespace gaptv
