// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/wrapped_text.h"

#include <algorithm>

namespace gaptv::cli {
namespace {

constexpr std::size_t widest_line = 90;

}  // namespace

std::string wrapped_text(const std::string& text, std::size_t indentation) {
  std::string lines;
  std::size_t width = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    // Leading blanks belong to the first word.
    const std::size_t word = std::min(text.find_first_not_of(' ', begin), text.size());
    const std::size_t end = std::min(text.find(' ', word), text.size());
    if (width > 0 && width + (end - begin) > widest_line) {
      lines += "\n" + std::string(indentation, ' ');
      width = indentation;
      begin = word;
    }
    lines.append(text, begin, end - begin);
    width += end - begin;
    begin = end;
  }
  return lines + "\n";
}

}  // namespace gaptv::cli
