// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/reading_arguments.h"

#include <cstdio>

#include "cli/arguments.h"
#include "gaptv/base/error.h"
#include "gaptv/output/command_text.h"

namespace gaptv::cli {
namespace {

TextEncoding parse_encoding(const std::string& argument) {
  if (argument.empty()) return TextEncoding::automatic;
  if (argument == "utf-8") return TextEncoding::utf_8;
  if (argument == "latin-1") return TextEncoding::latin_1;
  if (argument == "utf-16") return TextEncoding::utf_16;
  throw InvalidInput("encoding '" + argument + "': give utf-8, latin-1 (Windows-1252 is meant too) or utf-16");
}

char parse_decimal(const std::string& argument) {
  if (argument.empty()) return '\0';
  if (argument == "." || argument == ",") return argument.front();
  throw InvalidInput("decimal '" + argument + "': give . or , (a comma)");
}

}  // namespace

void add_reading_options(CLI::App& command, ReadingArguments& arguments) {
  command.add_option("--delimiter", arguments.delimiter, "between fields (default: detected)")->type_name("CHAR");
  command.add_option("--decimal", arguments.decimal, "before decimals (default: detected where it is certain)")
      ->type_name(".|,");
  command
      .add_option("--na", arguments.na, "texts or numbers that mean a missing value, besides NA, -, #N/A and others")
      ->type_name("TEXT[,TEXT...]");
  command.add_option("--encoding", arguments.encoding, "of the file (default: detected where it is certain)")
      ->type_name("utf-8|latin-1|utf-16");
}

void set_reading_options(const ReadingArguments& arguments, CsvOptions& options) {
  options.delimiter = parse_delimiter(arguments.delimiter);
  options.decimal = parse_decimal(arguments.decimal);
  options.encoding = parse_encoding(arguments.encoding);
  if (options.decimal == ',' && options.delimiter == ',') {
    throw InvalidInput("--decimal , and --delimiter , cannot be told apart; leave one of them out");
  }
  if (!arguments.na.empty()) options.missing_texts = split_names(arguments.na);
}

void print_reading_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "note: %s\n", in_command_style(note).c_str());
}

}  // namespace gaptv::cli
