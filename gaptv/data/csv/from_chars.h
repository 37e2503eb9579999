// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <charconv>
#if __has_include(<fast_float/fast_float.h>)
#include <fast_float/fast_float.h>
#else
#include <cstdlib>
#include <string>
#endif

// fast_float reads numbers several times faster than older standard libraries; builds without it take the standard's,
// with the same numbers.
namespace gaptv::csv {

#if __has_include(<fast_float/fast_float.h>)
using fast_float::from_chars;
#else
inline std::from_chars_result from_chars(const char* begin, const char* end, double& value) {
  const std::from_chars_result result = std::from_chars(begin, end, value);
  if (result.ec != std::errc::result_out_of_range) return result;
  // The standard does not say whether it is too large or too small.
  value = std::strtod(std::string(begin, result.ptr).c_str(), nullptr);
  return {result.ptr, std::errc()};
}
#endif

}  // namespace gaptv::csv
