// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "gaptv/data/csv/decimal.h"
#include "tests/data/csv_file.h"

namespace gaptv::testing {
namespace {

std::string random_digits(std::mt19937_64& random, std::size_t count) {
  std::string digits;
  while (digits.size() < count) digits += static_cast<char>('0' + random() % 10);
  return digits;
}

// 0 and -0 are different.
std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> bits;
  bits.reserve(numbers.size());
  for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

std::vector<double> nearest_doubles(const std::vector<std::string>& fields) {
  std::vector<double> numbers;
  numbers.reserve(fields.size());
  for (const std::string& field : fields) numbers.push_back(std::strtod(field.c_str(), nullptr));
  return numbers;
}

// Each field once before a delimiter and once before the line end or, the last one, the end of the file.
void expect_nearest_doubles(const std::vector<std::string>& fields, const std::string& line_end = "\n",
                            std::size_t block_bytes = 1000000) {
  std::string text = "x,y";
  for (const std::string& field : fields) text.append(line_end).append(field).append(",").append(field);
  const Dataset data = read_text(text, xy, {.block_bytes = block_bytes});
  const std::vector<std::uint64_t> expected = bits_of(nearest_doubles(fields));
  ASSERT_EQ(data.rows(), fields.size());
  for (std::size_t row = 0; row < fields.size(); ++row) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(data.features[0][row]), expected[row]) << fields[row];
    ASSERT_EQ(std::bit_cast<std::uint64_t>(data.outcome[row]), expected[row]) << fields[row];
  }
}

// What read_decimal alone makes of a field: its length, or 0 when it wants a slower look.
std::size_t length_read(std::string field) {
  const std::size_t size = field.size();
  field += "\n" + std::string(8, '5');  // digits behind the field are not part of it
  double value = 0;
  const char* const end = csv::read_decimal(field.data(), value);
  if (end == nullptr) return 0;
  const auto length = static_cast<std::size_t>(end - field.data());
  if (length == size) {
    EXPECT_EQ(value, std::strtod(field.c_str(), nullptr)) << field;
  }
  return length;
}

TEST(CsvDecimal, IntegersOfEveryLengthAreTheNearestDoubles) {
  std::mt19937_64 random(1);
  std::vector<std::string> fields = {"0", "-0", "00", "-000000000", std::string(30, '0'), "-" + std::string(30, '0')};
  for (std::size_t length = 1; length <= 30; ++length) {
    for (const std::string sign : {"", "-"}) {
      fields.push_back(sign + std::string(length, '9'));
      fields.push_back(sign + "1" + std::string(length - 1, '0'));
      fields.push_back(sign + "00" + random_digits(random, length));
      for (int trial = 0; trial < 20; ++trial) fields.push_back(sign + random_digits(random, length));
    }
  }
  for (const std::string line_end : {"\n", "\r\n"}) {
    for (const std::size_t block_bytes : {1U, 50U, 1000000U}) expect_nearest_doubles(fields, line_end, block_bytes);
  }
}

TEST(CsvDecimal, IntegersAroundPowersOfTwoAreTheNearestDoubles) {
  std::vector<std::string> fields = {"18446744073709551615", "18446744073709551616", "18446744073709551617",
                                     "184467440737095516160", "36893488147419103232.5"};
  for (int power = 50; power < 64; ++power) {
    for (std::uint64_t i = 0; i < 8; ++i) fields.push_back(std::to_string((std::uint64_t{1} << power) + i - 4));
  }
  expect_nearest_doubles(fields);
}

TEST(CsvDecimal, RandomDecimalsAreTheNearestDoubles) {
  std::mt19937_64 random(2);
  std::vector<std::string> fields;
  while (fields.size() < 200000) {
    std::string field = random_digits(random, 1 + random() % 24);
    field.insert(random() % (field.size() + 1), ".");
    if (random() % 4 == 0) field = "0." + std::string(random() % 6, '0') + random_digits(random, 1 + random() % 18);
    fields.push_back((random() % 2 == 0 ? "-" : "") + field);
  }
  expect_nearest_doubles(fields);
}

TEST(CsvDecimal, DecimalsBetweenTwoDoublesAreRoundedToEven) {
  std::mt19937_64 random(3);
  std::vector<std::string> fields = {"4503599627370496.5", "4503599627370497.5", "0.5", "0.25", "0.125"};
  // An odd number of 54 bits, divided by 2, 4 or 8, lies right between two doubles; then a little less and more.
  for (int trial = 0; trial < 20000; ++trial) {
    const std::uint64_t odd = (std::uint64_t{1} << 53U) | (random() >> 11U) | 1U;
    const std::uint64_t parts = std::uint64_t{2} << random() % 3;
    std::uint64_t thousandths = odd % parts * 1000 / parts;
    thousandths += random() % 3;
    const std::string decimals = std::to_string(1000 + thousandths - 1).substr(1);
    fields.push_back(std::to_string(odd / parts) + "." + decimals);
  }
  expect_nearest_doubles(fields);
}

TEST(CsvDecimal, ShortestFormsOfDoublesAreReadBack) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  std::vector<std::string> fields;
  for (int trial = 0; trial < 50000; ++trial) {
    std::string digits(40, '\0');
    digits.resize(static_cast<std::size_t>(std::snprintf(digits.data(), digits.size(), "%.17g", normal(random))));
    fields.push_back(digits);
  }
  expect_nearest_doubles(fields);
}

TEST(CsvDecimal, OrdinaryNumbersNeedNoSlowerLook) {
  for (const std::string field :
       {"0", "-0", "7", "-12", "12345678", "123456789", "9999999999999999999", "0.5", "-0.25", "5.", "12.125",
        "0.8022205120447756", "-1.4637743798700626", "0.0123456789012345678", "12345678.12345678", "0.000", "-0.0"}) {
    EXPECT_EQ(length_read(field), field.size()) << field;
  }
}

TEST(CsvDecimal, OnlyAFewDecimalsNeedASlowerLook) {
  std::mt19937_64 random(5);
  int slow = 0;
  for (int trial = 0; trial < 10000; ++trial) slow += length_read("0." + random_digits(random, 17)) == 0 ? 1 : 0;
  EXPECT_LT(slow, 100);
}

TEST(CsvDecimal, WhatIsNoPlainDecimalIsLeftToOthers) {
  for (const std::string field : {"", "-", "--1", "+5", ".", "-.", ".5", "a", " 1", "\"1\"", "nan", "-inf", "/", ":",
                                  "10000000000000000000", "0.12345678901234567890", "00.1234567890123456789"}) {
    EXPECT_EQ(length_read(field), 0U) << field;
  }
  for (const std::string field : {"12a", "12 ", "12e3", "12-", "12/", "12:", "12\xb1", "12\r", "12\"", "12.."}) {
    EXPECT_EQ(length_read(field), field.find('.') == 2 ? 3U : 2U) << field;
  }
}

TEST(CsvDecimal, NumbersWithCharactersAroundThemMeanWhatTheyAlwaysDid) {
  const std::vector<std::string> fields = {"+5", "1 ", " 1", "1e3", "-1E-2", "\"12\"", "\"-0\"", "+.5", "5."};
  const std::vector<double> numbers = {5, 1, 1, 1000, -0.01, 12, -0.0, 0.5, 5};
  std::string text = "x,y\n";
  for (const std::string& field : fields) text.append(field).append(",").append(field).append("\r\n");
  EXPECT_EQ(bits_of(read_text(text).features[0]), bits_of(numbers));
  EXPECT_EQ(bits_of(read_text(text).outcome), bits_of(numbers));
}

TEST(CsvDecimal, AlmostNumbersAreRefused) {
  for (const std::string field : {"--1", "12a", "1-", "1.2.3", "-.", "1:", "/1", "1\r1", "+-5", "12\xb1", "1 2"}) {
    for (const std::string& row : {field + ",1", "1," + field}) {
      EXPECT_NE(refusal_of("x,y\n" + row + "\n").find(" is not a number; correct the value"), std::string::npos) << row;
    }
  }
}

TEST(CsvDecimal, RowsOfPlainNumbersWithTooFewOrTooManyFieldsAreRefused) {
  for (const std::string line_end : {"\n", "\r\n", ""}) {
    EXPECT_NE(refusal_of("x,y\n1,2\n3" + line_end).find("row 2 (line 3): it has 1 field "), std::string::npos);
    EXPECT_NE(refusal_of("x,y\n1,2\n3,4,5" + line_end).find("row 2 (line 3): it has 3 fields "), std::string::npos);
  }
}

}  // namespace
}  // namespace gaptv::testing
