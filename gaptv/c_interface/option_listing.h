// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>

namespace gaptv::c_interface {

// Returns the texts of the table of options as C wants them, ended by a zero byte. The choices are those of
// gaptv_option_text(); others, and an index that is too large, are refused.
const char* option_text(std::size_t index, const std::string& what);

}  // namespace gaptv::c_interface
