// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/drawable_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace gaptv {
namespace {

constexpr std::size_t most_characters = 1000;
constexpr std::string_view replacement = "\uFFFD";

bool is_drawable(std::uint32_t code) {
  const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  // Unicode keeps these for programs' own use; Cairo refuses them.
  const bool is_no_character = (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffeU) == 0xfffeU;
  return !is_control && !is_surrogate && !is_no_character && code <= 0x10ffff;
}

}  // namespace

std::size_t drawable_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  if (byte(0) < 0x80) return is_drawable(byte(0)) ? 1 : 0;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc0 || byte(0) > 0xf7 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  // A character may be written in its shortest form only.
  constexpr std::array<std::uint32_t, 5> smallest_code = {0, 0, 0x80, 0x800, 0x10000};
  return code >= smallest_code[length] && is_drawable(code) ? length : 0;
}

std::string drawable_text(std::string_view text) {
  std::string drawable;
  for (std::size_t count = 0; !text.empty() && count < most_characters; ++count) {
    const std::size_t length = drawable_length(text);
    drawable += length > 0 ? text.substr(0, length) : replacement;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return drawable;
}

std::string shorten_text(std::string_view text, std::size_t most) {
  std::string drawable = drawable_text(text);
  std::size_t cut = 0;  // where the ellipsis would be
  std::size_t end = 0;
  for (std::size_t count = 0; end < drawable.size(); ++count) {
    if (count == most) return drawable.substr(0, cut) + "\u2026";
    cut = end;
    end += drawable_length(std::string_view(drawable).substr(end));
  }
  return drawable;
}

}  // namespace gaptv
