// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/audit.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
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
#include "gaptv/areas/area_file.h"
#include "gaptv/base/error.h"
#include "gaptv/gaptv.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

struct AuditArguments {
  std::string areas;
  std::string data;
  RuleArguments rules;
  std::string id;
  std::string x;
  std::string y;
  std::string weight;
  std::string exposure;
  std::vector<std::string> against;
  ReadingArguments reading;
  bool is_json = false;
  bool is_quiet = false;
};

std::string audit_footer() {
  return "Counts again who is in each area and measures every rule on it, then looks at what else a published file "
         "may\n"
         "give away: counts that are not rounded, values that are one person's, borders at somebody's coordinate, "
         "areas\n"
         "of one address, and small groups that follow by subtraction from the total or from other files (--against).\n"
         "The exit code is 1 if a rule is broken. A rule that is met is verified for these rows and these files only.\n"
         "\n"
         "Rules (--rule), of which other options replace single numbers:\n" +
         list_of_rules() +
         "\n"
         "Example:\n"
         "  gaptv audit areas.gpkg people.csv --x lon,lat --y income --id person --rule ons-10-5 --against 2025.gpkg";
}

// The columns of the map: those that are given, x first, or those whose names say so.
std::vector<std::string> find_map_columns(const AuditArguments& arguments, std::vector<std::string>& notes) {
  if (!arguments.x.empty()) {
    std::vector<std::string> names = split_names(arguments.x);
    if (names.size() != 2) throw InvalidInput("--x needs the two columns of the map, as in --x lon,lat");
    if (is_called_y(names[0]) && is_called_x(names[1])) {
      std::swap(names[0], names[1]);
      notes.push_back(names[0] + " is x and " + names[1] + " is y, as their names say");
    }
    return names;
  }
  std::string x;
  std::string y;
  bool is_clear = arguments.data != "-";
  for (const std::string& name : is_clear ? read_csv_header(arguments.data) : std::vector<std::string>()) {
    // What is said to be something else is no coordinate, also if it is called y.
    if (name == arguments.y || name == arguments.weight || name == arguments.exposure || name == arguments.id) continue;
    std::string* const found = is_called_x(name) ? &x : is_called_y(name) ? &y : nullptr;
    if (found == nullptr) continue;
    is_clear = is_clear && found->empty();
    *found = name;
  }
  if (!is_clear || x.empty() || y.empty()) {
    throw InvalidInput(arguments.data + ": no name says which columns are the map's; say it by --x, as in --x lon,lat");
  }
  notes.push_back("'" + x + "' is taken for x and '" + y + "' for y; --x says otherwise");
  return {x, y};
}

// What a rule is about, for people.
std::string title_of(const std::string& rule) {
  const std::vector<std::pair<std::string, std::string>> titles = {
      {"rows", "rows are in the areas"},
      {"overlap", "areas do not overlap"},
      {"min_count", "smallest number of people"},
      {"one_place", "no area of one place"},
      {"max_share", "share of the two largest, %"},
      {"p_percent", "distance to the largest, %"},
      {"rounding", "counts are rounded"},
      {"count", "counts are those of the rows"},
      {"value", "values are means of the rows"},
      {"digits", "digits of values"},
      {"exact_count", "values do not tell counts"},
      {"other_column", "other columns"},
      {"other_content", "nothing else is in the file"},
      {"value_of_one_row", "no value is one person's"},
      {"unstable", "rates of few events are marked"},
      {"border", "no border at few people's place"},
      {"complement", "total minus areas"},
      {"difference", "areas minus other areas"},
  };
  for (const auto& [key, title] : titles) {
    if (key == rule) return title;
  }
  return rule;
}

std::string audit_text(const AuditArguments& arguments, const AreaLayer& layer, const Audit& audit) {
  constexpr std::size_t most_shown = 10;
  std::string text = arguments.areas + ": " + plural(static_cast<double>(layer.size()), "area") + ", audited with " +
                     plural(static_cast<double>(audit.rows), "row") + " of " + arguments.data + "\n";
  std::string rule;
  std::size_t shown = 0;
  std::size_t broken_rules = 0;
  std::size_t rules = 0;
  std::size_t hidden = 0;
  const auto close = [&] {
    if (hidden > 0) text += "          and " + plural(static_cast<double>(hidden), "other") + "\n";
    hidden = 0;
  };
  for (const AuditFinding& finding : audit.findings) {
    if (finding.rule != rule) {
      close();
      rule = finding.rule;
      shown = 0;
      ++rules;
      broken_rules += finding.passed ? 0U : 1U;
      text += (finding.passed ? "  met     " : "  BROKEN  ") + title_of(rule) + "\n";
    }
    if (++shown > most_shown) {
      ++hidden;
      continue;
    }
    if (finding.passed && !finding.region.empty()) {
      text += "          measured " + short_number(finding.measured) + ", limit " + short_number(finding.limit) +
              " (area " + finding.region + ")\n";
    } else if (!finding.passed) {
      text += "          " + (finding.region.empty() ? "" : "area " + finding.region + " ") + finding.text + "\n";
    } else {
      text += "          " + finding.text + "\n";
    }
  }
  close();
  const std::string of_rules = rule_text(arguments.rules);
  return text + (broken_rules == 0 ? "Every rule is met and verified for these rows (" + of_rules + ").\n"
                                   : plural(static_cast<double>(broken_rules), "rule") + " of " +
                                         std::to_string(rules) + (broken_rules == 1 ? " is" : " are") + " broken (" +
                                         of_rules + "); do not publish the file.\n");
}

nlohmann::ordered_json audit_json(const AuditArguments& arguments, const AreaLayer& layer, const Audit& audit) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const AuditFinding& finding : audit.findings) {
    findings.push_back({{"rule", finding.rule},
                        {"region", finding.region},
                        {"measured", finding.measured},
                        {"limit", finding.limit},
                        {"passed", finding.passed},
                        {"text", finding.text}});
  }
  return {{"areas", layer.size()},
          {"rows", audit.rows},
          {"rows_outside", audit.rows_outside},
          {"rule", rule_text(arguments.rules)},
          {"findings", std::move(findings)},
          {"notes", audit.notes},
          {"passed", audit.passed()}};
}

void run_audit(const AuditArguments& arguments, Invocation& invocation) {
  const AreaLayer layer = read_areas(arguments.areas);
  std::vector<OtherAreas> others;
  for (const std::string& file : arguments.against) {
    others.push_back({file, read_areas(file)});
    check_coordinates(layer, others.back());
  }
  std::vector<std::string> notes;
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns;
  columns.features = find_map_columns(arguments, notes);
  columns.outcome = arguments.y;
  columns.weight = arguments.weight;
  columns.exposure = arguments.exposure;
  columns.outcome_kind = OutcomeKind::automatic;
  set_reading_options(arguments.reading, columns);
  columns.progress = &progress;
  const Dataset data = read_csv(arguments.data, columns);
  const std::vector<std::uint32_t> ids = read_ids(arguments.data, arguments.id, data.rows(), columns);
  if (data.classes.size() > 2) {
    throw InvalidInput(arguments.data + ": column '" + arguments.y + "' has " + std::to_string(data.classes.size()) +
                       " classes, of which areas have no mean; leave out --y");
  }
  invocation.data_file = arguments.data == "-" ? "standard input" : arguments.data;
  const Audit audit = audit_areas(layer, data.view(), ids, make_rules(arguments.rules), others);
  invocation.data_file.clear();
  progress.finish();
  if (!arguments.is_quiet) {
    print_reading_notes(data.notes);
    print_area_notes(notes);
    print_area_notes(audit.notes);
  }
  write_to_stdout(arguments.is_json ? to_text(audit_json(arguments, layer, audit))
                                    : audit_text(arguments, layer, audit));
  if (!audit.passed()) invocation.exit_code = 1;
}

void check_arguments(const AuditArguments& arguments) {
  CsvOptions checked;
  set_reading_options(arguments.reading, checked);
  make_rules(arguments.rules);
  if (arguments.areas == "-") {
    throw InvalidInput("areas are read from a file, not from standard input, which is for rows; give its name");
  }
  check_id_can_be_read(arguments.id, arguments.data);
}

}  // namespace

void add_audit(CLI::App& program, Invocation& invocation) {
  CLI::App* const command =
      program.add_subcommand("audit", "Measure rules of disclosure control on published areas, with the rows");
  const auto arguments = std::make_shared<AuditArguments>();
  command->add_option("AREAS", arguments->areas, "the published file: GeoPackage, GeoJSON or CSV with a column wkt")
      ->required()
      ->type_name("FILE");
  command->add_option("DATA.csv", arguments->data, "all rows that the areas are about; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  add_rule_options(*command, arguments->rules);
  add_id_option(*command, arguments->id);
  command->add_option("--x", arguments->x, "the columns of the map, x first (default: found by their names)")
      ->type_name("COL,COL");
  command
      ->add_option("--y", arguments->y,
                   "the outcome column (default: none, and values and contributions are not looked at)")
      ->type_name("COL");
  command->add_option("--weight", arguments->weight, "the column of weights")->type_name("COL");
  command->add_option("--exposure", arguments->exposure, "the exposure column")->type_name("COL");
  command
      ->add_option("--against", arguments->against,
                   "another file of areas that people may compare with: an earlier release, districts; may be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_reading_options(*command, arguments->reading);
  command->add_flag("--json", arguments->is_json, "print the findings as JSON");
  command->add_flag("--quiet", arguments->is_quiet, "no notes and no progress on stderr");
  command->footer(audit_footer());
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_audit(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
