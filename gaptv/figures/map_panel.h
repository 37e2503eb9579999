// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/figure.h"
#include "gaptv/figures/frame.h"
#include "gaptv/figures/map_colours.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

Frame map_frame(const MapPanel& panel);

// Draws cells, region borders and the numbers of regions within the box.
void draw_map(Canvas& canvas, const TextRuler& ruler, const MapPanel& panel, const Box& box, const MapColours& colours);

}  // namespace gaptv::figures
