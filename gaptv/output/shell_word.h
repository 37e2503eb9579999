// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

namespace gaptv {

// Writes the text so that a shell takes it for one word: as it is or, if it holds anything that a shell could change,
// in single quotes.
std::string shell_word(const std::string& text);

}  // namespace gaptv
