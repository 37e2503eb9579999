// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <bit>
#include <cstdint>
#include <string>

namespace gaptv {

// Append a number, its lowest byte first, whatever the machine does.
template <typename Unsigned>
void append_little_endian(std::string& bytes, Unsigned number) {
  for (std::size_t i = 0; i < sizeof(number); ++i) bytes += static_cast<char>(number >> 8 * i & 0xFFU);
}

inline void append_little_endian(std::string& bytes, double number) {
  append_little_endian(bytes, std::bit_cast<std::uint64_t>(number));
}

}  // namespace gaptv
