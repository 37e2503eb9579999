// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/export_figure.h"

#include "gaptv/figures/comparison_figure.h"
#include "gaptv/figures/model_figure.h"

namespace gaptv::cli {

void require_figures() {}

std::string draw_model(const Model& model, const FigureChoice& choice) {
  Figure figure = choice.what == "path"  ? path_figure(model, choice.width_mm)
                  : choice.what == "gap" ? gap_figure(model, choice.width_mm)
                                         : map_figure(model, choice.width_mm, choice.drawing);
  figure.title = choice.drawing.title;
  return render(figure, choice.format);
}

std::string draw_comparison(const ComparisonFile& comparison, const FigureChoice& choice) {
  Figure figure = comparison_figure(comparison.methods, comparison.error_name, choice.width_mm);
  figure.title = choice.drawing.title;
  return render(figure, choice.format);
}

}  // namespace gaptv::cli
