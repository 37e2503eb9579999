// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/figures/figure.h"

namespace gaptv::figures {

// Throws InvalidInput, with the panel and the series, where a figure cannot be drawn as it is (see render).
void check_figure(const Figure& figure);

}  // namespace gaptv::figures
