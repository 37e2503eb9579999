// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/evaluate.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/reading_arguments.h"
#include "cli/record_json.h"
#include "cli/terminal_progress.h"
#include "gaptv/gaptv.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

struct EvaluateArguments {
  std::string model;
  std::string data;
  std::string y;
  std::string weight;
  std::string exposure;
  std::string missing = "error";
  ReadingArguments reading;
  std::size_t threads = 0;
  bool is_json = false;
  bool is_quiet = false;
};

constexpr const char* evaluate_footer =
    R"(Features and outcome are found by the names they had in the fit; --y names another outcome.

Of several classes rmse, mae and max_error are those of the probabilities of all classes.

Example:
  gaptv evaluate model.json holdout.csv)";

std::string to_table(const Evaluation& evaluation, const Model& model) {
  const bool has_classes = model.has_classes();
  const std::shared_ptr<const Loss> loss = loss_named(has_classes ? one_vs_rest : model.record.loss);
  const std::string loss_name(loss->name());
  const auto line = [](const std::string& name, const std::string& value, const std::string& meaning) {
    return "  " + name + std::string(11 - name.size(), ' ') + value +
           std::string(14 - std::min<std::size_t>(13, value.size()), ' ') + meaning + "\n";
  };
  std::string text =
      line("rows", count_text(static_cast<double>(evaluation.rows)), "that were compared") +
      line("rmse", short_number(evaluation.rmse), "root mean squared error: the typical error, large ones count most") +
      line("mae", short_number(evaluation.mae), "mean absolute error") +
      line("max_error", short_number(evaluation.max_error), "the largest error") +
      line("deviance", short_number(evaluation.deviance),
           loss->is_squared()                ? "sum of squared errors"
           : std::isnan(evaluation.deviance) ? "known to the author of the loss " + loss_name + " only"
                                             : "of the loss " + loss_name) +
      line("regions", count_text(static_cast<double>(evaluation.plateaus)),
           evaluation.is_counted_on_grid ? "regions of constant prediction on the grid of these rows"
                                         : "regions of the model") +
      line("aic", short_number(evaluation.aic),
           "deviance + 2 * regions: error against simplicity (for unit noise, if squared)");
  if (const auto& measures = evaluation.classification) {
    text += line("accuracy", short_number(measures->accuracy),
                 has_classes ? "share of rows whose most probable class is theirs"
                             : "share of rows on the right side of 1/2") +
            line("log_loss", short_number(measures->log_loss), "mean of -log(probability of what happened)") +
            line("brier", short_number(measures->brier),
                 has_classes ? "squared errors of the probabilities, added up over the classes: mean over rows"
                             : "mean squared error of the probability") +
            line("auc", short_number(measures->auc),
                 has_classes ? "share of pairs of a class and another in the right order: mean over classes"
                             : "share of pairs of a 1 and a 0 in the right order");
  }
  return text;
}

void run_evaluate(const EvaluateArguments& arguments, Invocation& invocation) {
  const Model model = load_model(arguments.model);
  const FitRecord& record = model.record;
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns;
  columns.features = feature_names(model);
  columns.outcome = arguments.y.empty() ? record.outcome : arguments.y;
  columns.weight = arguments.weight;
  columns.exposure = arguments.exposure.empty() ? record.exposure : arguments.exposure;
  columns.classes = model.record.classes;
  if (!columns.classes.empty()) columns.outcome_kind = OutcomeKind::label;
  set_reading_options(arguments.reading, columns);
  columns.missing = parse_missing(arguments.missing);
  columns.threads = arguments.threads;
  columns.progress = &progress;
  const Dataset data = read_csv(arguments.data, columns);
  invocation.data_file = arguments.data == "-" ? "standard input" : arguments.data;
  const Evaluation evaluation = evaluate(model, data.view(), arguments.threads);
  invocation.data_file.clear();
  progress.finish();
  if (data.dropped_rows > 0 && !arguments.is_quiet) {
    std::fprintf(stderr, "note: %s left out, as a value was missing\n",
                 plural(static_cast<double>(data.dropped_rows), "row").c_str());
  }
  if (!arguments.is_quiet) print_reading_notes(data.notes);
  if (!arguments.is_json) {
    write_to_stdout(to_table(evaluation, model));
    return;
  }
  nlohmann::ordered_json json = {{"rows", evaluation.rows},
                                 {"dropped_rows", data.dropped_rows},
                                 {"rmse", evaluation.rmse},
                                 {"mae", evaluation.mae},
                                 {"max_error", evaluation.max_error},
                                 {"deviance", evaluation.deviance},
                                 {"plateaus", evaluation.plateaus},
                                 {"plateaus_counted_on", evaluation.is_counted_on_grid ? "grid" : "model"},
                                 {"aic", evaluation.aic}};
  if (const auto& measures = evaluation.classification) {
    json["accuracy"] = measures->accuracy;
    json["log_loss"] = measures->log_loss;
    json["brier"] = measures->brier;
    json["auc"] = measures->auc;
  }
  write_to_stdout(to_text(json));
}

void check_arguments(const EvaluateArguments& arguments) {
  CsvOptions checked;
  set_reading_options(arguments.reading, checked);
  parse_missing(arguments.missing);
  if (arguments.model == "-" && arguments.data == "-") {
    throw InvalidInput("model and data cannot both come from standard input; give one of them as a file");
  }
}

}  // namespace

void add_evaluate(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("evaluate", "Measure a model's error on rows with known outcomes");
  const auto arguments = std::make_shared<EvaluateArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("DATA.csv", arguments->data, "rows with features and outcome; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("--y", arguments->y, "the outcome column (default: the model's)")->type_name("COL");
  command->add_option("--weight", arguments->weight, "a column of weights: 3 counts as three equal rows")
      ->type_name("COL");
  command->add_option("--exposure", arguments->exposure, "the exposure column (default: the model's)")
      ->type_name("COL");
  command->add_option("--missing", arguments->missing, "rows with a missing value: refuse or leave out")
      ->type_name("error|drop")
      ->capture_default_str();
  add_reading_options(*command, arguments->reading);
  command->add_option("--threads", arguments->threads, "0: all cores")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command->add_flag("--json", arguments->is_json, "print JSON");
  command->add_flag("--quiet", arguments->is_quiet, "no notes and no progress on stderr");
  command->footer(evaluate_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_evaluate(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
