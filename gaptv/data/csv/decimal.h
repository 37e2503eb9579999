// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Reads the numbers that fill most files, with hardly a branch that depends on them: an optional minus sign, a digit,
// more digits with or without a decimal point, no exponent, at most 19 digits that count. All others are left to
// fast_float. All of this is inline, because a file has millions of numbers.
namespace gaptv::csv {

constexpr std::size_t most_decimal_digits = 19;  // as many as 64 bits always hold

// Returns the number whose eight digits (0 to 9, not '0' to '9') are the bytes of a little-endian word: neighbours are
// joined to two, four and then eight digits.
constexpr std::uint64_t join_digits(std::uint64_t digits) {
  constexpr std::uint64_t every_other_pair = 0x000000ff000000ffU;
  const std::uint64_t pairs = digits * 10 + (digits >> 8U);
  const std::uint64_t upper = (pairs & every_other_pair) * (100 + (std::uint64_t{1000000} << 32U));
  const std::uint64_t lower = ((pairs >> 16U) & every_other_pair) * (1 + (std::uint64_t{10000} << 32U));
  return (upper + lower) >> 32U;
}

// Looks at eight characters at once. Behind the first that is no digit anything may stand, but it must be readable.
class EightCharacters {
 public:
  explicit EightCharacters(const char* p) {
    std::memcpy(&digits_, p, sizeof digits_);
    digits_ ^= ones * '0';
    others_ = ((digits_ + ones * (0x80 - 10)) | digits_) & (ones * 0x80);
  }

  bool are_digits() const { return others_ == 0; }
  std::uint64_t number() const { return join_digits(digits_); }

  // Say how many digits stand before the first other character, and which number they are, if there is one.
  std::size_t leading_digits() const { return static_cast<std::size_t>(std::countr_zero(others_)) / 8; }
  std::uint64_t leading_number() const { return join_digits(digits_ << (64 - 8 * leading_digits())); }

 private:
  static constexpr std::uint64_t ones = 0x0101010101010101U;

  std::uint64_t digits_ = 0;  // 0 to 9
  std::uint64_t others_ = 0;  // the high bit of the first byte that is no digit, and bits of no interest behind it
};

// Appends the digits at p to a number, modulo 2^64, and returns where they end. It takes eight at a time, and the last
// few without a loop over them, whose end nobody could predict.
inline const char* read_digits(const char* p, std::uint64_t& number) {
  static constexpr std::array<std::uint64_t, 8> powers_of_ten = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
  EightCharacters characters(p);
  while (characters.are_digits()) {
    number = number * 100000000 + characters.number();
    p += 8;
    characters = EightCharacters(p);
  }
  const std::size_t count = characters.leading_digits();
  if (count == 0) return p;
  number = number * powers_of_ten[count] + characters.leading_number();
  return p + count;
}

// It stands for 1 / 5^k = (reciprocal + less than 1) / 2^scale, with the highest bit of the reciprocal set.
struct InversePowerOfFive {
  std::uint64_t reciprocal = 0;
  std::uint64_t scale = 0;
};

constexpr std::array<InversePowerOfFive, most_decimal_digits + 1> inverse_powers_of_five() {
  __extension__ using Wide = unsigned __int128;
  std::array<InversePowerOfFive, most_decimal_digits + 1> inverses;
  std::uint64_t power = 1;
  for (InversePowerOfFive& inverse : inverses) {
    inverse.scale = 63 + static_cast<std::uint64_t>(std::bit_width(power - 1));
    inverse.reciprocal = static_cast<std::uint64_t>((Wide{1} << inverse.scale) / power);
    power *= 5;
  }
  return inverses;
}

// Finds the double nearest to number / 10^decimals, for a number above 0; returns false in the one case in a few
// hundred that needs more than 64 bits to tell.
inline bool round_decimal(std::uint64_t number, std::size_t decimals, double& value) {
  __extension__ using Wide = unsigned __int128;
  static constexpr auto inverses = inverse_powers_of_five();
  const InversePowerOfFive& inverse = inverses[decimals];
  const auto leading_zeros = static_cast<std::uint64_t>(std::countl_zero(number));
  // This takes the first 63 or 64 bits of the quotient. The true quotient is less than 2 above: less than 1 for what
  // the reciprocal lacks and less than 1 for the lower half of the product.
  const auto quotient =
      static_cast<std::uint64_t>(static_cast<Wide>(number << leading_zeros) * inverse.reciprocal >> 64U);
  const std::uint64_t highest_bit = quotient >> 63U;
  const std::uint64_t half = std::uint64_t{1} << (9 + highest_bit);
  const std::uint64_t cut_off = quotient & (2 * half - 1);
  if (cut_off == half - 1 || cut_off == half) return false;  // the true one may be on either side of the half, or on it
  const std::uint64_t mantissa = ((quotient >> (9 + highest_bit)) + 1) >> 1U;
  // The mantissa's own highest bit adds 1 to the exponent, as does one that was rounded up to the next power of two.
  constexpr std::uint64_t bias = 1023;
  const std::uint64_t exponent = bias + 125 + highest_bit - leading_zeros - inverse.scale - decimals;
  value = std::bit_cast<double>((exponent << 52U) + mantissa);
  return true;
}

// Reads digits with or without a decimal point; returns null when they are too many or their nearest double is hard to
// tell.
inline const char* read_magnitude(const char* first, double& value) {
  std::uint64_t number = 0;
  const char* p = read_digits(first, number);
  auto digits = static_cast<std::size_t>(p - first);
  std::size_t decimals = 0;
  if (*p == '.') {
    const char* const point = p;
    p = read_digits(point + 1, number);
    decimals = static_cast<std::size_t>(p - point) - 1;
    digits += decimals;
  }
  // The zero of 0.123 does not count.
  if (digits > most_decimal_digits && (*first != '0' || digits > most_decimal_digits + 1)) return nullptr;
  if (decimals == 0 || number == 0) {
    value = static_cast<double>(number);
    return p;
  }
  return round_decimal(number, decimals, value) ? p : nullptr;
}

// Reads the decimal number at p, rounded to the nearest double, and returns where it ends, or null when it is none of
// the above and wants a slower look. Eight bytes from the first character that is no digit must be readable.
inline const char* read_decimal(const char* p, double& value) {
  if constexpr (std::endian::native != std::endian::little) return nullptr;
  const bool is_negative = *p == '-';
  const char* const first = p + (is_negative ? 1 : 0);
  const EightCharacters start(first);
  if (start.leading_digits() == 0) return nullptr;
  double magnitude = 0;
  if (start.are_digits() || first[start.leading_digits()] == '.') {
    p = read_magnitude(first, magnitude);
  } else {
    // The signed type is used because its conversion is one instruction.
    magnitude = static_cast<double>(static_cast<std::int64_t>(start.leading_number()));
    p = first + start.leading_digits();
  }
  // No branch is taken, as in many columns either sign is as likely as the other.
  const std::uint64_t sign = static_cast<std::uint64_t>(is_negative) << 63U;
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | sign);
  return p;
}

}  // namespace gaptv::csv
