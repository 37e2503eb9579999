// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/mention.h"

#include <algorithm>
#include <charconv>

namespace gaptv {
namespace {

constexpr std::string_view row_name = "row";

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
}

}  // namespace

std::string mention_option(std::string_view name, std::string_view value) {
  std::string text = "`" + std::string(name);
  if (!value.empty()) text.append("=").append(value);
  return text + "`";
}

std::string mention_row(std::size_t row) {
  return mention_option(row_name, std::to_string(row));
}

std::string render_mentions(std::string_view text, const MentionStyle& style) {
  std::string rendered;
  while (!text.empty()) {
    const std::size_t begin = text.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('`', begin + 1);
    if (end == std::string_view::npos) break;
    const std::string_view mention = text.substr(begin + 1, end - begin - 1);
    const std::size_t equals = std::min(mention.find('='), mention.size());
    const std::string name(mention.substr(0, equals));
    const std::string value(mention.substr(std::min(equals + 1, mention.size())));
    if (!is_name(name)) {
      // The second backquote may begin a mention.
      rendered += text.substr(0, end);
      text.remove_prefix(end);
      continue;
    }
    rendered += text.substr(0, begin);
    std::size_t row = 0;
    const bool is_row =
        name == row_name && std::from_chars(value.data(), value.data() + value.size(), row).ec == std::errc();
    rendered += is_row ? style.row(row) : style.option(name, value);
    text.remove_prefix(end + 1);
  }
  return rendered.append(text);
}

}  // namespace gaptv
