// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/spilled_columns.h"

namespace gaptv {

// Says what to do with a row whose value in a used column is missing or infinite. A value is missing if it is empty,
// one of CsvOptions::missing_texts or, in any case: NA, N/A, n.a., k.A., NaN, null, none, ".", "..", "?", one to three
// dashes of any length, or an error of a spreadsheet such as #DIV/0! or #N/A. Any other text where a number belongs is
// refused.
enum class MissingRule { error, drop };

// Says how the bytes of a file are to be read. Automatic: as UTF-16 if there is its byte-order mark; else as UTF-8 or,
// if a text that is used cannot be UTF-8 and no other text of the file is, as Windows-1252, which latin_1 means too.
enum class TextEncoding { automatic, utf_8, latin_1, utf_16 };

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
  std::vector<std::string> missing_texts = {};  // mean a missing value besides the usual ones; numbers by their value
  char decimal = '\0';  // what stands before decimals, '.' or ','; 0: what the numbers of a column can only mean
  TextEncoding encoding = TextEncoding::automatic;
  std::string missing_remedy = {};  // what a message about a missing value advises; empty: to drop such rows
  std::size_t threads = 0;          // 0: every core
  Progress* progress = nullptr;     // may be null
};

// Reads the named columns of a CSV file; "-" is standard input. The file has a header line; it may have quoted fields
// ("" is a quote, line breaks are allowed), LF or CRLF, a UTF-8 byte-order mark, gzip (recognised by its first bytes).
// Columns that are not named are not parsed. Blank lines are skipped. Numbers are decimal, parsed exactly (nearest
// double), blanks around them are allowed. A column named by position gets its name in the header, if it has one of its
// own.
//
// What offices write is read where it is certain, and Dataset::notes says what was assumed: decimal commas, separators
// between thousands, signs of percent (left out: 35% is 35) and currency, other encodings, lines with fewer fields
// above a header that has all named columns, a row of totals at the end (left out), labels that differ in case only.
// What could be meant in two ways (1,234) is refused. A line "sep=;" names the delimiter.
//
// Throws InvalidInput with file, row (data rows counted from 1, and the line of the file), column and remedy; the first
// error in the order of the file, whatever the number of threads. A file with unusual numbers is read up to three
// times; of a pipe the first 64 MB are kept for that. Memory: the parsed columns once when the file's size tells their
// length, at most twice otherwise, plus some blocks per thread. Progress: advance and check once per block, never from
// two threads at once.
GAPTV_API Dataset read_csv(const std::string& path, const CsvOptions& options);

// Says how much memory rows may take, where they may go to a temporary file instead.
struct MemoryForRows {
  std::size_t bytes = 0;
  // What a row takes besides its numbers once it is fitted.
  std::size_t bytes_per_row = 0;
  // Not empty: the rows have to stay in memory, and this says why. If they have no room, the message ends with it.
  std::string reason_to_stay = {};
};

// Says that rows that have to stay in memory have no room there.
GAPTV_API std::string describe_too_many(const std::string& file, std::size_t bytes, const MemoryForRows& memory);

// Holds the rows of a file that may be larger than memory.
struct StoredRows {
  // All rows, or if they are in a temporary file everything else about them: names, classes, notes.
  Dataset data;
  std::shared_ptr<const SpilledColumns> spilled = {};  // null: they are in memory
  // The column of each role there: features, outcome, weight and exposure if there are any.
  std::vector<std::size_t> column_of_role = {};
  // Of an outcome of labels: what each of its numbers becomes; empty for numbers.
  std::vector<double> outcome_of_label = {};

  std::size_t rows() const { return spilled ? spilled->rows() : data.rows(); }
};

// Reads a file as read_csv does, but rows that would take more memory than they may go to a temporary file: at once if
// the length of the file tells, or as soon as they have become too many (compressed files, pipes). A note says so. What
// is read, refused and noted is the same.
GAPTV_API StoredRows read_csv_within(const std::string& path, const CsvOptions& options, const MemoryForRows& memory);

// Returns the names of the columns of a CSV file, without quotes and without the blanks around an unquoted name.
GAPTV_API std::vector<std::string> read_csv_header(const std::string& path);

// Hands out the rows of a CSV file as text, for programs that add a column to it: calls on_header once with the raw
// header line and then on_rows for consecutive blocks with the parsed numbers (none if no column is named) and the text
// of each row (without its line end), in UTF-8 if the file had to be converted. Rows are never dropped: a missing value
// and a row of totals are refused whatever the options say. Errors are those of read_csv; an error in a later block
// comes after on_rows for the earlier ones. Returns the notes on what was assumed. Memory: one block.
struct CsvRows {
  Dataset data;
  // There is one text per row of data. The byte after each is the first of its line end (CR or LF; LF after a last row
  // without one), so that a program that copies rows can keep their line ends.
  std::vector<std::string_view> text;
};
GAPTV_API std::vector<std::string> for_each_csv_block(
    const std::string& path, const CsvOptions& options,
    const std::function<void(std::string_view header, char delimiter)>& on_header,
    const std::function<void(const CsvRows& rows)>& on_rows);

}  // namespace gaptv
