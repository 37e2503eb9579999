// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "cli/comparison_file.h"
#include "gaptv/figures/figure.h"
#include "gaptv/model/model.h"
#include "gaptv/output/drawing_options.h"

namespace gaptv::cli {

// Says what gaptv export is to draw.
struct FigureChoice {
  std::string what = "map";  // map, path or gap; of a comparison there is one figure
  FigureFormat format = FigureFormat::svg;
  double width_mm = 84;
  DrawingOptions drawing = {};
};

// Throws InvalidInput if the program was built without figures.
void require_figures();

// Return the bytes of the file.
std::string draw_model(const Model& model, const FigureChoice& choice);
std::string draw_comparison(const ComparisonFile& comparison, const FigureChoice& choice);

}  // namespace gaptv::cli
