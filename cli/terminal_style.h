// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv::cli {

enum class Colours { none, palette_256, true_colour };

// Says what standard output can show. Colours are shown only on a terminal, and not if NO_COLOR is set or the terminal
// is "dumb"; half-blocks (two points in one character) only if the environment says UTF-8.
struct TerminalStyle {
  Colours colours = Colours::none;
  bool has_half_blocks = false;
};

TerminalStyle style_of_stdout();

}  // namespace gaptv::cli
