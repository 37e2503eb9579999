// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gaptv/base/export.h"

namespace gaptv {

// Reads a size such as "2GB", "300 MB", "1.5GiB" or a number of bytes, in any case. Throws InvalidInput for other
// texts.
GAPTV_API std::size_t parse_byte_size(std::string_view text);

// Writes a size as people read it: "500 MB", "1.8 GB".
std::string byte_size_text(std::size_t bytes);

// Returns how much memory this program may use: that of the machine, or less where a container or a limit of the
// process leaves less.
GAPTV_API std::size_t usable_memory();

}  // namespace gaptv
