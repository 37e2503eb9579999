// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

using Usage = CliTest;

const std::vector<std::string>& commands() {
  static const std::vector<std::string> names = {"fit",    "predict",  "evaluate",   "inspect",
                                                 "export", "simulate", "completion", "manual"};
  return names;
}

TEST_F(Usage, HelpOfEachCommandHasAnExample) {
  EXPECT_TRUE(contains(must("--help").out, "Example:"));
  for (const std::string& command : commands()) {
    const std::string help = must(command + " --help").out;
    EXPECT_TRUE(contains(help, "Example:\n  gaptv ")) << help;
    EXPECT_TRUE(contains(help, "Usage: gaptv " + command)) << help;
    EXPECT_EQ(must("help " + command).out, help);
  }
}

TEST_F(Usage, WithoutArgumentsItPrintsHelpAndFails) {
  const Outcome run = shell("gaptv");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(contains(run.err, "Usage: gaptv"));
}

TEST_F(Usage, VersionIsPrinted) {
  EXPECT_TRUE(must("--version").out.starts_with("gaptv "));
}

TEST_F(Usage, WrongUsageHasExitCode2AndAnExplanation) {
  fit_points();
  const std::string fit = "fit points.csv --x x1,x2 --y y ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"fti points.csv", "did you mean fit?"},
      {"report model.json", "--output is required"},
      {"report - --comparison - -o r.html", "cannot both come from standard input"},
      {"export model.json", "the format is not known"},
      {"export model.json --format bmp", "give svg, png, pdf or"},
      {"export model.json --format sql",
       "say for which one by --dialect duckdb|postgres|spark|sqlite|bigquery|snowflake"},
      {"export model.json --dialect oracle", "dialect 'oracle': give one of duckdb, postgres"},
      {"export model.json --dialect duckdb --what lookup",
       "--what lookup is about rows in a table; name it by --table"},
      {"export model.json --dialect duckdb --what expression --table t", "leave out --table, or take --what query"},
      {"export model.json --dialect duckdb --table a..b", "give table or schema.table"},
      {"export model.json --dialect duckdb --type odds", "type 'odds'"},
      {"export model.json --format geojson --crs 4326", "--crs '4326': give the code"},
      {"export model.json --format geojson --crs EPSG:25832", "not EPSG:25832; write a GeoPackage"},
      {"export model.json --format geojson --bounds 1,2,3", "give xmin,ymin,xmax,ymax"},
      {"export model.json --format geojson --bounds 3,2,1,4", "give xmin,ymin,xmax,ymax"},
      {"export model.json --format svg --crs EPSG:4326", "--crs and --bounds are for --what areas only"},
      {"export model.json --format svg --what areas", "the picture is --what map"},
      {"export model.json --format gpkg --what regions", "the polygons are --what areas"},
      {"export model.json --format gpkg --what path", "the polygons are --what areas"},
      {"export --format svg", "MODEL.json is required"},
      {"export model.json --format svg --what tree",
       "map, regions, areas, path, gap, comparison, expression, query or lookup"},
      {"export model.json --format svg --what comparison", "--comparison FILE"},
      {"export model.json --format svg --comparison c.json", "add --what comparison"},
      {"export - --format svg --what comparison --comparison -", "standard input"},
      {"export model.json --format svg --width 10", "20 to 600"},
      {"export model.json --format svg --width nan", "20 to 600"},
      {"export model.json --format svg --width wide", "wide"},
      {"export model.json --format svg -o model.json", "would replace the input"},
      {"denoise --nodes a.csv", "--edges is required"},
      {"fit points.csv --x x1", "--y is required"},
      {fit + "--lamda 3", "did you mean --lambda?"},
      {fit + "extra", "extra"},
      {fit + "--bins 0", "bins '0'"},
      {fit + "--bins 3,4,5", "one for each"},
      {fit + "--bins-min 9 --bins-max 4", "bins-min"},
      {fit + "--bins-max many", "bins-max 'many': give a number of bins, or auto"},
      {fit + "--edges far", "edges 'far': give rank or metric"},
      {fit + "--empty-cells none", "empty-cells 'none': give mean or middle"},
      {fit + "--method gapcrisp --edges metric", "--edges has no meaning for the method gapcrisp"},
      {fit + "--lambda -1", "lambda '-1'"},
      {fit + "--lambda-ratio 1", "lambda-ratio"},
      {fit + "--lambdas 0", "lambdas"},
      {fit + "--folds 1", "folds"},
      {fit + "--seed -1", "--seed '-1': give a whole number"},
      {fit + "--threads two", "--threads 'two': give a whole number"},
      {fit + "--missing ignore", "error or drop"},
      {fit + "--delimiter x", "delimiter"},
      {fit + "--loss cauchy", "auto, one-vs-rest, gaussian, binomial, poisson"},
      {fit + "--method forest", "'forest': give gaptv, gapcrisp"},
      {fit + "--report-rows", "--report-rows goes with --report"},
      {fit + "--report -", "--report - writes to standard output"},
      {fit + "--report points.csv", "would replace the input"},
      {fit + "--json -o -", "standard output"},
      {fit + "-o points.csv", "would replace the input"},
      {"fit points.csv --x x1,x2,x3,x4 --y y", "4 features"},
      {"fit points.csv --x x1,x1 --y y", "twice"},
      {"fit points.csv --x x1,y --y y", "both a feature"},
      {"fit points.csv --x x1,,x2 --y y", "empty"},
      {"predict model.json", "DATA.csv is required"},
      {"predict model.json points.csv --type probability", "give response, link or region"},
      {"predict - -", "standard input"},
      {"predict model.json points.csv -o model.json", "would replace the input"},
      {"evaluate - -", "standard input"},
      {"inspect model.json --map big", "values, bins or none"},
      {"simulate plateaus", "--rows"},
      {"simulate plateaus -n 0", "at least one row"},
      {"simulate plateau -n 5", "plateaus, plateaus-distinct, scenario1"},
      {"simulate -n 5", "KIND is missing"},
      {"simulate scenario1 -n 5 --distinct", "plateaus only"},
      {"simulate plateaus -n 5 -o a.csv --truth a.csv", "file of its own"},
      {"completion tcsh", "bash, zsh or fish"},
  };
  const std::set<std::string> before = files();
  for (const auto& [arguments, explanation] : cases) {
    const Outcome run = gaptv(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_TRUE(run.err.starts_with("gaptv: ") && contains(run.err, explanation)) << arguments << "\n" << run.err;
    EXPECT_TRUE(contains(run.err, "--help")) << arguments;
  }
  EXPECT_EQ(files(), before);
  EXPECT_TRUE(read("points.csv").starts_with("x1,x2,y\n"));
}

TEST_F(Usage, CompletionKnowsEveryCommandAndOption) {
  for (const std::string shell_name : {"bash", "zsh", "fish"}) {
    const std::string script = must("completion " + shell_name).out;
    for (const std::string& command : commands())
      EXPECT_TRUE(contains(script, command)) << shell_name << " " << command;
    EXPECT_TRUE(contains(script, "lambda-ratio")) << shell_name;
    EXPECT_TRUE(contains(script, "cv-1se")) << shell_name;
    write("script", script);
    if (shell("command -v " + shell_name).exit_code != 0) {
      std::fprintf(stderr, "[ skipped  ] %s is not installed: its completion was not parsed\n", shell_name.c_str());
      continue;
    }
    EXPECT_EQ(shell(shell_name + " -n script").exit_code, 0) << shell_name;
  }
}

TEST_F(Usage, BashCompletesCommandsOptionsAndValues) {
  if (shell("command -v bash").exit_code != 0) GTEST_SKIP() << "bash is not installed";
  must("completion bash > script");
  const auto complete = [this](const std::string& words, int position) {
    return shell("bash -c 'source ./script; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(position) +
                 "; _gaptv; echo ${COMPREPLY[*]}'")
        .out;
  };
  EXPECT_EQ(complete("gaptv pre", 1), "predict\n");
  EXPECT_EQ(complete("gaptv fit --lambda-", 2), "--lambda-ratio\n");
  EXPECT_EQ(complete("gaptv fit --missing d", 3), "drop\n");
  EXPECT_EQ(complete("gaptv fit po", 2), "\n");
}

TEST_F(Usage, ManualIsAPageThatManAccepts) {
  const std::string page = must("manual").out;
  for (const std::string& command : commands()) EXPECT_TRUE(contains(page, ".SS " + command + "\n")) << command;
  if (shell("command -v man").exit_code != 0) GTEST_SKIP() << "man is not installed";
  write("gaptv.1", page);
  const Outcome run = shell("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l gaptv.1");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(contains(run.out, "EXIT STATUS"));
}

}  // namespace
}  // namespace gaptv::testing
