// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::csv {

// Names the ways in which the bytes of a file are turned into UTF-8: not at all, as Windows-1252 (Latin-1 with signs
// where that has control characters, which is what offices mean by Latin-1), or as UTF-16 with the lower or the higher
// byte first.
enum class ByteKind { utf_8, latin_1, utf_16_little, utf_16_big };

// Says whether the bytes may be Windows-1252, which leaves five of them undefined.
bool may_be_latin_1(std::string_view bytes);

// Says whether a text that starts with these bytes is UTF-16 of some order: by its byte-order mark or, where there is
// none, by the zeros that every other byte of plain letters is.
struct Utf16Signs {
  bool has_mark = false;
  bool has_zeros = false;
  ByteKind kind = ByteKind::utf_16_little;  // the order, if there is any sign
};
Utf16Signs find_utf_16_signs(std::string_view start);

// Counts the characters of more than one byte in a text, and the bytes that are part of no UTF-8 character. Characters
// cut at either end of the text count as neither.
struct Utf8Census {
  std::size_t long_characters = 0;
  std::size_t other_bytes = 0;
};
void count_utf_8(std::string_view text, Utf8Census& census);

// Turns a text into UTF-8, piece by piece: a character that a piece cuts is completed by the next one.
class Decoder {
 public:
  explicit Decoder(ByteKind kind) : kind_(kind) {}

  // Appends what the bytes say. Halves of UTF-16 characters without their other half become U+FFFD.
  void decode(std::string_view bytes, std::string& text);

 private:
  void decode_latin_1(std::string_view bytes, std::string& text);
  void decode_unit(unsigned unit, std::string& text);

  ByteKind kind_;
  unsigned char cut_byte_ = 0;  // the first half of a unit
  bool has_cut_byte_ = false;
  unsigned high_surrogate_ = 0;  // 0: none is waiting for its other half
};

}  // namespace gaptv::csv
