// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/packed.h"

#ifdef GAPTV_HAS_ZLIB
#include <zlib.h>
#endif

#include <bit>
#include <cstddef>
#include <new>

namespace gaptv::report {
namespace {

#ifdef GAPTV_HAS_ZLIB
std::string compress_bytes(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string result(size, '\0');
  // The only thing that can go wrong with a buffer of this size is memory.
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION) != Z_OK) {
    throw std::bad_alloc();
  }
  result.resize(size);
  return result;
}
#else
std::string compress_bytes(std::string bytes) {
  return bytes;
}
#endif

// Writes all first bytes, then all second ones, and so on: neighbouring numbers differ little, so their high bytes are
// alike and compress well.
std::string split_into_planes(const std::vector<std::uint32_t>& numbers) {
  std::string bytes;
  bytes.reserve(4 * numbers.size());
  for (int shift = 0; shift < 32; shift += 8) {
    for (const std::uint32_t number : numbers) bytes += static_cast<char>(number >> shift & 0xff);
  }
  return bytes;
}

}  // namespace

bool can_compress() {
#ifdef GAPTV_HAS_ZLIB
  return true;
#else
  return false;
#endif
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? digits[group >> (18 - 6 * j) & 0x3f] : '=';
    }
  }
  return text;
}

std::string pack(const std::vector<std::uint32_t>& numbers) {
  return encode_base64(compress_bytes(split_into_planes(numbers)));
}

std::string pack(const std::vector<float>& numbers) {
  std::vector<std::uint32_t> bits;
  bits.reserve(numbers.size());
  for (const float number : numbers) bits.push_back(std::bit_cast<std::uint32_t>(number));
  return pack(bits);
}

std::string pack(const std::vector<std::uint8_t>& numbers) {
  return encode_base64(compress_bytes(std::string(numbers.begin(), numbers.end())));
}

}  // namespace gaptv::report
