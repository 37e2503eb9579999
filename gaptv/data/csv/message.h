// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::csv {

// Writes text from a file as a message shows it: in single quotes, at most about 40 bytes, control characters and bytes
// that are no UTF-8 as \xNN, so that a message is one printable line whatever the file holds.
std::string quote_for_message(std::string_view text);

// Says what to do about text that is not UTF-8.
inline constexpr std::string_view utf8_remedy =
    "convert the file (iconv -f LATIN1 -t UTF-8), or say what it is (`encoding=latin-1`)";

}  // namespace gaptv::csv
