// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <string>

#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class OfficeFiles : public CliTest {
 protected:
  // Fits the same 40 rows as fit() of plain.csv, and expects the same regions and a note with each of the parts.
  void expect_like_plain(const std::string& content, const std::vector<std::string>& parts,
                         const std::string& options = "") {
    write("office.csv", content);
    const Outcome run = must("fit office.csv --x x --y y -o office.json " + options);
    for (const std::string& part : parts) EXPECT_TRUE(contains(run.err, part)) << part << " in: " << run.err;
    const nlohmann::json office = must("inspect office.json --json").json();
    const nlohmann::json plain = must("inspect plain.json --json").json();
    EXPECT_EQ(office["plateau_list"], plain["plateau_list"]);
    EXPECT_EQ(office["loss"], "gaussian");
  }
  void fit_plain() {
    write("plain.csv", rows("x,y\n", ",", "."));
    must("fit plain.csv --x x --y y -o plain.json");
  }
  static std::string rows(const std::string& header, const std::string& delimiter, const std::string& decimal,
                          const std::string& sign = "") {
    std::string text = header;
    for (int i = 0; i < 40; ++i) {
      text += std::to_string(i) + delimiter + std::to_string((i < 20 ? 3 : 1207) + i % 3) + decimal + "5" + sign + "\n";
    }
    return text;
  }
};

TEST_F(OfficeFiles, AreReadLikePlainOnesAndSayWhatWasAssumed) {
  fit_plain();
  expect_like_plain(rows("x;y\n", ";", ","), {"note: column 'y': '3,5' is read as 3.5", "decimal comma"});
  expect_like_plain(rows("x;y\n", ";", ",", " \u20ac"), {"'3,5 \u20ac' is read as 3.5", "left out"});
  expect_like_plain(rows("sep=;\nx;y\n", ";", ",", "%"), {"'3,5%' is read as 3.5", "percent"});
  expect_like_plain(rows("Sales, 2024\n\nx;y\n", ";", "."), {"note: the header is in line 3", "'Sales, 2024'"});
  expect_like_plain(rows("x;y\n", ";", ".") + "Total;24180.0\n", {"note: the last row (line 42, 'Total')", "left out"});
  expect_like_plain(rows("x,y\n", ",", ".") + "-,7\n8,n.a.\n", {"note: 2 of 42 rows", "'-' (1), 'n.a.' (1)"},
                    "--missing drop");
  expect_like_plain(rows("x,y\n", ",", ".") + "-99,7\n8,unknown\n", {"note: 2 of 42 rows"},
                    "--missing drop --na=-99,unknown");
}

TEST_F(OfficeFiles, NotesStayWithTheModel) {
  write("office.csv", rows("x;y\n", ";", ","));
  must("fit office.csv --x x --y y -o office.json --quiet");
  EXPECT_TRUE(contains(must("inspect office.json").out, "column 'y': '3,5' is read as 3.5"));
}

TEST_F(OfficeFiles, ThatCouldBeMeantInTwoWaysAreRefusedWithBoth) {
  write("office.csv", "x;y\n1;1,234\n2;2,345\n");
  expect_refused_run("fit office.csv --x x --y y -o model.json",
                     {"office.csv, row 1 (line 2), column 'y': '1,234' can mean 1234", "--decimal .", "--decimal ,"});
}

TEST_F(OfficeFiles, ArePredictedAndEvaluatedToo) {
  fit_plain();
  write("office.csv",
        "sep=;\nx;y;Stra\xdf"
        "e\n1;3,5;A\n30,5;1207,5;B\n");
  const Outcome predicted = must("predict plain.json office.csv");
  EXPECT_TRUE(contains(predicted.err, "note: column 'x': '30,5' is read as 30.5")) << predicted.err;
  EXPECT_TRUE(contains(predicted.err, "Windows-1252")) << predicted.err;
  EXPECT_TRUE(predicted.out.starts_with("x;y;Stra\u00dfe;prediction\n1;3,5;A;")) << predicted.out;
  const Outcome evaluated = must("evaluate plain.json office.csv --json");
  EXPECT_TRUE(contains(evaluated.err, "'3,5' is read as 3.5")) << evaluated.err;
  EXPECT_EQ(evaluated.json()["rows"], 2);
  EXPECT_EQ(must("evaluate plain.json office.csv --json --quiet").err, "");
  must("summarize office.csv --x x --y y --bins 2 --lambda 1 -o office.cells");
  must("evaluate plain.json office.csv --decimal , --encoding latin-1");
}

TEST_F(OfficeFiles, WrongWaysToReadAreWrongUsage) {
  for (const std::string option : {"--decimal x", "--encoding ascii", "--na a,,b", "--decimal , --delimiter ,"}) {
    EXPECT_EQ(gaptv("fit a.csv --x x --y y " + option).exit_code, 2) << option;
    EXPECT_EQ(gaptv("predict a.json a.csv " + option).exit_code, 2) << option;
    EXPECT_EQ(gaptv("evaluate a.json a.csv " + option).exit_code, 2) << option;
  }
}

TEST_F(OfficeFiles, LabelsThatDifferInCaseAreJoined) {
  std::string text = "x,y\n";
  for (int i = 0; i < 60; ++i) text += std::to_string(i) + (i < 30 ? ",no\n" : i % 5 == 0 ? ",YES\n" : ",yes\n");
  write("office.csv", text);
  const Outcome run = must("fit office.csv --x x --y y -o model.json");
  EXPECT_TRUE(contains(run.err, "taken for one, 'yes': 'YES' (6 rows), 'yes' (24 rows)")) << run.err;
  EXPECT_TRUE(contains(run.err, "the labels of 'y' are 'no' (30 rows), 'yes' (30 rows)")) << run.err;
  EXPECT_EQ(must("inspect model.json --json").json()["loss"], "binomial");
}

TEST_F(OfficeFiles, CountsAndStrayCoordinatesAreNoted) {
  std::string text = "lon,lat,crimes\n";
  for (int i = 0; i < 100; ++i) {
    const bool is_stray = i % 50 == 0;
    text += (is_stray ? "0,0" : "-87." + std::to_string(10 + i % 10) + ",41." + std::to_string(10 + i / 10)) + "," +
            std::to_string(i * 7 % 5) + "\n";
  }
  write("points.csv", text);
  for (const std::string method : {"gaptv", "cart"}) {
    const Outcome run = must("fit points.csv --x lon,lat --y crimes -o model.json --method " + method);
    EXPECT_TRUE(contains(run.err, "warning: 2 rows have 'lon' and 'lat' 0")) << run.err;
    EXPECT_TRUE(contains(run.err, "if it counts something, --loss poisson")) << run.err;
    EXPECT_FALSE(contains(run.err, "far outside")) << run.err;
  }
}

}  // namespace
}  // namespace gaptv::testing
