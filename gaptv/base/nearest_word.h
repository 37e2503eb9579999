// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

namespace gaptv {

// The word that was probably meant: the one with the fewest changed, missing, added or swapped letters, if they are
// few; empty otherwise.
std::string nearest_word(const std::string& written, const std::vector<std::string>& words);

}  // namespace gaptv
