// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/base/mention.h"
#include "gaptv/model/model.h"

namespace gaptv {

// An option as a shell has it: two hyphens, and hyphens instead of underscores.
std::string flag_text(std::string_view name);

// How options and rows that texts mention are written for whoever uses the program: options as flags, rows from 1.
const MentionStyle& command_style();

// The text with its mentions in that style.
std::string in_command_style(std::string_view text);

// The command that fits the same model again, to the last byte; names that the model does not know are in capitals.
std::string repeat_command(const Model& model);

}  // namespace gaptv
