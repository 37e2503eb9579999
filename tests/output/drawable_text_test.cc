// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/drawable_text.h"

#include <gtest/gtest.h>

#include <string>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

TEST(DrawableText, KeepsTextAsItIs) {
  for (const std::string text : {"", "plain", "<&>\"'", "größe λ ≤ 10⁻³", "漢字 \U0001F600"}) {
    EXPECT_EQ(drawable_text(text), text);
  }
}

TEST(DrawableText, ReplacesWhatIsNoTextCharacterByCharacter) {
  EXPECT_EQ(drawable_text(std::string("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(drawable_text("two\nlines\x7f"), "two\uFFFDlines\uFFFD");
  EXPECT_EQ(drawable_text("\xc2\x85"), "\uFFFD\uFFFD");  // a control character
  EXPECT_EQ(drawable_text("\xff"), "\uFFFD");
  EXPECT_EQ(drawable_text("\xe2\x82"), "\uFFFD\uFFFD");                 // cut off
  EXPECT_EQ(drawable_text("\xc0\xaf"), "\uFFFD\uFFFD");                 // not the shortest form
  EXPECT_EQ(drawable_text("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");       // half a surrogate pair
  EXPECT_EQ(drawable_text("\xef\xbf\xbe").substr(0, 3), "\uFFFD");      // U+FFFE is no character
  EXPECT_EQ(drawable_text("\xf4\x90\x80\x80").substr(0, 3), "\uFFFD");  // beyond the last one
}

TEST(DrawableText, IsNeverLong) {
  EXPECT_EQ(drawable_text(std::string(1'000'000, 'x')).size(), 1000U);
}

TEST(ShortenedText, EndsInAnEllipsisWhereItWasCut) {
  EXPECT_EQ(shorten_text("", 3), "");
  EXPECT_EQ(shorten_text("abc", 3), "abc");
  EXPECT_EQ(shorten_text("abcd", 3), "ab\u2026");
  EXPECT_EQ(shorten_text("\u03b1\u03b2\u03b3\u03b4", 3), "\u03b1\u03b2\u2026");
  EXPECT_EQ(shorten_text("\xff\n\xff", 2), "\uFFFD\u2026");
}

TEST(DrawableText, DoesNotChangeItsOwnResult) {
  Random random(1);
  for (int trial = 0; trial < 20000; ++trial) {
    std::string bytes;
    // High bytes are likely, so that many sequences are nearly right.
    for (std::size_t i = 0; i < 8; ++i)
      bytes += static_cast<char>(random.below(4) == 0 ? random.below(256) : 0x80 + random.below(0x78));
    const std::string text = drawable_text(bytes);
    EXPECT_EQ(drawable_text(text), text);
  }
}

}  // namespace
}  // namespace gaptv
