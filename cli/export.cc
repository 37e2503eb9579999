// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>

#include "cli/area_arguments.h"
#include "cli/commands.h"
#include "cli/comparison_file.h"
#include "cli/drawing_arguments.h"
#include "cli/export_figure.h"
#include "cli/output.h"
#include "cli/scoring_arguments.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/areas/model_areas.h"
#include "gaptv/base/error.h"
#include "gaptv/output/region_csv.h"
#include "gaptv/sql/scoring.h"

namespace gaptv::cli {
namespace {

struct ExportArguments {
  std::string model;
  std::string what;
  std::string format;
  std::string comparison;
  std::string output;
  double width_mm = 84;
  DrawingArguments drawing = {};
  AreaArguments area_texts = {};
  AreaOptions areas = {};
  ScoringArguments scoring_texts = {};
  sql::ScoringOptions scoring = {};
};

constexpr const char* export_footer =
    R"(The ending of the name says the format: svg, png or pdf for figures, csv for the table of regions, geojson or gpkg
(GeoPackage) for the regions as areas, which QGIS and other programs for maps open, sql for statements that predict in
a database.

What to write (--what):
  map         the fitted values: a map of the regions for two features, steps for one, slices for three. Regions have
              the numbers of the table, where there is room; places without rows are hatched
  regions     the table of all regions as CSV
  areas       the regions of two features as polygons without gaps and overlaps, with id, value, rows and weight: as
              GeoJSON (longitude and latitude only), as GeoPackage (any coordinates, say which by --crs), or as CSV with a
              column wkt. Columns called lon, longitude, x or easting are x, lat, latitude, y or northing y
  path        the error on held-out rows against lambda, and the lambda that was chosen
  gap         the gap statistic against the number of bins, and where it is smallest
  comparison  error, regions and seconds of each method; --comparison names what gaptv compare --json wrote. It needs
              no model; with one, both must be about the same features and outcome
  expression  SQL that predicts as gaptv predict does, to be put into a statement: comparisons of columns with edges
  query       a SELECT of the rows of --table with their prediction and the number of their region, by such expressions
  lookup      a table of cells, and a SELECT that joins it to --table: for models too large for expressions

Example:
  gaptv export model.json -o map.png --title "House prices" --unit $
  gaptv export model.json -o regions.csv
  gaptv export model.json -o areas.geojson
  gaptv export model.json -o areas.gpkg --crs EPSG:25832 --bounds 280000,5235000,920000,6100000
  gaptv export model.json --what path --width 174 -o path.svg
  gaptv export model.json -o model.sql --dialect duckdb --table homes
  gaptv compare points.csv --x x1,x2 --y y --json > comparison.json
  gaptv export --what comparison --comparison comparison.json -o comparison.png)";

bool is_listed(const std::string& text, std::initializer_list<const char*> list) {
  return std::ranges::find(list, text) != list.end();
}

bool is_scoring(const std::string& what) {
  return is_listed(what, {"expression", "query", "lookup"});
}

bool is_drawn(const std::string& what) {
  return !is_listed(what, {"regions", "areas"}) && !is_scoring(what);
}

// Takes the format from the name of the file, where none is given.
std::string find_format(const ExportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format;
  if (arguments.output.empty() || arguments.output == "-") {
    if (arguments.what == "regions") return "csv";
    if (is_scoring(arguments.what) || !arguments.scoring_texts.dialect.empty()) return "sql";
    throw InvalidInput("the format is not known; give a file whose name ends in it, as in -o map.png, or --format");
  }
  return file_ending(arguments.output);
}

std::string usual_what(const ExportArguments& arguments) {
  const std::string& format = arguments.format;
  if (format == "csv") return "regions";
  if (format == "sql") return sql::settle_what({.table = arguments.scoring_texts.table});
  return is_listed(format, {"geojson", "gpkg"}) ? "areas" : "map";
}

void check_format(const ExportArguments& arguments) {
  const std::string& format = arguments.format;
  if (!is_listed(format, {"svg", "png", "pdf", "csv", "geojson", "gpkg", "sql"})) {
    throw InvalidInput("format '" + format +
                       "': give svg, png, pdf or, for the table of regions, csv, or, for areas, geojson or gpkg, or, "
                       "for databases, sql");
  }
  if (is_scoring(arguments.what) != (format == "sql")) {
    throw InvalidInput(format == "sql" ? "--what " + arguments.what + " is not written as sql; expression, query and " +
                                             "lookup are"
                                       : "--what " + arguments.what + " is written as sql, not as '" + format + "'");
  }
  if (format == "sql") return;
  if (arguments.what == "regions" && format != "csv") {
    throw InvalidInput("--what regions is a table: it is written as csv, not as '" + format +
                       "'; the polygons are --what areas");
  }
  if (arguments.what == "areas" && !is_listed(format, {"csv", "geojson", "gpkg"})) {
    throw InvalidInput("--what areas are polygons: they are written as geojson, gpkg or csv, not as '" + format +
                       "'; the picture is --what map");
  }
  if (is_listed(arguments.what, {"regions", "areas"})) return;
  if (format == "csv") {
    throw InvalidInput("--what " + arguments.what +
                       " is a figure: svg, png or pdf; the table of regions is --what regions");
  }
  if (is_listed(format, {"geojson", "gpkg"})) {
    throw InvalidInput("--what " + arguments.what + " is a figure: svg, png or pdf; the polygons are --what areas");
  }
}

void check_what(const ExportArguments& arguments) {
  const std::string& what = arguments.what;
  if (!is_listed(what, {"map", "regions", "areas", "path", "gap", "comparison"}) && !is_scoring(what)) {
    throw InvalidInput("what '" + what +
                       "': give map, regions, areas, path, gap, comparison, expression, query or lookup");
  }
  const bool is_comparison = what == "comparison";
  if (is_comparison && arguments.comparison.empty()) {
    throw InvalidInput("--what comparison draws what gaptv compare --json wrote; name the file by --comparison FILE");
  }
  if (!is_comparison && !arguments.comparison.empty()) {
    throw InvalidInput("--comparison has no meaning for --what " + what + "; add --what comparison");
  }
  if (!is_comparison && arguments.model.empty()) throw InvalidInput("MODEL.json is required");
  if (arguments.model == "-" && arguments.comparison == "-") {
    throw InvalidInput("the model and the comparison cannot both come from standard input");
  }
}

void check_drawing(const ExportArguments& arguments) {
  check_drawing_options(arguments.drawing);
  const DrawingOptions& drawing = arguments.drawing.options;
  const bool has_values = !drawing.unit.empty() || drawing.is_percent || !arguments.drawing.outline.empty();
  const bool is_figure = is_drawn(arguments.what);
  if ((has_values && arguments.what != "map") || (!is_figure && !drawing.title.empty())) {
    throw InvalidInput(
        "--title is for figures, --unit, --percent and --outline are for --what map only; leave them out");
  }
  constexpr double smallest_width_mm = 20;
  constexpr double largest_width_mm = 600;
  if (!(arguments.width_mm >= smallest_width_mm && arguments.width_mm <= largest_width_mm)) {
    throw InvalidInput("--width goes from 20 to 600 mm; one column of a paper is 84, two are 174");
  }
}

void check_areas(ExportArguments& arguments) {
  if (arguments.what != "areas" && arguments.area_texts.is_given()) {
    throw InvalidInput("--crs and --bounds are for --what areas only (geojson, gpkg); leave them out");
  }
  arguments.areas = area_options(arguments.area_texts);
  if (arguments.format == "geojson") check_geojson_crs(arguments.areas.epsg);
}

void check_scoring(ExportArguments& arguments) {
  if (is_scoring(arguments.what)) {
    arguments.scoring = scoring_options(arguments.scoring_texts, arguments.what);
  } else if (arguments.scoring_texts.is_given()) {
    throw InvalidInput("--dialect, --table, --type, --label and --lookup-table are for sql only; leave them out");
  }
}

void check_arguments(ExportArguments& arguments) {
  arguments.format = find_format(arguments);
  if (arguments.what.empty()) arguments.what = usual_what(arguments);
  check_what(arguments);
  check_format(arguments);
  check_drawing(arguments);
  check_areas(arguments);
  check_scoring(arguments);
  check_keeps_inputs(arguments.output, {arguments.model, arguments.comparison, arguments.drawing.outline});
  const bool is_to_stdout = arguments.output.empty() || arguments.output == "-";
  const bool is_text = is_listed(arguments.format, {"svg", "csv", "geojson", "sql"});
  if (is_to_stdout && !is_text && isatty(STDOUT_FILENO) == 1) {
    throw InvalidInput("a terminal cannot show " + arguments.format + "; give a file, as in -o " +
                       (arguments.what == "areas" ? "areas." : "figure.") + arguments.format);
  }
}

FigureChoice figure_choice(const ExportArguments& arguments) {
  const FigureFormat format = arguments.format == "svg"   ? FigureFormat::svg
                              : arguments.format == "png" ? FigureFormat::png
                                                          : FigureFormat::pdf;
  return {arguments.what, format, arguments.width_mm, arguments.drawing.options};
}

std::string write_areas(const Model& model, const ExportArguments& arguments) {
  const ModelAreas areas = make_area_layer(model, arguments.areas);
  std::string bytes = area_bytes(areas.layer, arguments.format);
  print_area_notes(areas.notes);
  print_area_notes(notes_of_format(areas.layer, arguments.format));
  return bytes;
}

std::string make_bytes(const ExportArguments& arguments, Invocation& invocation) {
  if (is_drawn(arguments.what)) require_figures();
  if (arguments.what == "comparison") {
    const ComparisonFile comparison = read_comparison(arguments.comparison);
    if (!arguments.model.empty()) {
      check_is_about(comparison, arguments.comparison, load_model(arguments.model), arguments.model);
    }
    invocation.data_file = arguments.comparison;
    return draw_comparison(comparison, figure_choice(arguments));
  }
  const Model model = load_model(arguments.model);
  invocation.data_file = arguments.model;
  if (arguments.what == "regions") return write_region_csv(model, arguments.drawing.options.min_rows);
  if (arguments.what == "areas") return write_areas(model, arguments);
  if (is_scoring(arguments.what)) return sql::scoring_sql(model, arguments.scoring);
  FigureChoice choice = figure_choice(arguments);
  choice.drawing = drawing_options(arguments.drawing, model);
  return draw_model(model, choice);
}

void run_export(const ExportArguments& arguments, Invocation& invocation) {
  const std::string bytes = make_bytes(arguments, invocation);
  invocation.data_file.clear();
  Output output(arguments.output);
  output.write(bytes);
  output.commit();
}

}  // namespace

void add_export(CLI::App& program, Invocation& invocation) {
  CLI::App* const command =
      program.add_subcommand("export", "Draw a figure of a model, or write its regions as a table, as areas or as SQL");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")->type_name("FILE");
  command
      ->add_option("-o,--output", arguments->output, "where to write it, in the format of its ending (default: stdout)")
      ->type_name("FILE");
  command->add_option("--format", arguments->format, "if the name does not say it; fonts are embedded in a PDF")
      ->type_name("svg|png|pdf|csv|geojson|gpkg|sql");
  command
      ->add_option("--what", arguments->what,
                   "see below (default: map; regions for csv, areas for geojson and gpkg; for sql query with a table, "
                   "else expression)")
      ->type_name("map|regions|areas|path|gap|comparison|expression|query|lookup");
  command->add_option("--width", arguments->width_mm, "of the figure; two columns of a paper: 174")
      ->type_name("MM")
      ->capture_default_str();
  add_drawing_options(*command, arguments->drawing);
  add_min_rows_option(*command, arguments->drawing.options.min_rows);
  add_area_options(*command, arguments->area_texts);
  add_scoring_options(*command, arguments->scoring_texts);
  command->add_option("--comparison", arguments->comparison, "what compare --json wrote; - for stdin")
      ->type_name("FILE");
  command->footer(export_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_export(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
