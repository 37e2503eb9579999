// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "gaptv/base/utf8.h"

namespace gaptv::csv {
namespace {

constexpr unsigned replacement = 0xfffd;

// What the bytes 0x80 to 0x9f stand for; those that Windows leaves undefined stay control characters.
constexpr std::array<unsigned, 32> windows_1252 = {0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                                   0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
                                                   0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                   0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178};

void append_utf_8(unsigned point, std::string& text) {
  const auto tail = [&text, point](unsigned shift) { text += static_cast<char>(0x80U | ((point >> shift) & 0x3fU)); };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xc0U | (point >> 6U));
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xe0U | (point >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0U | (point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

bool is_tail(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

}  // namespace

bool may_be_latin_1(std::string_view bytes) {
  return bytes.find_first_of("\x81\x8d\x8f\x90\x9d") == std::string_view::npos;
}

Utf16Signs find_utf_16_signs(std::string_view start) {
  Utf16Signs signs;
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) {
    signs.has_mark = true;
    signs.kind = start.front() == '\xff' ? ByteKind::utf_16_little : ByteKind::utf_16_big;
    return signs;
  }
  std::array<std::size_t, 2> zeros = {0, 0};  // at even and at odd places
  const std::string_view looked_at = start.substr(0, 512);
  for (std::size_t i = 0; i < looked_at.size(); ++i) zeros[i % 2] += looked_at[i] == '\0' ? 1U : 0U;
  const std::size_t most = std::max(zeros[0], zeros[1]);
  const std::size_t least = std::min(zeros[0], zeros[1]);
  signs.has_zeros = least == 0 && most > 0 && 4 * most >= looked_at.size();
  signs.kind = zeros[0] > zeros[1] ? ByteKind::utf_16_big : ByteKind::utf_16_little;
  return signs;
}

void count_utf_8(std::string_view text, Utf8Census& census) {
  constexpr std::size_t longest = 4;
  for (std::size_t i = 0; i < text.size() && i < longest - 1 && is_tail(text.front()); ++i) text.remove_prefix(1);
  while (!text.empty()) {
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      text.remove_prefix(1);
      continue;
    }
    std::size_t length = 1;
    while (length < std::min(longest, text.size()) && is_tail(text[length])) ++length;
    if (is_utf8(text.substr(0, length))) {
      ++census.long_characters;
      text.remove_prefix(length);
    } else {
      if (length < text.size() || length == longest) ++census.other_bytes;
      text.remove_prefix(1);
    }
  }
}

void Decoder::decode(std::string_view bytes, std::string& text) {
  if (kind_ == ByteKind::utf_8) {
    text += bytes;
    return;
  }
  if (kind_ == ByteKind::latin_1) {
    decode_latin_1(bytes, text);
    return;
  }
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!has_cut_byte_) {
      cut_byte_ = byte;
      has_cut_byte_ = true;
      continue;
    }
    has_cut_byte_ = false;
    const bool is_little = kind_ == ByteKind::utf_16_little;
    const unsigned high = is_little ? byte : cut_byte_;
    const unsigned low = is_little ? cut_byte_ : byte;
    decode_unit(high << 8U | low, text);
  }
}

void Decoder::decode_latin_1(std::string_view bytes, std::string& text) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_sign = byte >= 0x80 && byte < 0x80 + windows_1252.size();
    append_utf_8(is_sign ? windows_1252[byte - 0x80U] : byte, text);
  }
}

void Decoder::decode_unit(unsigned unit, std::string& text) {
  const bool is_high = unit >= 0xd800 && unit < 0xdc00;
  const bool is_low = unit >= 0xdc00 && unit < 0xe000;
  if (high_surrogate_ != 0 && is_low) {
    append_utf_8(0x10000 + ((high_surrogate_ - 0xd800) << 10U) + (unit - 0xdc00), text);
    high_surrogate_ = 0;
    return;
  }
  if (high_surrogate_ != 0) append_utf_8(replacement, text);
  high_surrogate_ = is_high ? unit : 0;
  if (is_high) return;
  append_utf_8(is_low ? replacement : unit, text);
}

}  // namespace gaptv::csv
