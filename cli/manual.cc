// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/program_walk.h"
#include "gaptv/base/version.h"

namespace gaptv::cli {
namespace {

constexpr const char* manual_footer = R"(Example:
  gaptv manual | man -l -
  gaptv manual > ~/.local/share/man/man1/gaptv.1)";

// Text that roff prints as it is: no line of it is a request, no character an escape.
std::string escape(const std::string& text) {
  std::string escaped;
  bool is_line_start = true;
  for (const char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '~') {
      escaped += "\\(ti";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
    is_line_start = c == '\n';
  }
  return escaped;
}

std::string bold(const std::string& text) {
  return "\\fB" + escape(text) + "\\fR";
}

std::string italic(const std::string& text) {
  return "\\fI" + escape(text) + "\\fR";
}

std::string option_entry(const CLI::Option& option) {
  std::string heading;
  for (const std::string& name : names_of(option)) heading += (heading.empty() ? "" : ", ") + bold(name);
  if (takes_value(option)) heading += " " + italic(option.get_type_name());
  std::string text = option.get_description();
  if (takes_value(option) && !option.get_default_str().empty()) text += " (default: " + option.get_default_str() + ")";
  if (option.get_required()) text += " (required)";
  return ".TP\n" + heading + "\n" + escape(text) + "\n";
}

// The paragraphs below a command's options, its examples in a type of equal width.
std::string footer_text(const std::string& text) {
  std::istringstream lines(text);
  std::string result = ".PP\n";
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      result += ".PP\n";
    } else if (line == "Example:") {
      result += "Example:\n.PP\n.nf\n";
    } else {
      result += escape(line) + "\n";
    }
  }
  return result + ".fi\n";
}

std::string command_section(const CLI::App& command) {
  std::string text = ".SS " + escape(command.get_name()) + "\n";
  text += ".B gaptv " + escape(command.get_name()) + "\n";
  for (const CLI::Option* positional : positionals_of(command)) text += italic(positional->get_name(true)) + "\n";
  text += "[" + italic("options") + "]\n.PP\n" + escape(command.get_description()) + ".\n";
  for (const CLI::Option* positional : positionals_of(command)) {
    text += ".TP\n" + italic(positional->get_name(true)) + "\n" + escape(positional->get_description()) + "\n";
  }
  for (const CLI::Option* option : options_of(command)) text += option_entry(*option);
  return text + footer_text(command.get_footer());
}

std::string manual_page(const CLI::App& program) {
  std::string text = R"(.TH GAPTV 1 "" "gaptv )" + version() + R"(" "User Commands")" + "\n";
  text += ".SH NAME\ngaptv \\- " + escape(program.get_description()) + "\n.SH SYNOPSIS\n";
  for (const CLI::App* command : commands_of(program)) {
    text += ".B gaptv " + escape(command->get_name()) + "\n";
    for (const CLI::Option* positional : positionals_of(*command)) text += italic(positional->get_name(true)) + "\n";
    text += "[" + italic("options") + "]\n.br\n";
  }
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program)) text += command_section(*command);
  return text +
         ".SH EXIT STATUS\n"
         ".TP\n.B 0\nDone.\n"
         ".TP\n.B 1\nThe data or the model file was refused, or the output could not be written; a message says where "
         "and\n"
         "what to do. No output file is left half\\-written.\n"
         ".TP\n.B 2\nWrong usage.\n"
         ".TP\n.B 3\nAn error in the program; please report it.\n"
         ".TP\n.B 130\nInterrupted.\n"
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set, nothing is printed in colour.\n";
}

}  // namespace

void add_manual(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("manual", "Print the manual page");
  command->footer(manual_footer);
  command->callback(
      [&program, &invocation] { invocation.run = [&program] { write_to_stdout(manual_page(program)); }; });
}

}  // namespace gaptv::cli
