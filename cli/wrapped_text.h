// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>

namespace gaptv::cli {

// Writes the text in lines of a terminal's width; every line but the first starts with so many blanks. Ends with a line
// break.
std::string wrapped_text(const std::string& text, std::size_t indentation);

}  // namespace gaptv::cli
