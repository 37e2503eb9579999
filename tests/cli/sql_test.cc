// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// gaptv sql, its statements run by hand.
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/sql/sqlite_database.h"

namespace gaptv::testing {
namespace {

class Statements : public CliTest {
 protected:
  Statements() {
    must("simulate plateaus -n 400 --seed 1 -o points.csv");
    std::istringstream file(read("points.csv"));
    std::string line;
    std::getline(file, line);
    std::vector<SqliteDatabase::Row> rows;
    while (std::getline(file, line)) {
      double x1 = 0;
      double x2 = 0;
      double y = 0;
      EXPECT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf", &x1, &x2, &y), 3) << line;
      rows.push_back({x1, x2, y});
    }
    database_.run("CREATE TABLE points (x1 REAL, x2 REAL, y REAL)");
    database_.insert("INSERT INTO points VALUES (?, ?, ?)", rows);
  }

  // Runs one statement after the other until the file is written; returns what the last call says.
  Outcome answer_all(const std::string& output, const std::string& options) {
    const std::string command = "sql --dialect sqlite --table points --x x1,x2 --y y -o " + output + " " + options;
    std::string answers;
    for (int asked = 0; asked < 30; ++asked) {
      Outcome run = must(command + (answers.empty() ? "" : " --answers " + answers));
      if (run.out.empty()) return run;
      const std::string file = "answer" + std::to_string(asked) + ".csv";
      write(file, to_csv(database_.answer(run.out)));
      (answers += answers.empty() ? "" : ",") += file;
    }
    ADD_FAILURE() << "there is no end of statements";
    return {};
  }

 private:
  static std::string to_csv(const sql::SqlAnswer& answer) {
    std::string text;
    for (std::size_t i = 0; i < answer.columns.size(); ++i) text += (i > 0 ? ",c" : "c") + std::to_string(i);
    text += '\n';
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      for (std::size_t i = 0; i < answer.columns.size(); ++i) {
        const sql::SqlColumn& column = answer.columns[i];
        if (i > 0) text += ',';
        if (!column.texts.empty()) {
          text += column.texts[row];
        } else {
          char number[40];
          std::snprintf(number, sizeof number, "%.17g", column.numbers[row]);
          text += number;
        }
      }
      text += '\n';
    }
    return text;
  }

  SqliteDatabase database_;
};

TEST_F(Statements, AnsweredOneByOneGiveTheModel) {
  answer_all("model.json", "--preset paper --bins-max 12");
  const auto of_rows = must("fit points.csv --x x1,x2 --y y --preset paper --bins-max 12 --json").json();
  const auto of_answers = must("inspect model.json --json").json();
  for (const char* name : {"rows", "bins", "regions", "cells"}) EXPECT_EQ(of_answers[name], of_rows[name]) << name;
}

TEST_F(Statements, AnsweredOneByOneGiveATableOfCellsForAFit) {
  for (const std::string options : {"--preset paper --bins-max 12", "--bins 6"}) {
    const Outcome last = answer_all("points.cells", options);
    EXPECT_TRUE(contains(last.err, "wrote points.cells: 400 rows in ")) << last.err;
    must("fit --cells points.cells " + options + " -o cells.json");
    answer_all("model.json", options);
    const auto of_cells = must("inspect cells.json --json").json();
    const auto of_answers = must("inspect model.json --json").json();
    for (const char* name : {"rows", "bins", "regions", "lambda", "held_out"}) {
      EXPECT_EQ(of_cells[name], of_answers[name]) << options << " " << name;
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
