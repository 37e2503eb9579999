// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/fit_rows.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "gaptv/base/byte_size.h"
#include "gaptv/baselines/method.h"
#include "gaptv/scan/fit_batches.h"
#include "gaptv/scan/memory_for_fit.h"
#include "gaptv/scan/stored_batches.h"

namespace gaptv::cli {
namespace {

MemoryForRows choose_memory(const FitRows& rows, const FitOptions& options) {
  const std::optional<std::size_t> bytes =
      rows.memory.empty() ? std::nullopt : std::optional(parse_byte_size(rows.memory));
  MemoryForRows memory = memory_for_fit(options, rows.columns.features.size(), bytes);
  if (rows.are_shown_in_page) {
    memory.reason_to_stay = "--report-rows needs them there: allow more, or leave it out";
    if (!bytes) memory.bytes = std::numeric_limits<std::size_t>::max();
  }
  return memory;
}

}  // namespace

FitData read_fit_rows(const FitRows& rows, const FitOptions& options, Progress& /*progress*/) {
  const MemoryForRows memory = choose_memory(rows, options);
  StoredRows stored = read_csv_within(rows.file, rows.columns, memory);
  if (!stored.spilled) return {std::move(stored.data), nullptr};
  return {{}, std::make_unique<StoredBatches>(std::move(stored))};
}

Model fit_rows(const FitData& rows, const FitRows& wanted, const FitOptions& options, Progress& progress) {
  if (!rows.batches) return fit(rows.data, options, &progress);
  return fit_batches(*rows.batches, wanted.columns.missing, options, &progress);
}

}  // namespace gaptv::cli
