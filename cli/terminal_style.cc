// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/terminal_style.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace gaptv::cli {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

bool is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string_view::npos || value.find("utf8") != std::string_view::npos;
  }
  return false;
}

}  // namespace

TerminalStyle style_of_stdout() {
  const bool has_colours =
      isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  if (!has_colours) return {};
  const std::string_view depth = environment("COLORTERM");
  return {depth == "truecolor" || depth == "24bit" ? Colours::true_colour : Colours::palette_256, is_utf8()};
}

}  // namespace gaptv::cli
