// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/model/option_table.h"

namespace gaptv {

// The row of the table for FitOptions::mask. A file is only named here: load_mask() (gaptv/areas/mask_file.h) reads it.
FitOption mask_row();

}  // namespace gaptv
