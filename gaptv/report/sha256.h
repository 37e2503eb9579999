// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::report {

// The SHA-256 digest (FIPS 180-4) of the bytes, as 32 bytes. For the page's Content-Security-Policy, which names its
// script and its style by their digests; a library for one function would be a dependency of everybody.
std::string sha256(std::string_view bytes);

}  // namespace gaptv::report
