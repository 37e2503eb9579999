// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace gaptv::cli {

// Holds what the arguments ask for. Parsing fills it, main runs it: so whatever is thrown before run() is about usage,
// whatever is thrown by it about data.
struct Invocation {
  std::function<void()> run;
  // This is the file whose rows are being worked on, which the library does not know: main puts it before a message.
  std::string data_file;
  // What the program ends with if nothing is thrown.
  int exit_code = 0;
};

// Each adds one command with its options, its help and its example to the program.
void add_fit(CLI::App& program, Invocation& invocation);
void add_predict(CLI::App& program, Invocation& invocation);
void add_evaluate(CLI::App& program, Invocation& invocation);
void add_compare(CLI::App& program, Invocation& invocation);
void add_reproduce(CLI::App& program, Invocation& invocation);
void add_inspect(CLI::App& program, Invocation& invocation);
void add_report(CLI::App& program, Invocation& invocation);
void add_export(CLI::App& program, Invocation& invocation);
void add_release(CLI::App& program, Invocation& invocation);
void add_audit(CLI::App& program, Invocation& invocation);
void add_simulate(CLI::App& program, Invocation& invocation);
void add_denoise(CLI::App& program, Invocation& invocation);
void add_summarize(CLI::App& program, Invocation& invocation);
void add_sql(CLI::App& program, Invocation& invocation);
void add_merge(CLI::App& program, Invocation& invocation);
void add_completion(CLI::App& program, Invocation& invocation);
void add_manual(CLI::App& program, Invocation& invocation);

}  // namespace gaptv::cli
