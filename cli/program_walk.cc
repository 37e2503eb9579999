// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/program_walk.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace gaptv::cli {

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options(
      [](const CLI::Option* option) { return option->nonpositional() && !option->get_group().empty(); });
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool takes_file(const CLI::Option& option) {
  return takes_value(option) && option.get_type_name() == "FILE";
}

std::vector<std::string> words_of(const CLI::Option& option) {
  std::vector<std::string> words;
  if (!takes_value(option)) return words;
  std::istringstream alternatives(option.get_type_name());
  for (std::string word; std::getline(alternatives, word, '|');) {
    const bool is_literal = std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c) != 0; });
    if (is_literal && !word.empty()) words.push_back(word);
  }
  return words;
}

}  // namespace gaptv::cli
