// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/second_look.h"

#include <optional>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/encoding.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/row_walk.h"

namespace gaptv::csv {

SecondLook::SecondLook(Source& source, const CsvOptions& options, const Limits& limits)
    : source_(source), options_(options), limits_(limits) {
  // With decimal commas a plain 1.234 is something else, so that nothing can be read before all was looked at.
  if (options.decimal == ',') find_styles(source.name() + ": decimal commas cannot be read");
}

void SecondLook::answer(const NeedsSecondLook& question) {
  if (question.cause == RowError::Cause::encoding) {
    find_encoding(question.message);
  } else {
    find_styles(question.message);
  }
}

void SecondLook::go_back(const std::string& message) {
  if (source_.rewind(options_.encoding)) return;
  throw InvalidInput(message + ". It takes a second look at the whole file, which a pipe of more than " +
                     std::to_string(limits_.kept_bytes >> 20U) + " MB does not allow; save it to a file first");
}

void SecondLook::find_encoding(const std::string& message) {
  go_back(message);
  std::vector<char> bytes(limits_.block_bytes);
  Utf8Census census;
  while (const std::size_t count = source_.read(bytes)) {
    const std::string_view text(bytes.data(), count);
    count_utf_8(text, census);
    if (!may_be_latin_1(text)) throw InvalidInput(message);
  }
  if (census.long_characters > 0) {
    throw InvalidInput(message + ". Other texts of the file are UTF-8: correct this one");
  }
  options_.encoding = TextEncoding::latin_1;
  is_encoding_assumed_ = true;
  go_back(message);
}

void SecondLook::find_styles(const std::string& message) {
  if (!styles_.empty()) throw InvalidInput(message);
  go_back(message);
  std::optional<Table> table;
  try {
    table.emplace(source_, options_, limits_);
  } catch (const NeedsSecondLook& look) {
    find_encoding(look.message);
    table.emplace(source_, options_, limits_);
  }
  NumberStyleScan scan(table->layout(), options_.decimal);
  Place start = table->place();
  TextBlock recycled;
  while (std::optional<TextBlock> block = table->next(std::move(recycled))) {
    if (block->is_cut || !scan.look_at(block->text(), start)) break;
    recycled = std::move(*block);
  }
  try {
    styles_ = scan.decide();
  } catch (const RowError& error) {
    table->refuse(error.place, error.message);
  }
  go_back(message);
}

std::size_t SecondLook::count_total_rows(const TotalRow& row) {
  go_back(source_.name() + ": the last row says " + quote_for_message(row.text) +
          ", and may hold totals; remove it if it does");
  Table table(source_, options_, limits_, styles_);
  std::size_t count = 0;
  TextBlock recycled;
  while (std::optional<TextBlock> block = table.next(std::move(recycled))) {
    walk_rows(block->text(), table.layout().delimiter, [&](const WalkedRow& walked) {
      if (row.field < walked.fields.size() && is_total_word(walked.fields[row.field])) ++count;
      return true;
    });
    recycled = std::move(*block);
  }
  return count;
}

void SecondLook::add_notes(Table& table) const {
  if (is_encoding_assumed_) {
    table.add_note("the file is not UTF-8; it is read as Windows-1252 (Latin-1), unless `encoding` says otherwise");
  } else if (source_.kind() != ByteKind::utf_8 && options_.encoding == TextEncoding::automatic) {
    table.add_note("the file is read as UTF-16, as its byte-order mark says");
  }
  for (const NumberStyle& style : styles_) {
    if (!style.note.empty()) table.add_note(style.note);
  }
}

}  // namespace gaptv::csv
