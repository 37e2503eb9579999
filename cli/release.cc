// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/release.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/area_arguments.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/id_arguments.h"
#include "cli/output.h"
#include "cli/reading_arguments.h"
#include "cli/record_json.h"
#include "cli/rule_arguments.h"
#include "cli/terminal_progress.h"
#include "cli/wrapped_text.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/gaptv.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

struct ReleaseArguments {
  std::string model;
  std::string data;
  RuleArguments rules;
  std::string id;
  std::string y;
  std::string weight;
  std::string exposure;
  ReadingArguments reading;
  AreaArguments area_texts;
  std::string output;
  bool is_json = false;
  bool is_quiet = false;
  ReleaseOptions options = {};
  std::string format = {};
};

std::string release_footer() {
  return "Regions that break a rule are joined with the neighbour that costs least in error, until every rule holds;\n"
         "none is left blank. Values are the means of the rows with at most four digits, or so few that they do not\n"
         "tell the count behind a rounded one; counts are those of rows or of distinct texts of --id; borders lie at\n"
         "simple numbers that are nobody's coordinate. Nothing else of the model or of the rows is in the file. The\n"
         "rules are for the rows that are given: give all of them.\n"
         "\n"
         "As json it is a model file that predicts the value of the area of each place (gaptv predict) and holds "
         "nothing\n"
         "else: no counts, no statistics of cells.\n"
         "\n"
         "Rules (--rule), which other options make stricter or looser:\n" +
         list_of_rules() +
         "\n"
         "Example:\n"
         "  gaptv release model.json people.csv --rule ons-10-5 --id person -o areas.gpkg --crs EPSG:25832";
}

std::string to_text(const ReleaseArguments& arguments, const Release& release) {
  const auto number = [](std::size_t count) { return static_cast<double>(count); };
  const std::size_t areas = release.layer.size();
  std::string text = plural(number(areas), "area") + " from " + plural(number(areas + release.joined), "region") +
                     " of " + plural(number(release.rows), "row") + "; every rule holds (" +
                     rule_text(arguments.rules) + ")\n";
  const auto add = [&](const std::string& paragraph) { text += wrapped_text(paragraph, 2); };
  add("The smallest area has " + count_text(number(release.smallest_count)) +
      (arguments.id.empty() ? " rows." : " different '" + arguments.id + "'."));
  add(std::string(release.measure->sentence) + ": " + short_number(release.error_before) + " before, " +
      short_number(release.error_after) +
      " after, of rows that the others of their region predict. The regions were drawn with all rows, so that both are "
      "smaller than the errors on new rows.");
  add("Not protected: what is compared with other maps or totals of the same people, or with what somebody knows of "
      "them; what all people of an area have in common.");
  if (release.tells_events) {
    add("The number of events (outcomes that are yes) of an area follows from its value and count, and may be small.");
  }
  if (release.of_one_outcome > 0) {
    add("Warning: in " + plural(number(release.of_one_outcome), "area") +
        " all rows have the same outcome, so that the value tells it of everybody there.");
  }
  return text;
}

nlohmann::ordered_json to_json(const ReleaseArguments& arguments, const Release& release) {
  return {{"rows", release.rows},
          {"regions", release.layer.size()},
          {"smallest_count", release.smallest_count},
          {"joined", release.joined},
          {"held_out_before", release.error_before},
          {"held_out_after", release.error_after},
          {"held_out", {{"name", release.measure->key}, {"kind", "leave-one-out, regions given"}}},
          {"areas_of_one_outcome", release.of_one_outcome},
          {"rule", rule_text(arguments.rules)}};
}

Dataset read_rows(const ReleaseArguments& arguments, const Model& model, CsvOptions& columns) {
  columns.features = feature_names(model);
  columns.outcome = arguments.y.empty() ? model.record.outcome : arguments.y;
  columns.weight = arguments.weight.empty() ? model.record.weight : arguments.weight;
  columns.exposure = arguments.exposure.empty() ? model.record.exposure : arguments.exposure;
  columns.classes = model.record.classes;
  if (!columns.classes.empty()) columns.outcome_kind = OutcomeKind::label;
  set_reading_options(arguments.reading, columns);
  return read_csv(arguments.data, columns);
}

// The rules hold for the rows that are given, which should be all that the areas are about.
std::vector<std::string> notes_of_rows(const Model& model, std::size_t rows) {
  if (rows == model.record.rows) return {};
  return {"the model was fitted with " + plural(static_cast<double>(model.record.rows), "row") + ", and " +
          count_text(static_cast<double>(rows)) + " are given: the areas are about these, and rules hold for these"};
}

void run_release(const ReleaseArguments& arguments, Invocation& invocation) {
  const Model model = load_model(arguments.model);
  invocation.data_file = arguments.model == "-" ? "standard input" : arguments.model;
  check_can_be_released(model);
  invocation.data_file.clear();
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns;
  columns.progress = &progress;
  const Dataset data = read_rows(arguments, model, columns);
  const std::vector<std::uint32_t> ids = read_ids(arguments.data, arguments.id, data.rows(), columns);
  invocation.data_file = arguments.data == "-" ? "standard input" : arguments.data;
  const Release release = make_release(model, data.view(), ids, arguments.options);
  const std::string bytes =
      arguments.format == "json" ? model_to_json(release.model) : area_bytes(release.layer, arguments.format);
  invocation.data_file.clear();
  progress.finish();
  Output output(arguments.output);
  output.write(bytes);
  output.commit();
  if (!arguments.is_quiet) {
    print_reading_notes(data.notes);
    print_area_notes(notes_of_rows(model, data.rows()));
    print_area_notes(release.notes);
    print_area_notes(notes_of_format(release.layer, arguments.format));
  }
  if (arguments.is_json) {
    write_to_stdout(cli::to_text(to_json(arguments, release)));
  } else if (!arguments.is_quiet) {
    std::fputs(to_text(arguments, release).c_str(), stderr);
  }
}

void check_arguments(ReleaseArguments& arguments) {
  CsvOptions checked;
  set_reading_options(arguments.reading, checked);
  arguments.options.rules = make_rules(arguments.rules);
  if (arguments.output.empty()) throw InvalidInput("give the file to write, as in -o areas.gpkg");
  arguments.format = file_ending(arguments.output);
  if (arguments.format != "gpkg" && arguments.format != "geojson" && arguments.format != "csv" &&
      arguments.format != "json") {
    throw InvalidInput(
        "'" + arguments.output +
        "': areas are written as gpkg, geojson or csv, and as a model that predicts them as json; give a "
        "name that ends so");
  }
  arguments.options.area = area_options(arguments.area_texts);
  if (arguments.format == "geojson") check_geojson_crs(arguments.options.area.epsg);
  if (arguments.model == "-" && arguments.data == "-") {
    throw InvalidInput("model and data cannot both come from standard input; give one of them as a file");
  }
  check_id_can_be_read(arguments.id, arguments.data);
  check_keeps_inputs(arguments.output, {arguments.model, arguments.data});
}

}  // namespace

void add_release(CLI::App& program, Invocation& invocation) {
  CLI::App* const command =
      program.add_subcommand("release", "Write areas for the public in which no few people can be told apart");
  const auto arguments = std::make_shared<ReleaseArguments>();
  command->add_option("MODEL.json", arguments->model, "a model of two features that fit wrote; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("DATA.csv", arguments->data, "all rows that the areas are about; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  add_rule_options(*command, arguments->rules);
  add_id_option(*command, arguments->id);
  command->add_option("--y", arguments->y, "the outcome column (default: the model's)")->type_name("COL");
  command->add_option("--weight", arguments->weight, "the column of weights (default: the model's)")->type_name("COL");
  command->add_option("--exposure", arguments->exposure, "the exposure column (default: the model's)")
      ->type_name("COL");
  add_reading_options(*command, arguments->reading);
  add_area_options(*command, arguments->area_texts);
  command->add_option("-o,--output", arguments->output, "where to write it, in the format of its ending")
      ->type_name("FILE.gpkg|geojson|csv|json");
  command->add_flag("--json", arguments->is_json, "print what was done as JSON on stdout");
  command->add_flag("--quiet", arguments->is_quiet, "no notes and no progress on stderr");
  command->footer(release_footer());
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_release(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
