// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/id_arguments.h"

#include "gaptv/base/error.h"
#include "gaptv/data/csv/text_column.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {

void add_id_option(CLI::App& command, std::string& column) {
  command
      .add_option("--id", column, "the column that says who a row is about (default: every row is about somebody else)")
      ->type_name("COL");
}

void check_id_can_be_read(const std::string& column, const std::string& data) {
  if (!column.empty() && data == "-") {
    throw InvalidInput("--id needs the rows in a file, which is read twice, not from standard input");
  }
}

std::vector<std::uint32_t> read_ids(const std::string& data, const std::string& column, std::size_t rows,
                                    const CsvOptions& options) {
  if (column.empty()) return {};
  CsvOptions silent = options;
  silent.progress = nullptr;
  NumberedTexts texts = read_text_column(data, column, silent);
  if (texts.number.size() != rows) {
    throw InvalidInput(data + " has " + count_text(static_cast<double>(texts.number.size())) + " rows, of which " +
                       count_text(static_cast<double>(rows)) +
                       " can be used, so that --id would be about other rows; leave the row of totals out of it");
  }
  return std::move(texts.number);
}

}  // namespace gaptv::cli
