// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/number_text.h"

#include <array>
#include <cstdio>

namespace gaptv {

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

std::string hexadecimal_text(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4U) digits[i] = "0123456789abcdef"[number & 15U];
  return digits;
}

}  // namespace gaptv
