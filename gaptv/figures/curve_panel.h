// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/figure.h"
#include "gaptv/figures/frame.h"
#include "gaptv/figures/series_style.h"

namespace gaptv::figures {

// Makes axes that span the data, their labels, and the labels of vertical marks.
Frame curve_frame(const CurvePanel& panel, const SeriesNumbers& numbers);

// Draws grid lines, marks, error bars, lines and markers within the box.
void draw_curves(Canvas& canvas, const CurvePanel& panel, const Frame& frame, const Box& box,
                 const SeriesNumbers& numbers);

}  // namespace gaptv::figures
