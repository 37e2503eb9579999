// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::figures {

// Cairo numbers the images and groups of an SVG by a counter of the whole process. This numbers them from 0 in the
// order in which they appear, so that the same figure has the same bytes.
std::string stabilise_svg_names(std::string_view svg);

// Adds to a PNG a note of its resolution, 300 dots per inch, which Cairo leaves out; with it the picture has its right
// size on paper.
std::string add_png_resolution(std::string_view png);

}  // namespace gaptv::figures
