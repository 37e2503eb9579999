// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gaptv {

// Turns a text of any origin into one that can be drawn and shown: valid UTF-8, each control character, byte that is no
// UTF-8 and code point that is no character replaced by U+FFFD; at most a thousand characters, which is more than fits
// on any figure.
std::string drawable_text(std::string_view text);

// Returns the number of bytes of the first character of a text that is not empty; 0 if it cannot be drawn.
std::size_t drawable_length(std::string_view text);

// Does what drawable_text() does, and cuts the text to so many characters, an ellipsis at the end among them.
std::string shorten_text(std::string_view text, std::size_t most);

}  // namespace gaptv
