// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/help_formatter.h"

#include "cli/program_walk.h"

namespace gaptv::cli {

HelpFormatter::HelpFormatter() {
  column_width(30);
  label("Positionals", "Arguments");
}

std::string HelpFormatter::make_usage(const CLI::App* command, std::string name) const {
  std::string usage = "\nUsage: " + name;
  if (command->get_parent() == nullptr) return usage + " COMMAND [ARGUMENTS]\n";
  for (const CLI::Option* positional : positionals_of(*command)) usage += " " + positional->get_name(true);
  for (const CLI::Option* option : options_of(*command)) {
    if (option->get_required()) usage += " " + names_of(*option).front() + " " + option->get_type_name();
  }
  return usage + " [OPTIONS]\n";
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  return option->get_positional() || !takes_value(*option) ? "" : " " + option->get_type_name();
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string standard = takes_value(*option) ? option->get_default_str() : "";
  return option->get_description() + (standard.empty() ? "" : " (default: " + standard + ")");
}

}  // namespace gaptv::cli
