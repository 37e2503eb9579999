// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/export.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {

// Reads the polygons of the file that `mask` names, if it names one and they are not there yet. Whoever sets options by
// texts calls it before fitting: the model only records the name. Throws InvalidInput if the file is no GeoJSON or has
// no polygon, and FileError.
GAPTV_API void load_mask(FitOptions& options);

}  // namespace gaptv
