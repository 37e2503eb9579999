// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>

#include "gaptv/base/progress.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Says which batch a visitor is given: the rows of one lane come in their order, one batch at a time, and which lane a
// batch belongs to depends on its number alone. So sums that are kept by lane are the same with any number of threads.
struct BatchPlace {
  std::size_t lane = 0;
  std::size_t first_row = 0;  // the number of its first row among all
};

using BatchVisitor = std::function<void(const BatchPlace& place, const RowBatch& batch)>;

// Reads all rows once on the caller's thread, while up to so many other threads visit the batches; with one thread the
// caller visits them too. Returns the number of rows. If visits throw, the exception of the earliest batch is thrown
// again.
std::size_t visit_batches(RowBatches& rows, std::size_t lanes, std::size_t threads, Progress& progress,
                          const BatchVisitor& visit);

}  // namespace gaptv
