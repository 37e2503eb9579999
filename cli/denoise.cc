// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/denoise.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/reading_arguments.h"
#include "cli/record_json.h"
#include "cli/terminal_progress.h"
#include "gaptv/gaptv.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/output/csv.h"

namespace gaptv::cli {
namespace {

struct DenoiseArguments {
  std::string nodes;
  std::string edges;
  std::string lambda;
  std::string loss = "gaussian";
  std::string output;
  std::size_t threads = 0;
  ReadingArguments reading;  // of both files
  bool is_json = false;
};

constexpr const char* denoise_footer =
    R"(NODES.csv has one row per node: value, and optionally weight (0: no value known; binomial: value is the number of
successes and weight the trials; poisson: the count and its exposure). EDGES.csv has from, to, and optionally weight;
nodes are numbered from 0 in the order of their rows. The result has a row per node: its value (a probability, a rate)
and the number of its region. --lambda inf gives one value to each connected part.

Against outliers: --loss huber counts an error beyond DELTA by its size only (default: 1.345 times the noise between
neighbours), --loss quantile=TAU fits that quantile, without TAU the median.

Example:
  gaptv denoise --nodes nodes.csv --edges edges.csv --lambda 1.5 -o smooth.csv)";

double parse_lambda(const std::string& text) {
  double lambda = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lambda);
  if (error == std::errc() && end == text.data() + text.size() && lambda >= 0) return lambda;
  throw InvalidInput("lambda '" + text + "': give a number that is not negative, or inf");
}

// Rows are nodes by their place, so that none can be left out: "remedy" says what else to do where a value is missing.
Dataset read_columns(const DenoiseArguments& arguments, const std::string& path, std::vector<std::string> names,
                     const char* remedy) {
  CsvOptions options;
  set_reading_options(arguments.reading, options);
  options.features = std::move(names);
  options.optional_features = {"weight"};
  options.threads = arguments.threads;
  options.missing_remedy = remedy;
  TerminalProgress progress(true);  // shows nothing, but hears a wish to stop
  options.progress = &progress;
  Dataset data = read_csv(path, options);
  print_reading_notes(data.notes);
  return data;
}

std::uint32_t node_number(const std::string& path, std::size_t row, double number, std::size_t nodes) {
  if (number >= 0 && number < static_cast<double>(nodes) && number == std::floor(number)) {
    return static_cast<std::uint32_t>(number);
  }
  throw InvalidInput(path + ", row " + std::to_string(row + 1) + ": there is no node " + csv_number(number) +
                     "; nodes are numbered 0 to " + std::to_string(nodes - 1));
}

void add_nodes(const DenoiseArguments& arguments, const CellLoss& loss, GraphProblem& problem, Invocation& invocation) {
  Dataset data =
      read_columns(arguments, arguments.nodes, {"value"}, "where no value is known, write any value and the weight 0");
  const bool has_weights = data.features.size() > 1;
  problem.graph.nodes = data.rows();
  problem.weight = has_weights ? std::move(data.features[1]) : std::vector<double>(data.rows(), 1.0);
  invocation.data_file = arguments.nodes;
  problem.mean = node_means(std::move(data.features[0]), problem.weight, loss);
  invocation.data_file.clear();
}

void add_edges(const DenoiseArguments& arguments, GraphProblem& problem) {
  const Dataset data =
      read_columns(arguments, arguments.edges, {"from", "to"}, "fill in the value, or remove the edge");
  problem.graph.edges.reserve(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    problem.graph.edges.push_back({node_number(arguments.edges, row, data.features[0][row], problem.graph.nodes),
                                   node_number(arguments.edges, row, data.features[1][row], problem.graph.nodes),
                                   data.features.size() > 2 ? data.features[2][row] : 1.0});
  }
}

void write_values(const Denoised& result, Output& output) {
  std::string text = "value,plateau\n";
  for (std::size_t node = 0; node < result.value.size(); ++node) {
    text += csv_number(result.value[node]) + "," + std::to_string(result.plateau[node]) + "\n";
    if (text.size() < (std::size_t{1} << 20U)) continue;
    output.write(text);
    text.clear();
  }
  output.write(text);
}

void run_denoise(const DenoiseArguments& arguments, Invocation& invocation) {
  const LossChoice choice = parse_loss(arguments.loss);
  const double lambda = parse_lambda(arguments.lambda);
  GraphProblem problem;
  add_nodes(arguments, loss_with_link_of(choice.name), problem, invocation);
  add_edges(arguments, problem);
  Output output(arguments.output);
  const std::size_t edges = problem.graph.edges.size();
  invocation.data_file = arguments.edges;
  check(problem.graph);
  invocation.data_file = arguments.nodes;
  const auto start = std::chrono::steady_clock::now();
  const Denoised result = denoise(std::move(problem), lambda, choice, arguments.threads);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  invocation.data_file.clear();
  if (!arguments.is_json || !arguments.output.empty()) {
    write_values(result, output);
    output.commit();
  }
  if (!arguments.is_json) return;
  nlohmann::ordered_json json = {
      {"nodes", result.value.size()},
      {"edges", edges},
      {"loss", choice.name},
      {"lambda", std::isinf(lambda) ? nlohmann::ordered_json("inf") : nlohmann::ordered_json(lambda)},
      {"objective", result.certificate.objective},
      {"plateaus", result.plateaus},
      {"certificate",
       {{"relative_gap", result.certificate.relative_gap}, {"max_violation", result.certificate.max_violation}}},
      {"seconds", seconds.count()}};
  if (result.loss_parameter) json["loss_parameter"] = *result.loss_parameter;
  write_to_stdout(to_text(json));
}

void check_arguments(const DenoiseArguments& arguments) {
  CsvOptions unused;
  set_reading_options(arguments.reading, unused);
  parse_loss(arguments.loss);
  parse_lambda(arguments.lambda);
  if (arguments.nodes == "-" && arguments.edges == "-") {
    throw InvalidInput("nodes and edges cannot both come from standard input; give one of them as a file");
  }
  if (arguments.is_json && arguments.output == "-") {
    throw InvalidInput("--json and -o - both write to standard output; give -o a file name");
  }
  check_keeps_inputs(arguments.output, {arguments.nodes, arguments.edges});
}

}  // namespace

void add_denoise(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("denoise", "Smooth values on any graph into regions");
  const auto arguments = std::make_shared<DenoiseArguments>();
  command->add_option("--nodes", arguments->nodes, "a row per node: value[,weight]; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("--edges", arguments->edges, "a row per edge: from,to[,weight]; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("--lambda", arguments->lambda, "how much to smooth; 0: not at all, inf: one value per part")
      ->required()
      ->type_name("VALUE");
  command
      ->add_option("--loss", arguments->loss,
                   "what the values are: numbers, successes of trials, counts; or a robust loss")
      ->type_name(choice_of_losses())
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "0: all cores; the result is always the same")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  add_reading_options(*command, arguments->reading);
  command->add_option("-o,--output", arguments->output, "write the values here (default: stdout)")->type_name("FILE");
  command->add_flag("--json", arguments->is_json, "print the certificate and the number of regions as JSON");
  command->footer(denoise_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_denoise(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
