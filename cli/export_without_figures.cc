// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// What export_figure.cc defines, for programs that are built without figures.
#include "cli/export_figure.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {
namespace {

[[noreturn]] void refuse_to_draw() {
  throw InvalidInput("this build has no figures; build gaptv with Cairo and -DGAPTV_BUILD_FIGURES=ON");
}

}  // namespace

std::string draw_model(const AnyModel& /*model*/, const FigureChoice& /*choice*/) {
  refuse_to_draw();
}

std::string draw_comparison(const ComparisonFile& /*comparison*/, const FigureChoice& /*choice*/) {
  refuse_to_draw();
}

}  // namespace gaptv::cli
