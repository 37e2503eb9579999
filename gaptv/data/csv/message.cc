// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/message.h"

#include <cstddef>

namespace gaptv::csv {
namespace {

constexpr std::size_t longest_shown = 40;

// The length of the printable character at the start of the text; 0 when its first byte has to be escaped.
std::size_t printable_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 0;
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  // U+0080 to U+009f are control characters, which a terminal might obey.
  if (byte(0) == 0xc2 && byte(1) < 0xa0) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  }
  return length;
}

}  // namespace

std::string quote_for_message(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown = "'";
  while (!text.empty()) {
    if (shown.size() > longest_shown) {
      shown += "...";
      break;
    }
    const std::size_t length = printable_length(text);
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text.front());
      shown += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
      text.remove_prefix(1);
    } else {
      shown += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return shown + "'";
}

}  // namespace gaptv::csv
