// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/program_walk.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {
namespace {

constexpr const char* completion_footer = R"(Example:
  gaptv completion bash > ~/.local/share/bash-completion/completions/gaptv
  gaptv completion zsh > "${fpath[1]}/_gaptv"
  gaptv completion fish > ~/.config/fish/completions/gaptv.fish)";

std::string join(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// In single quotes for the shell; what the shells' completion syntax would take for its own is left out.
std::string quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\'') continue;
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "'";
}

std::string for_bash(const CLI::App& program) {
  std::vector<std::string> command_names;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    command_names.push_back(command->get_name());
    std::vector<std::string> names;
    std::string values;
    for (const CLI::Option* option : options_of(*command)) {
      for (const std::string& name : names_of(*option)) names.push_back(name);
      const std::vector<std::string> words = words_of(*option);
      if (!words.empty()) {
        values += "        " + join(names_of(*option), "|") + ") words='" + join(words, " ") + "' ;;\n";
      } else if (takes_value(*option)) {
        values += "        " + join(names_of(*option), "|") + ") return ;;\n";
      }
    }
    for (const CLI::Option* positional : positionals_of(*command)) {
      for (const std::string& word : words_of(*positional)) names.push_back(word);
    }
    cases += "    " + command->get_name() + ")\n      words='" + join(names, " ") + "'\n      case $previous in\n" +
             values + "      esac\n      ;;\n";
  }
  return "# bash completion for gaptv\n_gaptv() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n  COMPREPLY=()\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases + "  esac\n  [[ $COMP_CWORD -gt 1 ]] || words='" + join(command_names, " ") +
         " --help --version'\n"
         "  # Without a match bash offers files.\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "  [[ -n $current || $COMP_CWORD -le 1 || -n $(compgen -W \"$words\" -X '-*') ]] || COMPREPLY=()\n"
         "}\ncomplete -o default -F _gaptv gaptv\n";
}

std::string for_zsh(const CLI::App& program) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    commands += "    " + quote(command->get_name() + " - " + command->get_description()) + "\n";
    std::string specifications;
    for (const CLI::Option* option : options_of(*command)) {
      const std::vector<std::string> words = words_of(*option);
      const std::string action = !words.empty() ? "(" + join(words, " ") + ")" : takes_file(*option) ? "_files" : " ";
      for (const std::string& name : names_of(*option)) {
        const std::string description = quote(option->get_description());
        specifications += " \\\n        '" + name + "[" + description.substr(1, description.size() - 2) + "]" +
                          (takes_value(*option) ? ":value:" + action : "") + "'";
      }
    }
    for (const CLI::Option* positional : positionals_of(*command)) {
      const std::vector<std::string> words = words_of(*positional);
      specifications += " \\\n        ':argument:" + (words.empty() ? "_files" : "(" + join(words, " ") + ")") + "'";
    }
    cases += "    " + command->get_name() + ")\n      _arguments" + specifications + "\n      ;;\n";
  }
  return "#compdef gaptv\n_gaptv() {\n  local -a commands\n  commands=(\n" + commands +
         "  )\n  if (( CURRENT == 2 )); then\n    compadd -d commands -- ${commands%% - *}\n    return\n  fi\n"
         "  local command=${words[2]}\n  shift words\n  (( CURRENT-- ))\n  case $command in\n" +
         cases + "  esac\n}\ncompdef _gaptv gaptv\n";
}

std::string for_fish(const CLI::App& program) {
  std::string text = "# fish completion for gaptv\n";
  for (const CLI::App* command : commands_of(program)) {
    text += "complete -c gaptv -f -n __fish_use_subcommand -a " + command->get_name() + " -d " +
            quote(command->get_description()) + "\n";
    const std::string condition = " -n '__fish_seen_subcommand_from " + command->get_name() + "'";
    for (const CLI::Option* option : options_of(*command)) {
      text += "complete -c gaptv" + condition;
      for (const std::string& name : option->get_snames()) text += " -s " + name;
      for (const std::string& name : option->get_lnames()) text += " -l " + name;
      const std::vector<std::string> words = words_of(*option);
      if (!words.empty()) {
        text += " -x -a '" + join(words, " ") + "'";
      } else if (takes_value(*option)) {
        text += takes_file(*option) ? " -r -F" : " -x";
      }
      text += " -d " + quote(option->get_description()) + "\n";
    }
    for (const CLI::Option* positional : positionals_of(*command)) {
      const std::vector<std::string> words = words_of(*positional);
      if (!words.empty()) text += "complete -c gaptv" + condition + " -f -a '" + join(words, " ") + "'\n";
    }
  }
  return text;
}

}  // namespace

void add_completion(CLI::App& program, Invocation& invocation) {
  CLI::App* const command =
      program.add_subcommand("completion", "Print a script that completes commands in your shell");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("bash|zsh|fish");
  command->footer(completion_footer);
  command->callback([&program, &invocation, shell] {
    if (*shell != "bash" && *shell != "zsh" && *shell != "fish") {
      throw InvalidInput("there is no completion for '" + *shell + "'; give bash, zsh or fish");
    }
    invocation.run = [&program, shell] {
      write_to_stdout(*shell == "bash" ? for_bash(program) : *shell == "zsh" ? for_zsh(program) : for_fish(program));
    };
  });
}

}  // namespace gaptv::cli
