// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/help_formatter.h"
#include "cli/interruption.h"
#include "cli/memory.h"
#include "cli/program_walk.h"
#include "gaptv/base/error.h"
#include "gaptv/base/nearest_word.h"
#include "gaptv/base/version.h"
#include "gaptv/output/command_text.h"

namespace gaptv::cli {
namespace {

enum ExitCode { done = 0, refused = 1, wrong_usage = 2, internal_error = 3, interrupted_by_signal = 130 };

constexpr const char* program_footer = R"(gaptv COMMAND --help explains a command.

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o points.csv
  gaptv fit points.csv --x x1,x2 --y y -o model.json
  gaptv inspect model.json
  gaptv predict model.json points.csv -o predicted.csv)";

void build(CLI::App& program, Invocation& invocation) {
  program.set_version_flag("--version", "gaptv " + version(), "Print the version");
  program.set_help_flag("-h,--help", "Print this help");
  program.formatter(std::make_shared<HelpFormatter>());
  program.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  program.require_subcommand(1);
  program.footer(program_footer);
  add_fit(program, invocation);
  add_predict(program, invocation);
  add_evaluate(program, invocation);
  add_compare(program, invocation);
  add_reproduce(program, invocation);
  add_inspect(program, invocation);
  add_report(program, invocation);
  add_export(program, invocation);
  add_release(program, invocation);
  add_audit(program, invocation);
  add_simulate(program, invocation);
  add_denoise(program, invocation);
  add_summarize(program, invocation);
  add_merge(program, invocation);
  add_sql(program, invocation);
  add_completion(program, invocation);
  add_manual(program, invocation);
  for (const CLI::App* command : commands_of(program)) program.get_subcommand(command->get_name())->group("Commands");
}

int report_usage(const CLI::App& program, const std::string& message) {
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  std::fprintf(stderr, "gaptv: %s\nTry: gaptv%s --help\n", message.c_str(), command.c_str());
  return wrong_usage;
}

// An argument that nobody expects explains a failure best: it may be a flag with a slip in it.
std::string describe(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  if (chosen.empty()) return error.what();
  for (const std::string& argument : chosen.front()->remaining()) {
    if (!argument.starts_with('-')) continue;
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(*chosen.front())) {
      for (const std::string& name : names_of(*option)) names.push_back(name);
    }
    const std::string nearest = nearest_word(argument.substr(0, argument.find('=')), names);
    return "there is no option " + argument + (nearest.empty() ? "" : "; did you mean " + nearest + "?");
  }
  return error.what();
}

std::string describe_unknown_command(const CLI::App& program, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(program)) names.push_back(command->get_name());
  const std::string nearest = nearest_word(name, names);
  return "there is no command '" + name + "'" + (nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

bool is_unknown_command(const CLI::App& program, const std::string& name) {
  return !name.starts_with('-') && std::ranges::none_of(commands_of(program), [&name](const CLI::App* command) {
    return command->get_name() == name;
  });
}

int run(CLI::App& program, Invocation& invocation, std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::fputs(program.help().c_str(), stderr);
    return wrong_usage;
  }
  if (arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (is_unknown_command(program, arguments.front())) {
    return report_usage(program, describe_unknown_command(program, arguments.front()));
  }
  std::ranges::reverse(arguments);  // the parser takes them from the back
  program.parse(arguments);
  invocation.run();
  return invocation.exit_code;
}

int report_refusal(const CLI::App& program, const Invocation& invocation, const InvalidInput& error) {
  // What was thrown before there was anything to run is about the arguments.
  const std::string message = in_command_style(error.what());
  if (!invocation.run) return report_usage(program, message);
  const std::string file = invocation.data_file.empty() ? "" : invocation.data_file + ": ";
  std::fprintf(stderr, "gaptv: %s%s\n", file.c_str(), message.c_str());
  return refused;
}

}  // namespace
}  // namespace gaptv::cli

// Something may escape only if there is no memory left to report it with.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  using namespace gaptv::cli;
  keep_freed_memory();
  install_signal_handlers();
  CLI::App program("Interpretable regression with few features: regions of constant value, found automatically",
                   "gaptv");
  Invocation invocation;
  try {
    build(program, invocation);
    return run(program, invocation, {argv + 1, argv + argc});
  } catch (const CLI::CallForHelp&) {
    std::fputs(program.help().c_str(), stdout);
    return done;
  } catch (const CLI::CallForVersion& version) {
    std::puts(version.what());
    return done;
  } catch (const CLI::ParseError& error) {
    return report_usage(program, describe(program, error));
  } catch (const gaptv::InvalidInput& error) {
    return report_refusal(program, invocation, error);
  } catch (const gaptv::Interrupted&) {
    std::fputs("gaptv: interrupted\n", stderr);
    return interrupted_by_signal;
  } catch (const std::bad_alloc&) {
    std::fputs("gaptv: there is not enough memory; use fewer rows or bins, or a larger machine\n", stderr);
    return refused;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gaptv: internal error, please report it with the command and the data: %s\n", error.what());
    return internal_error;
  }
}
