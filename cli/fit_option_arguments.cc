// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/fit_option_arguments.h"

#include "gaptv/base/error.h"
#include "gaptv/output/command_text.h"

namespace gaptv::cli {

void FitOptionArguments::add(CLI::App& command, std::string_view name, const std::string& flag,
                             const std::string& help) {
  const FitOption& option = find_option(name);
  std::string text = help.empty() ? std::string(option.help) : help;
  if (!option.methods.empty() && !looks_at(FitOptions().method, option)) {
    text = std::string(option.methods) + ": " + text;
  }
  if (!option.usual.empty()) text += " (" + usual_text(option) + ")";
  CLI::Option* const added =
      command.add_option(flag.empty() ? flag_text(option.name) : flag, texts_[std::string(name)], text);
  added->type_name(std::string(option.values));
  if (option.usual.empty()) added->default_str(usual_text(option));
  options_[std::string(name)] = added;
}

void FitOptionArguments::add_all(CLI::App& command) {
  for (const FitOption& option : fit_option_table()) add(command, option.name);
}

FitOptions FitOptionArguments::read() const {
  FitOptions options;
  for (const auto& [name, option] : options_) {
    if (option->count() > 0) set_option(options, name, texts_.find(name)->second);
  }
  for (const auto& [name, option] : options_) {
    const FitOption& row = find_option(name);
    if (option->count() == 0 || looks_at(options.method, row)) continue;
    throw InvalidInput(flag_text(name) + " has no meaning for the method " + options.method + "; it goes with " +
                       flag_text("method") + " " + std::string(row.methods));
  }
  return options;
}

}  // namespace gaptv::cli
