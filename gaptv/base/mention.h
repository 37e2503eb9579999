// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace gaptv {

// The library's texts name options and rows without knowing how its caller writes them: `folds`, `loss=binomial`, or
// `row=40` (rows count from 0), between backquotes. A caller that shows such a text writes them in its own way, as
// --folds or folds=, as row 41 or index 40.
std::string mention_option(std::string_view name, std::string_view value = {});
std::string mention_row(std::size_t row);

// How a caller writes what a text mentions; the value is empty where none is mentioned.
struct MentionStyle {
  std::function<std::string(const std::string& name, const std::string& value)> option;
  std::function<std::string(std::size_t row)> row;
};

// Replaces every mention. Other text between backquotes (names hold small letters and underscores only) stays.
std::string render_mentions(std::string_view text, const MentionStyle& style);

}  // namespace gaptv
