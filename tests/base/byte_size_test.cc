// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/byte_size.h"

#include <gtest/gtest.h>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

TEST(ByteSize, IsReadWithAnyUnit) {
  EXPECT_EQ(parse_byte_size("500MB"), 500000000U);
  EXPECT_EQ(parse_byte_size("2 gb"), 2000000000U);
  EXPECT_EQ(parse_byte_size("1.5GiB"), 1610612736U);
  EXPECT_EQ(parse_byte_size("64k"), 64000U);
  EXPECT_EQ(parse_byte_size("12345"), 12345U);
  EXPECT_EQ(parse_byte_size("12 B"), 12U);
}

TEST(ByteSize, RefusesOtherTexts) {
  for (const char* text : {"", "much", "-1GB", "1 GB 2", "2XB", "1.GB", ".5GB", "1.2.3", "MB", "1e9"}) {
    EXPECT_THROW(parse_byte_size(text), InvalidInput) << text;
  }
}

TEST(ByteSize, IsWrittenAsPeopleReadIt) {
  EXPECT_EQ(byte_size_text(999), "999 bytes");
  EXPECT_EQ(byte_size_text(1800000000), "1.8 GB");
  EXPECT_EQ(byte_size_text(500000000), "500 MB");
  EXPECT_EQ(byte_size_text(999999), "1 MB");
}

TEST(ByteSize, OfMemoryIsThere) {
  EXPECT_GT(usable_memory(), std::size_t{1} << 20U);
}

}  // namespace
}  // namespace gaptv
