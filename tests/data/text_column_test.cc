// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/text_column.h"

#include <gtest/gtest.h>

#include "gaptv/base/error.h"
#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

NumberedTexts read_texts(const std::string& content, const std::string& column, const CsvOptions& options = {}) {
  const CsvFile file(content);
  return read_text_column(file.path(), column, options);
}

std::string refusal_of_texts(const std::string& content, const std::string& column) {
  try {
    read_texts(content, column);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(TextColumn, NumbersEqualTexts) {
  const NumberedTexts texts = read_texts("x,who\n1,7\n2,007\n3,\"7\"\n4,\"a, b\"\n5,7.0\n", "who");
  EXPECT_EQ(texts.number, (std::vector<std::uint32_t>{0, 1, 0, 2, 3}));
  EXPECT_EQ(texts.distinct, 4U);
}

TEST(TextColumn, IsReadAsTheFileIsWritten) {
  EXPECT_EQ(read_texts("who;x\r\nAnn;1,5\r\nBob;2\r\nAnn;3\r\n", "who").number, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(read_texts("\xEF\xBB\xBFwho\tx\nAnn\t1\nBob\t2\n", "#1").number, (std::vector<std::uint32_t>{0, 1}));
  CsvOptions options;
  options.delimiter = '|';
  EXPECT_EQ(read_texts("who|x\nAnn|1\nBob|2\n", "who", options).number, (std::vector<std::uint32_t>{0, 1}));
}

TEST(TextColumn, RefusesRowsAboutNobody) {
  expect_parts(refusal_of_texts("x,who\n1,a\n2,\n", "who"), {"row 2", "column 'who'", "fill it in"});
  expect_parts(refusal_of_texts("x,who\n1,a\n", "whom"), {"no column 'whom'", "did you mean 'who'?"});
  expect_parts(refusal_of_texts("x,who\n1,a\n", "#3"), {"no column '#3'"});
  EXPECT_THROW(read_text_column("-", "who", {}), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
