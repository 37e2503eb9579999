// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv::figures {

// The sizes are in points, and what journals ask for in figures printed at their own size.
inline constexpr double figure_title_size = 9;
inline constexpr double title_size = 8;     // of a panel
inline constexpr double label_size = 7.5;   // labels of axes
inline constexpr double number_size = 7;    // numbers on axes, and the legend
inline constexpr double smallest_size = 6;  // long texts shrink down to this before they are cut

// These are measures of DejaVu Sans, in sizes of the font.
inline constexpr double line_height = 1.25;
inline constexpr double cap_height = 0.73;
inline constexpr double digit_width = 0.64;

}  // namespace gaptv::figures
