// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::report {

// Writes the text as it may stand anywhere in a page, within an element or a quoted attribute: what has a meaning in
// HTML is written as a reference, bytes that are no UTF-8 and control characters as the replacement character.
std::string html_text(std::string_view text);

}  // namespace gaptv::report
