// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// What draw_figures.cc defines, for programs that are built without figures.
#include "experiments/draw_figures.h"

namespace gaptv {

void draw_synthetic(const Summary& /*summary*/, const ExperimentOptions& /*options*/) {}
void draw_synthetic_maps(const std::vector<Fields>& /*rows*/, const ExperimentOptions& /*options*/) {}
void draw_bins(const Summary& /*summary*/, const ExperimentOptions& /*options*/) {}
void draw_crime_maps(const std::vector<Fields>& /*rows*/, const std::string& /*city*/,
                     const ExperimentOptions& /*options*/) {}

}  // namespace gaptv
