// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/predict.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/prediction_text.h"
#include "cli/reading_arguments.h"
#include "cli/terminal_progress.h"
#include "gaptv/data/csv/header.h"
#include "gaptv/gaptv.h"
#include "gaptv/output/csv.h"

namespace gaptv::cli {
namespace {

struct PredictArguments {
  std::string model;
  std::string data;
  std::string output;
  std::string type = "response";
  ReadingArguments reading;
  std::size_t threads = 0;
  bool flags_outside = false;
  bool is_quiet = false;
};

constexpr const char* predict_footer =
    R"(The features are found by the names they had in the fit; other columns are passed on as they are. The
column 'prediction' (and 'outside', with --flag-outside) must not be there already: rename or remove it.
Rows outside the range of the training rows get the value at the edge of that range.

Of a model of several classes (--loss one-vs-rest) 'prediction' is the label of the most probable one (of equal
ones the first), and a column per class follows: 'probability_LABEL' (they add up to 1); with --type link
'link_LABEL', the logit of that probability; with --type plateau 'plateau_LABEL', the region in the model of
that class.

Example:
  gaptv predict model.json new.csv -o predicted.csv)";

// Adds columns at the end of each row of a CSV file.
class RowWriter {
 public:
  RowWriter(const PredictArguments& arguments, const Model& model, Output& output)
      : arguments_(arguments), model_(model), output_(output) {}

  void take_header(std::string_view header, char delimiter) {
    const std::vector<std::string> names =
        csv::parse_header(arguments_.data, std::string(header), {&delimiter, 1}).names;
    delimiter_ = delimiter;
    text_ = header;
    prediction_.emplace(model_, parse_prediction_type(arguments_.type), delimiter);
    for (const std::string& name : prediction_->column_names()) add_name(name, names);
    if (arguments_.flags_outside) add_name("outside", names);
  }

  void write_rows(const CsvRows& rows) {
    const DataView data = rows.data.view();
    prediction_->predict(data, arguments_.threads);
    std::vector<std::uint8_t> outside;
    if (arguments_.flags_outside) outside = is_outside_training_range(model_, data);
    for (std::size_t row = 0; row < prediction_->rows(); ++row) {
      if (!has_header_) text_ += line_end(rows.text[row]);
      has_header_ = true;
      text_ += rows.text[row];
      prediction_->append(text_, row);
      if (!outside.empty()) (text_ += delimiter_) += outside[row] != 0 ? '1' : '0';
      text_ += line_end(rows.text[row]);
    }
    output_.write(text_);
    text_.clear();
  }

 private:
  void add_name(const std::string& name, const std::vector<std::string>& names) {
    if (std::ranges::find(names, name) != names.end()) {
      throw InvalidInput(arguments_.data + ": there is a column '" + name +
                         "' already; rename or remove it, so that the new one can be told from it");
    }
    text_ += delimiter_ + csv_field(name, delimiter_);
  }

  // A row's text stands in the text of its block, where a line feed, or a carriage return and a line feed, follows it.
  static std::string_view line_end(std::string_view row) {
    return row.data()[row.size()] == '\r' ? "\r\n" : "\n";  // NOLINT(bugprone-suspicious-stringview-data-usage)
  }

  const PredictArguments& arguments_;
  const Model& model_;
  std::optional<PredictionText> prediction_;  // from the header on
  Output& output_;
  char delimiter_ = ',';
  bool has_header_ = false;  // it waits for the first row, whose line end it shares
  std::string text_;
};

void run_predict(const PredictArguments& arguments) {
  const Model model = load_model(arguments.model);
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns;
  columns.features = feature_names(model);
  set_reading_options(arguments.reading, columns);
  columns.progress = &progress;
  Output output(arguments.output);
  RowWriter writer(arguments, model, output);
  const std::vector<std::string> notes = for_each_csv_block(
      arguments.data, columns,
      [&writer](std::string_view header, char delimiter) { writer.take_header(header, delimiter); },
      [&writer](const CsvRows& rows) { writer.write_rows(rows); });
  output.commit();
  progress.finish();
  if (!arguments.is_quiet) print_reading_notes(notes);
}

void check_arguments(const PredictArguments& arguments) {
  parse_prediction_type(arguments.type);
  CsvOptions checked;
  set_reading_options(arguments.reading, checked);
  if (arguments.model == "-" && arguments.data == "-") {
    throw InvalidInput("model and data cannot both come from standard input; give one of them as a file");
  }
  check_keeps_inputs(arguments.output, {arguments.model, arguments.data});
}

}  // namespace

void add_predict(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("predict", "Append a model's predictions to the rows of a CSV file");
  const auto arguments = std::make_shared<PredictArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("DATA.csv", arguments->data, "rows with the model's features; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("-o,--output", arguments->output, "write here (default: stdout)")->type_name("FILE");
  command
      ->add_option("--type", arguments->type,
                   "the value, the value before the link function, or the region's id (plateau: the same)")
      ->type_name("response|link|region|plateau")
      ->capture_default_str();
  command->add_flag("--flag-outside", arguments->flags_outside,
                    "append 'outside': 1 where a row is outside the training range");
  add_reading_options(*command, arguments->reading);
  command->add_option("--threads", arguments->threads, "0: all cores")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command->add_flag("--quiet", arguments->is_quiet, "no notes and no progress on stderr");
  command->footer(predict_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments] { run_predict(*arguments); };
  });
}

}  // namespace gaptv::cli
