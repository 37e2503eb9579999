// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/csv.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "gaptv/base/byte_size.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/base/parallel.h"
#include "gaptv/data/csv/limits.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/second_look.h"
#include "gaptv/data/csv/table.h"
#include "gaptv/data/csv/workers.h"

namespace gaptv {
namespace csv {

namespace {

// Says which texts stood for missing values in the rows that were left out.
std::string describe_missing_texts(const std::vector<MissingText>& missing) {
  std::string list;
  for (const auto& [text, count] : missing) {
    list += (list.empty() ? "" : ", ") + (text.empty() ? "empty" : quote_for_message(text)) + " (" +
            std::to_string(count) + ")";
  }
  return "values that were taken for missing: " + list;
}

// Leaves out a last row with the totals of the others, and says so. Where others say the same it is one like them.
void leave_out_totals(const TotalRow& row, SecondLook& look, Table& table, ParsedTable& parsed) {
  const std::string said = "(line " + std::to_string(row.place.line + 1) + ", " + quote_for_message(row.text) + ")";
  const std::size_t alike = row.is_kept ? look.count_total_rows(row) : 1;
  if (alike > 1) {
    table.add_note(std::to_string(alike) + " rows say " + quote_for_message(row.text) +
                   " and are read like the others; remove them if they hold totals");
    return;
  }
  if (row.is_kept) parsed.drop_last_row();
  table.add_note("the last row " + said + " seems to hold totals and is left out");
}

// A plus among the labels makes one of the minus too, which is taken for a missing value elsewhere.
void refuse_signs_as_labels(const Table& table, const ParsedTable& parsed) {
  const bool has_minus = std::ranges::find(parsed.missing_texts, "-", &MissingText::text) != parsed.missing_texts.end();
  const std::optional<std::size_t> plus = parsed.labels.find("+");
  if (!has_minus || !plus) return;
  table.refuse(parsed.labels.places()[*plus],
               ": '+' is a label, but '-' stands for a missing value; write words for both (positive, negative)");
}

// Calls visit with all numbers of a column, piece by piece, until it returns false.
void visit_column(const ParsedTable& parsed, std::size_t column,
                  const std::function<bool(std::span<const double> numbers)>& visit) {
  if (!parsed.spilled) {
    visit(parsed.columns[column]);
    return;
  }
  for (std::size_t piece = 0; piece < parsed.spilled->pieces(); ++piece) {
    const RawArray<double> numbers = parsed.spilled->read(piece);
    if (!visit({numbers.data() + parsed.spilled->begin_of(column), parsed.spilled->rows_of(piece)})) return;
  }
}

// Says so where points are read as decimal points although they could stand between thousands, as offices that separate
// fields by semicolons or tabs write them.
void note_doubtful_points(Table& table, const ParsedTable& parsed, const CsvOptions& options) {
  if (options.decimal != '\0' || table.layout().delimiter == ',') return;
  for (const std::size_t column : table.columns_with_doubtful_points()) {
    const auto may_be_thousands = [](double value) {
      const double thousandths = std::round(1000 * value);
      return value == 0 || (std::abs(value) >= 1 && std::abs(value) < 1000 && thousandths / 1000 == value);
    };
    bool are_doubtful = true;
    std::optional<double> first;
    visit_column(parsed, column, [&](std::span<const double> numbers) {
      are_doubtful = std::ranges::all_of(numbers, may_be_thousands);
      const auto fraction = std::ranges::find_if(numbers, [](double v) { return v != std::floor(v); });
      if (!first && fraction != numbers.end()) first = *fraction;
      return are_doubtful;
    });
    if (!are_doubtful || !first) continue;
    table.add_note("column " + quote_for_message(table.layout().columns[column].name) +
                   ": its points are read as decimal points (" + exact_number_text(*first) +
                   "); if they stand between thousands: `decimal=,`");
  }
}

// Finds out how numbers are written after rows with plain ones have been handed out, which must mean what they say. If
// it cannot be found out, the parser will say what is wrong.
void learn_styles_late(const std::string& path, const CsvOptions& options, const Limits& limits, SecondLook& look) {
  if (path == "-") return;
  Source again(path, options, limits);
  SecondLook other(again, options, limits);
  other.answer({RowError::Cause::number_style, path + ": the numbers cannot be read"});
  const bool is_alike = std::ranges::all_of(other.styles(), &NumberStyle::reads_plain_alike);
  if (is_alike) look.take_styles(other);
}

ParsedTable parse_with_notes(Table& table, SecondLook& look, const CsvOptions& options, const MemoryForRows* memory,
                             const Limits& limits) {
  table.layout().missing = options.missing;
  table.layout().missing_remedy =
      options.missing_remedy.empty() ? "drop such rows with `missing=drop`" : options.missing_remedy;
  std::size_t workers = thread_count(options.threads);
  const std::size_t bytes = table.known_bytes();
  if (bytes > 0) workers = std::min(workers, bytes / std::max<std::size_t>(1, limits.block_bytes) + 1);
  ParsedTable parsed = parse_table(table, workers, memory);
  table.check_has_rows();
  look.add_notes(table);
  if (!parsed.missing_texts.empty()) table.add_note(describe_missing_texts(parsed.missing_texts));
  if (parsed.total_row) leave_out_totals(*parsed.total_row, look, table, parsed);
  if (parsed.spilled) parsed.spilled->finish();
  if (parsed.rows() == 0) table.refuse({}, ": there are no rows but one of totals");
  table.check_labels(parsed.labels);
  refuse_signs_as_labels(table, parsed);
  note_doubtful_points(table, parsed, options);
  return parsed;
}

}  // namespace

namespace {

StoredRows read_stored(const std::string& path, const CsvOptions& options, const MemoryForRows* memory,
                       const Limits& limits) {
  Source source(path, options, limits);
  SecondLook look(source, options, limits);
  while (true) {
    try {
      Table table(source, options, limits, look.styles());
      if (table.layout().columns.empty()) throw InvalidInput(path + ": no column to read was named; name at least one");
      ParsedTable parsed = parse_with_notes(table, look, options, memory, limits);
      StoredRows stored;
      if (parsed.spilled) {
        stored = table.describe_stored(parsed.labels.labels(), parsed.rows_of_label);
        stored.data.notes.push_back("the rows were more than the " + byte_size_text(memory->bytes) +
                                    " of memory that they may take (`memory`): they went to a temporary file, were "
                                    "only counted, and nobody looked for unusual ones");
        stored.spilled = std::move(parsed.spilled);
      } else {
        stored.data = table.make_dataset(std::move(parsed.columns), parsed.labels.labels());
      }
      return stored;
    } catch (const NeedsSecondLook& question) {
      look.answer(question);
    }
  }
}

}  // namespace

Dataset read_csv(const std::string& path, const CsvOptions& options, const Limits& limits) {
  return read_stored(path, options, nullptr, limits).data;
}

StoredRows read_csv_within(const std::string& path, const CsvOptions& options, const MemoryForRows& memory,
                           const Limits& limits) {
  return read_stored(path, options, &memory, limits);
}

std::vector<std::string> for_each_csv_block(
    const std::string& path, const CsvOptions& options, const Limits& limits,
    const std::function<void(std::string_view header, char delimiter)>& on_header,
    const std::function<void(const CsvRows& rows)>& on_rows) {
  Source source(path, options, limits);
  SecondLook look(source, options, limits);
  while (true) {
    std::size_t rows_handed_out = 0;
    try {
      Table table(source, options, limits, look.styles());
      table.layout().missing_remedy = "fill in the value, or remove the row";
      table.layout().keep_text = true;
      TextBlock recycled;
      while (std::optional<TextBlock> block = table.next(std::move(recycled))) {
        ParsedBlock parsed = parse_rows(*block, table.layout(), {});
        if (rows_handed_out > 0 && parsed.error && parsed.error->cause == RowError::Cause::number_style) {
          learn_styles_late(path, options, limits, look);
          table.set_styles(look.styles());
          parsed = parse_rows(*block, table.layout(), {});
        }
        table.count_rows(parsed);
        for (std::vector<double>& column : parsed.columns) column.resize(parsed.rows);
        const CsvRows rows = {table.make_dataset(std::move(parsed.columns), parsed.labels.labels()),
                              std::move(parsed.text)};
        if (rows_handed_out == 0) on_header(table.header().text, table.header().delimiter);
        rows_handed_out += parsed.rows;
        if (parsed.rows > 0) on_rows(rows);
        recycled = std::move(*block);
      }
      table.check_has_rows();
      look.add_notes(table);
      return table.notes();
    } catch (const NeedsSecondLook& question) {
      if (rows_handed_out > 0) throw InvalidInput(question.message);
      look.answer(question);
    }
  }
}

}  // namespace csv

std::vector<std::string> read_csv_header(const std::string& path) {
  csv::Source source(path, {}, {});
  csv::SecondLook look(source, {}, {});
  while (true) {
    try {
      return csv::Table(source, {}, {}).header().names;
    } catch (const csv::NeedsSecondLook& question) {
      look.answer(question);
    }
  }
}

namespace {

std::string encoding_text(TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::automatic:
      return {};
    case TextEncoding::utf_8:
      return "utf-8";
    case TextEncoding::latin_1:
      return "latin-1";
    case TextEncoding::utf_16:
      return "utf-16";
  }
  return {};
}

std::string character_text(char character) {
  if (character == '\0') return {};
  return character == '\t' ? "tab" : std::string(1, character);
}

GivenReading reading_of(const CsvOptions& options) {
  return {character_text(options.delimiter), character_text(options.decimal), options.missing_texts,
          encoding_text(options.encoding)};
}

}  // namespace

std::string describe_too_many(const std::string& file, std::size_t bytes, const MemoryForRows& memory) {
  return file + ": its rows need about " + byte_size_text(bytes) + " in memory, more than the " +
         byte_size_text(memory.bytes) + " that `memory` allows; " + memory.reason_to_stay;
}

Dataset read_csv(const std::string& path, const CsvOptions& options) {
  Dataset data = csv::read_csv(path, options, {});
  data.reading = reading_of(options);
  return data;
}

StoredRows read_csv_within(const std::string& path, const CsvOptions& options, const MemoryForRows& memory) {
  StoredRows stored = csv::read_csv_within(path, options, memory, {});
  stored.data.reading = reading_of(options);
  return stored;
}

std::vector<std::string> for_each_csv_block(
    const std::string& path, const CsvOptions& options,
    const std::function<void(std::string_view header, char delimiter)>& on_header,
    const std::function<void(const CsvRows& rows)>& on_rows) {
  return csv::for_each_csv_block(path, options, {}, on_header, on_rows);
}

}  // namespace gaptv
