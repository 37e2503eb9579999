// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/data/csv/csv.h"

namespace gaptv::csv {

// Holds the sizes that the reader works with. They are no options of read_csv, because they change neither the data nor
// any message; tests make them tiny so that every row straddles a block.
struct Limits {
  std::size_t block_bytes = std::size_t{1} << 20U;  // one worker's share at a time: stays in its cache
  std::size_t row_bytes = std::size_t{64} << 20U;   // a longer row is taken for a quote that was never closed
  std::size_t kept_bytes = std::size_t{64} << 20U;  // of a pipe, so that it can be read again
};

Dataset read_csv(const std::string& path, const CsvOptions& options, const Limits& limits);

StoredRows read_csv_within(const std::string& path, const CsvOptions& options, const MemoryForRows& memory,
                           const Limits& limits);

std::vector<std::string> for_each_csv_block(
    const std::string& path, const CsvOptions& options, const Limits& limits,
    const std::function<void(std::string_view header, char delimiter)>& on_header,
    const std::function<void(const CsvRows& rows)>& on_rows);

}  // namespace gaptv::csv
