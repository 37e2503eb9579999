// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gaptv/data/csv/header.h"

namespace gaptv::csv {

// Describes lines above a header.
struct TitleLines {
  std::size_t lines = 0;  // how many there are that are not blank
  std::string first;      // the first one
};

// Says whether a line can be read as a header that is_header accepts.
bool is_header_line(std::string_view line, std::string_view candidates,
                    const std::function<bool(const Header&)>& is_header);

// Finds out whether the first line of a file, which is no header, and perhaps lines behind it, are titles: some line of
// the rest is a header, and all above it have fewer fields that hold something. Nothing if none of the first lines is.
std::optional<TitleLines> find_title_lines(std::string_view first, std::string_view rest, std::string_view candidates,
                                           const std::function<bool(const Header&)>& is_header);

}  // namespace gaptv::csv
