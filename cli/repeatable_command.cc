// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/repeatable_command.h"

#include <cstddef>
#include <filesystem>
#include <map>

#include "cli/program_walk.h"
#include "gaptv/output/shell_word.h"

namespace gaptv::cli {

std::string repeatable_command(const CLI::App& command) {
  std::string text = "gaptv " + command.get_name();
  std::map<const CLI::Option*, std::size_t> values_used;
  for (const CLI::Option* const option : command.parse_order()) {
    if (!option->get_positional()) text += " " + names_of(*option).back();
    if (!takes_value(*option)) continue;
    const std::string& value = option->results().at(values_used[option]++);
    text += " " + shell_word(takes_file(*option) ? std::filesystem::path(value).filename().string() : value);
  }
  return text;
}

}  // namespace gaptv::cli
