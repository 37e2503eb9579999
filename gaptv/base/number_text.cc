// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/number_text.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace gaptv {

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

std::string exact_number_text(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string hexadecimal_text(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4U) digits[i] = "0123456789abcdef"[number & 15U];
  return digits;
}

}  // namespace gaptv
