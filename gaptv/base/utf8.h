// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string_view>

namespace gaptv {

// Says whether the bytes are UTF-8 (RFC 3629: shortest forms only, no surrogates), as all texts in model files have to
// be.
bool is_utf8(std::string_view text);

}  // namespace gaptv
