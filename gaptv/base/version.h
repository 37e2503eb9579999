// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

namespace gaptv {

// Returns the version of the library, as the model file records it.
std::string version();

}  // namespace gaptv
