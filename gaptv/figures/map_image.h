// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/figures/figure.h"
#include "gaptv/figures/map_colours.h"
#include "gaptv/figures/shapes.h"

namespace gaptv::figures {

// Counts the pixels along an axis with so many cells that is to have "wanted" or more: a multiple of the cells, so that
// cells of one size have one number of pixels, unless that is beyond what an image can have.
std::size_t count_pixels(std::size_t cells, double wanted);

// Returns the cell of each pixel, from the low end of the axis with these edges to the high one.
std::vector<std::size_t> cells_of_pixels(const std::vector<double>& edges, std::size_t pixels);

// Paints the map as pixels: each has the colour of the cell in which its centre lies. Neither lines between cells nor
// blended colours can appear, whatever program shows it.
PixelImage map_image(const MapPanel& panel, const MapColours& colours, std::size_t width, std::size_t height);

}  // namespace gaptv::figures
