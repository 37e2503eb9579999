// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/shell_word.h"

#include <algorithm>
#include <string_view>

namespace gaptv {

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,=/+:@%";
  const auto is_plain = [plain](char c) { return plain.find(c) != std::string_view::npos; };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace gaptv
