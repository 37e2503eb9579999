// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// What export_figure.cc defines, for programs that are built without figures.
#include "cli/export_figure.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {

void require_figures() {
  throw InvalidInput("this build has no figures; build gaptv with Cairo and -DGAPTV_BUILD_FIGURES=ON");
}

std::string draw_model(const Model& /*model*/, const FigureChoice& /*choice*/) {
  require_figures();
  return {};
}

std::string draw_comparison(const ComparisonFile& /*comparison*/, const FigureChoice& /*choice*/) {
  require_figures();
  return {};
}

}  // namespace gaptv::cli
