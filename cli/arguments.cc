// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/arguments.h"

#include <algorithm>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/data/csv/header.h"

namespace gaptv::cli {

std::vector<std::string> split_names(const std::string& argument) {
  std::vector<std::string> names = csv::parse_header("column names '" + argument + "'", argument, ",").names;
  if (std::ranges::find(names, std::string()) != names.end()) {
    throw InvalidInput("column names '" + argument + "': a name is empty; separate names by single commas, as in a,b");
  }
  return names;
}

char parse_delimiter(const std::string& argument) {
  if (argument.empty()) return '\0';
  if (argument == "tab" || argument == "\\t" || argument == "\t") return '\t';
  if (argument == "," || argument == ";" || argument == "|") return argument.front();
  throw InvalidInput("delimiter '" + argument + "': give ',' or ';' or '|' or tab");
}

std::string check_whole_number(const std::string& argument) {
  const bool is_whole = !argument.empty() && argument.find_first_not_of("0123456789") == std::string::npos;
  return is_whole && (argument == "0" || argument.front() != '0') ? "" : "'" + argument + "' is not a whole number";
}

MissingRule parse_missing(const std::string& argument) {
  if (argument == "error") return MissingRule::error;
  if (argument == "drop") return MissingRule::drop;
  throw InvalidInput("missing '" + argument + "': give error or drop");
}

std::vector<std::string> method_list(const std::string& argument) {
  std::vector<std::string> names;
  if (argument.empty()) return names;
  for (std::string& name : split_names(argument)) {
    find_method(name);  // refuses others
    if (std::ranges::find(names, name) != names.end()) throw InvalidInput("--methods names '" + name + "' twice");
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace gaptv::cli
