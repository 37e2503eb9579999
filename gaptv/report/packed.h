// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv::report {

// Standard base64 with padding (RFC 4648).
std::string base64(std::string_view bytes);

// Numbers for the page, which unpacks them: their bytes, least first, compressed by zlib (RFC 1950) and written in
// base64.
std::string packed(const std::vector<float>& numbers);
std::string packed(const std::vector<std::uint32_t>& numbers);
std::string packed(const std::vector<std::uint8_t>& numbers);

}  // namespace gaptv::report
