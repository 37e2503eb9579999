// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv::report {

// Says whether pack() compresses: it does unless the library was built without zlib. The page must know.
bool can_compress();

// Writes bytes in standard base64 with padding (RFC 4648).
std::string encode_base64(std::string_view bytes);

// Packs numbers for the page, which unpacks them: their bytes, the least significant first, compressed by zlib (RFC
// 1950) where can_compress(), and written in base64.
std::string pack(const std::vector<float>& numbers);
std::string pack(const std::vector<std::uint32_t>& numbers);
std::string pack(const std::vector<std::uint8_t>& numbers);

}  // namespace gaptv::report
