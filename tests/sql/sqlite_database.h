// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <sqlite3.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gaptv/sql/sql_answer.h"

namespace gaptv::testing {

// A database in memory, closed when it is left.
class SqliteDatabase {
 public:
  // One row of an answer; NULL is nothing, texts and whole numbers are read as doubles.
  using Row = std::vector<std::optional<double>>;

  SqliteDatabase() { check(sqlite3_open(":memory:", &database_)); }
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;
  ~SqliteDatabase() { sqlite3_close(database_); }

  // Runs statements and returns the rows of the last one. Throws std::runtime_error with SQLite's message.
  std::vector<Row> run(const std::string& statements) {
    std::vector<Row> rows;
    const char* rest = statements.c_str();
    while (*rest != '\0') {
      sqlite3_stmt* statement = nullptr;
      check(sqlite3_prepare_v2(database_, rest, -1, &statement, &rest));
      if (statement == nullptr) continue;  // white space or a comment
      rows.clear();
      int state = sqlite3_step(statement);
      for (; state == SQLITE_ROW; state = sqlite3_step(statement)) rows.push_back(read_row(statement));
      sqlite3_finalize(statement);
      if (state != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(database_));
    }
    return rows;
  }

  // Runs one statement whose answer a fit reads (gaptv/sql/sql_answer.h).
  sql::SqlAnswer answer(const std::string& text) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database_, text.c_str(), -1, &statement, nullptr));
    sql::SqlAnswer answer;
    answer.columns.resize(static_cast<std::size_t>(sqlite3_column_count(statement)));
    int state = sqlite3_step(statement);
    for (; state == SQLITE_ROW; state = sqlite3_step(statement)) {
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        sql::SqlColumn& column = answer.columns[static_cast<std::size_t>(i)];
        const int type = sqlite3_column_type(statement, i);
        if (type == SQLITE_TEXT) {
          column.texts.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(statement, i)));
        } else {
          column.numbers.push_back(type == SQLITE_NULL ? std::nan("") : sqlite3_column_double(statement, i));
        }
      }
    }
    sqlite3_finalize(statement);
    if (state != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(database_));
    return answer;
  }

  // Inserts rows of parameters: "INSERT INTO t VALUES (?, ?)". Nothing becomes NULL.
  void insert(const std::string& statement_text, std::span<const Row> rows) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database_, statement_text.c_str(), -1, &statement, nullptr));
    for (const Row& row : rows) {
      for (int i = 0; i < static_cast<int>(row.size()); ++i) {
        const std::optional<double>& value = row[static_cast<std::size_t>(i)];
        value ? sqlite3_bind_double(statement, i + 1, *value) : sqlite3_bind_null(statement, i + 1);
      }
      const int state = sqlite3_step(statement);
      sqlite3_reset(statement);
      if (state != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(database_));
    }
    sqlite3_finalize(statement);
  }

 private:
  void check(int state) const {
    if (state != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(database_));
  }

  static Row read_row(sqlite3_stmt* statement) {
    Row row;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      if (sqlite3_column_type(statement, i) == SQLITE_NULL) {
        row.emplace_back();
      } else {
        row.emplace_back(sqlite3_column_double(statement, i));
      }
    }
    return row;
  }

  sqlite3* database_ = nullptr;
};

}  // namespace gaptv::testing
