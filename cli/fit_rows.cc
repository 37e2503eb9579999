// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/fit_rows.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "cli/python_rows.h"
#include "gaptv/base/byte_size.h"
#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/scan/collect_rows.h"
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

void check_is_plain(const FitRows& rows) {
  const CsvOptions& columns = rows.columns;
  if (columns.delimiter == '\0' && columns.decimal == '\0' && columns.missing_texts.empty() &&
      columns.encoding == TextEncoding::automatic) {
    return;
  }
  throw InvalidInput(rows.file + ": --delimiter, --decimal, --na and --encoding are about CSV files; leave them out");
}

FitData read_by_python(const FitRows& rows, const FitOptions& options, const MemoryForRows& memory,
                       Progress& progress) {
  check_is_plain(rows);
  auto batches = std::make_unique<PythonRows>(rows.file, rows.columns, options.loss, progress);
  const BatchColumns& columns = batches->columns();
  const std::size_t used =
      columns.features.size() + 1 + (columns.weight.empty() ? 0 : 1) + (columns.exposure.empty() ? 0 : 1);
  const std::size_t bytes = batches->expected_rows() * (used * sizeof(double) + memory.bytes_per_row);
  if (bytes <= memory.bytes) return {collect_rows(*batches, rows.columns.missing, progress), nullptr};
  if (!memory.reason_to_stay.empty()) throw InvalidInput(describe_too_many(rows.file, bytes, memory));
  return {{}, std::move(batches)};
}

}  // namespace

FitData read_fit_rows(const FitRows& rows, const FitOptions& options, Progress& progress) {
  const MemoryForRows memory = choose_memory(rows, options);
  if (is_read_by_python(rows.file)) return read_by_python(rows, options, memory, progress);
  StoredRows stored = read_csv_within(rows.file, rows.columns, memory);
  if (!stored.spilled) return {std::move(stored.data), nullptr};
  return {{}, std::make_unique<StoredBatches>(std::move(stored))};
}

Model fit_rows(const FitData& rows, const FitRows& wanted, const FitOptions& options, Progress& progress) {
  if (!rows.batches) return fit(rows.data, options, &progress);
  return fit_batches(*rows.batches, wanted.columns.missing, options, &progress);
}

}  // namespace gaptv::cli
