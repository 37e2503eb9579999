// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/export_figure.h"

#include "gaptv/figures/comparison_figure.h"
#include "gaptv/figures/model_figure.h"

namespace gaptv::cli {

void require_figures() {}

std::string draw_model(const Model& model, const FigureChoice& choice) {
  const auto figure_of = choice.what == "path" ? path_figure : choice.what == "gap" ? gap_figure : map_figure;
  return render(figure_of(model, choice.width_mm), choice.format);
}

std::string draw_comparison(const ComparisonFile& comparison, const FigureChoice& choice) {
  return render(comparison_figure(comparison.methods, comparison.error_name, choice.width_mm), choice.format);
}

}  // namespace gaptv::cli
