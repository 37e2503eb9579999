// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/utf8.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace gaptv {
namespace {

bool is_written_by_json(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

TEST(Utf8, IsWhatJsonCanHold) {
  for (const std::string text : {"", "plain", "Gr\u00f6\u00dfe", "\u20ac", "\U0001f600"})
    EXPECT_TRUE(is_utf8(text)) << text;
  for (const std::string text : {"M\xfcll", "\xc3", "\xe2\x82", "\x80", "a\xff"}) EXPECT_FALSE(is_utf8(text)) << text;
  // Every first byte, before the second bytes at which something changes, and an end that is right.
  for (int first = 0; first < 256; ++first) {
    for (const int second : {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff}) {
      for (const char* end : {"", "\x80", "\x80\x80"}) {
        const std::string text = std::string{static_cast<char>(first), static_cast<char>(second)} + end;
        ASSERT_EQ(is_utf8(text), is_written_by_json(text)) << first << " " << second;
      }
    }
  }
}

}  // namespace
}  // namespace gaptv
