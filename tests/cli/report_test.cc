// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <filesystem>
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

// What the pages hold is tested in tests/report and, in a browser, in tests/browser.
class ReportCommand : public CliTest {
 protected:
  void fit_points(const std::string& options = "") const {
    must("simulate plateaus -n 200 --seed 1 -o points.csv");
    must("fit points.csv --x x1,x2 --y y --bins-max 12 --lambdas 10 -o model.json --quiet " + options);
  }
};

TEST_F(ReportCommand, WritesThePageOfAModelFileAndTheSameWithTheFit) {
  fit_points("--report fit.html");
  const Outcome run = must("report model.json -o report.html");
  EXPECT_TRUE(contains(run.err, "wrote report.html; open it in a browser"));
  const std::string page = read("report.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  // They differ in the command that repeats the fit, which a model file does not know.
  const std::string own = read("fit.html");
  EXPECT_TRUE(contains(own, "gaptv fit points.csv --x x1,x2 --y y --bins-max 12"));
  const std::string from_data = "<script type=\"application/json\"";
  EXPECT_EQ(page.substr(page.find(from_data)), own.substr(own.find(from_data)));
  EXPECT_EQ(must("report model.json -o - --threads 1").out, page);
}

TEST_F(ReportCommand, HasTheTitleAndTheUnitThatAreAskedFor) {
  fit_points("--report fit.html --title 'What <b>houses</b> cost' --unit '$'");
  must("report model.json -o report.html --title 'What <b>houses</b> cost' --unit '$'");
  for (const char* const file : {"fit.html", "report.html"}) {
    const std::string page = read(file);
    EXPECT_TRUE(contains(page, "<h1>What &lt;b&gt;houses&lt;/b&gt; cost</h1>")) << file;
    EXPECT_TRUE(contains(page, "<title>What &lt;b&gt;houses&lt;/b&gt; cost</title>")) << file;
    EXPECT_TRUE(contains(page, "y by x1 and x2")) << file;
    EXPECT_TRUE(contains(page, "value ($)")) << file;
  }
  // The model does not depend on how it is shown.
  const std::string model = read("model.json");
  fit_points();
  EXPECT_EQ(read("model.json"), model);
}

TEST_F(ReportCommand, RefusesDrawingOptionsWithoutAPage) {
  must("simulate plateaus -n 60 --seed 1 -o points.csv");
  const Outcome run = gaptv("fit points.csv --x x1,x2 --y y -o model.json --title Houses");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(contains(run.err, "--title, --unit, --percent and --outline go with --report REPORT.html only"))
      << run.err;
}

TEST_F(ReportCommand, ShowsAComparison) {
  fit_points();
  write("comparison.json", must("compare points.csv --x x1,x2 --y y --methods gaptv,cart --folds 3 --json").out);
  must("report model.json --comparison comparison.json -o report.html");
  EXPECT_TRUE(contains(read("report.html"), "Compared with other methods"));
  EXPECT_TRUE(contains(read("report.html"), "<th scope=\"row\">cart</th>"));
}

TEST_F(ReportCommand, RefusesWhatItCannotExplain) {
  fit_points();
  expect_refused_run("report absent.json -o report.html", {"gaptv: absent.json: cannot read it"});
  expect_refused_run("report points.csv -o report.html", {"points.csv"});
  write("other.json", must("compare points.csv --x x1 --y y --methods cart --folds 3 --json").out);
  expect_refused_run("report model.json --comparison other.json -o report.html", {"other.json: has other features"});
  EXPECT_FALSE(files().contains("report.html"));
}

TEST_F(ReportCommand, LeavesNothingBehindWhenTheFitFails) {
  write("bad.csv", "x,y\n1,2\n2,oops\n");
  expect_refused_run("fit bad.csv --x x --y y -o m.json --report r.html", {"oops"});
  EXPECT_EQ(files(), (std::set<std::string>{"bad.csv"}));
}

TEST_F(ReportCommand, KeepsTheFoldersOfTheUserToItself) {
  shell("mkdir private_folder && gaptv simulate plateaus -n 200 --seed 1 -o private_folder/points.csv");
  const std::string fit =
      "fit \"$PWD/private_folder/points.csv\" --x x1 --x=x2 --y y --bins-max=12 --lambdas 10 --quiet ";
  must(fit + "-oprivate_folder/model.json --report=private_folder/fit.html");
  must("report private_folder/model.json -o private_folder/report.html");
  for (const char* const file : {"model.json", "fit.html", "report.html"}) {
    EXPECT_FALSE(contains(read(std::filesystem::path("private_folder") / file), "private_folder")) << file;
  }
  EXPECT_TRUE(contains(read("private_folder/fit.html"),
                       "gaptv fit points.csv --x x1 --x x2 --y y --bins-max 12 --lambdas 10 --quiet "
                       "--output model.json --report fit.html"));
}

TEST_F(ReportCommand, IsNotWrittenWhenTheModelCouldNotBe) {
  write("latin.csv", "M\xfcll,y\n1,2\n2,3\n3,4\n4,5\n5,6\n");
  for (const char* const command : {"fit latin.csv -o m.json --report r.html", "compare latin.csv"}) {
    expect_refused_run(command + std::string(" --x '#1' --y y --encoding utf-8"),
                       {"latin.csv, header: the name of column #1", "is not UTF-8 text", "iconv"});
  }
  write("labels.csv", "x,y\n1,rot\n2,gr\xfcn\n3,rot\n");
  expect_refused_run("fit labels.csv --x x --y y --encoding utf-8 -o m.json --report r.html",
                     {"labels.csv, row 2", "is not UTF-8 text"});
}

}  // namespace
}  // namespace gaptv::testing
