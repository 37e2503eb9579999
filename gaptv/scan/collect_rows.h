// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/dataset.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Copies all rows into memory, for fits that need them or where there is room. Rows with a missing or infinite value
// are left out and counted, or stay for check() to refuse.
GAPTV_API Dataset collect_rows(RowBatches& rows, MissingRule missing, Progress& progress);

}  // namespace gaptv
