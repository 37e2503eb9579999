// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Says what to do with a row whose value in a used column is missing (empty, NA, N/A, NaN, null, none, "." or "?", in
// any case) or infinite. Any other text where a number belongs is always refused.
enum class MissingRule { error, drop };

// Says what the outcome column holds: numbers; labels, any texts, whose names become Dataset::classes in alphabetical
// order; or (automatic) whatever the first row says in which it is not missing. Then a text that looks like a number
// (number_like_text.h) is no label but a mistake, and refused. automatic_pair differs from automatic in that two
// different texts and no more are two labels whatever they look like.
enum class OutcomeKind { number, label, automatic, automatic_pair };

struct CsvOptions {
  // Columns are given by name (exact, any characters) or, if no column has that name, by position "#1", "#2", ...
  std::vector<std::string> features = {};
  std::vector<std::string> optional_features = {};  // read after the features, each if the file has it
  std::string outcome = {};                         // empty: not read
  OutcomeKind outcome_kind = OutcomeKind::number;
  std::vector<std::string> classes = {};  // if given, labels get these numbers, and any other label is refused
  std::string weight = {};                // empty: not read
  std::string exposure = {};              // empty: not read
  char delimiter = '\0';  // 0: comma, semicolon or tab, whichever the header line has most of outside quotes
  MissingRule missing = MissingRule::error;
  std::size_t threads = 0;       // 0: every core
  Progress* progress = nullptr;  // may be null
};

// Reads the named columns of a CSV file; "-" is standard input. The file has a header line; it may have quoted fields
// ("" is a quote, line breaks are allowed), LF or CRLF, a UTF-8 byte-order mark, gzip (recognised by its first bytes).
// Columns that are not named are not parsed. Blank lines are skipped. Numbers are decimal, parsed exactly (nearest
// double), blanks around them are allowed. A column named by position gets its name in the header, if it has one of its
// own.
//
// Throws InvalidInput with file, row (data rows counted from 1, and the line of the file), column and remedy; the first
// error in the order of the file, whatever the number of threads. Memory: the parsed columns once when the file's size
// tells their length, at most twice otherwise, plus some blocks per thread. Progress: advance and check once per block,
// never from two threads at once.
GAPTV_API Dataset read_csv(const std::string& path, const CsvOptions& options);

// Returns the names of the columns of a CSV file, without quotes and without the blanks around an unquoted name.
GAPTV_API std::vector<std::string> read_csv_header(const std::string& path);

// Hands out the rows of a CSV file as text, for programs that add a column to it: calls on_header once with the raw
// header line and then on_rows for consecutive blocks with the parsed numbers (none if no column is named) and the raw
// text of each row (without its line end). Rows are never dropped: a missing value is refused whatever the options say.
// Errors are those of read_csv; an error in a later block comes after on_rows for the earlier ones. Memory: one block.
struct CsvRows {
  Dataset data;
  // There is one text per row of data. The byte after each is the first of its line end (CR or LF; LF after a last row
  // without one), so that a program that copies rows can keep their line ends.
  std::vector<std::string_view> text;
};
GAPTV_API void for_each_csv_block(const std::string& path, const CsvOptions& options,
                                  const std::function<void(std::string_view header, char delimiter)>& on_header,
                                  const std::function<void(const CsvRows& rows)>& on_rows);

}  // namespace gaptv
