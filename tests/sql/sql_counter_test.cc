// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/sql_counter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/sql/fit_table.h"
#include "tests/scan/rows_to_count.h"
#include "tests/scan/same_model.h"
#include "tests/sql/sqlite_database.h"

namespace gaptv::testing {
namespace {

const sql::Dialect& sqlite() {
  return sql::dialect_named("sqlite");
}

// Puts rows into a table of a database.
sql::TableColumns fill(SqliteDatabase& database, const Dataset& data, const std::string& table = "rows of mine") {
  sql::TableColumns columns{table, data.feature_names, data.outcome_name, data.weight_name, data.exposure_name};
  std::vector<const std::vector<double>*> all;
  std::string names;
  std::string places;
  for (const sql::UsedColumn& column : sql::used_columns(columns)) {
    (names += names.empty() ? "" : ", ") += sql::quote_identifier(sqlite(), column.name);
    places += places.empty() ? "?" : ", ?";
  }
  for (const std::vector<double>& feature : data.features) all.push_back(&feature);
  for (const auto* column : {&data.outcome, &data.weight, &data.exposure}) {
    if (!column->empty()) all.push_back(column);
  }
  const std::string quoted = sql::quote_identifier(sqlite(), table);
  database.run("CREATE TABLE " + quoted + " (" + names + ")");
  std::vector<SqliteDatabase::Row> rows(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (const auto* column : all) {
      const double value = (*column)[row];
      rows[row].push_back(std::isnan(value) ? std::nullopt : std::optional(value));
    }
  }
  database.run("BEGIN");
  database.insert("INSERT INTO " + quoted + " VALUES (" + places + ")", rows);
  database.run("COMMIT");
  return columns;
}

Model fit_in_database(SqliteDatabase& database, const sql::TableColumns& table, const FitOptions& options) {
  return sql::fit_table(sqlite(), table, options,
                        [&database](const std::string& statement) { return database.answer(statement); });
}

Model fit_in_database(const Dataset& data, const FitOptions& options) {
  SqliteDatabase database;
  return fit_in_database(database, fill(database, data), options);
}

// Rows cannot be hashed in a database.
void expect_same_but_for_the_hash(Model counted, const Model& fitted, const std::string& what) {
  for (std::size_t i = 0; i < counted.surfaces.size(); ++i) {
    EXPECT_EQ(counted.surfaces[i].record.input_hash.size(), fitted.surfaces[i].record.input_hash.size());
    counted.surfaces[i].record.input_hash = fitted.surfaces[i].record.input_hash;
  }
  expect_same_model(counted, fitted, what);
}

void expect_same(const Dataset& data, const FitOptions& options, const std::string& what) {
  expect_same_but_for_the_hash(fit_in_database(data, options), fit(data, options), what);
}

void expect_same(const RowsToCount& rows) {
  expect_same(rows.data, rows.options, rows.name);
}

std::string refusal_of(SqliteDatabase& database, const sql::TableColumns& table, const FitOptions& options = {}) {
  try {
    static_cast<void>(fit_in_database(database, table, options));
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was refused";
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

class TablesOf : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Losses, TablesOf, ::testing::Values("gaussian", "binomial", "poisson", "gamma"));

TEST_P(TablesOf, GiveTheModelOfTheRowsInMemory) {
  for (const RowsToCount& rows : rows_of_one_loss(GetParam())) expect_same(rows);
}

TEST(Tables, GiveTheModelOfWeightedRows) {
  for (const RowsToCount& rows : weighted_rows()) expect_same(rows);
}

TEST(Tables, GiveTheModelOfCountsWithExposures) {
  for (const RowsToCount& rows : counts_with_exposures()) expect_same(rows);
}

TEST(Tables, DealCopiesToFoldsAsInMemory) {
  for (const RowsToCount& rows : rows_with_copies()) expect_same(rows);
}

TEST(Tables, TakeValuesOfAnySize) {
  for (const double unit : {1e-300, 1e-5, 1e15, 1e300}) {
    Dataset data = rows_for_loss("gaussian", 2, 400);
    for (double& value : data.features[0]) value = (value - 0.4) * unit;
    data.features[1][3] = 1e-310;
    expect_same(data, options_of({{"preset", "paper"}, {"bins_max", "9"}}), std::to_string(unit));
  }
}

// Most values lie so near each other that the first stretches do not tell them apart.
TEST(Tables, DivideCrowdedStretchesAgain) {
  Dataset data = rows_for_loss("gaussian", 2, 5000);
  for (double& value : data.features[0]) value = std::exp(40 * value);
  data.features[1][0] = 1e9;
  expect_same(data, options_of({{"preset", "best"}, {"bins_max", "12"}}), "crowded");
}

TEST(Tables, LeaveOutRowsWithMissingValuesOrNameTheColumn) {
  Dataset data = rows_for_loss("gaussian", 2, 500);
  data.features[1][205] = std::nan("");
  data.outcome[301] = std::numeric_limits<double>::infinity();
  SqliteDatabase database;
  sql::TableColumns table = fill(database, data);
  const FitOptions options = options_of({{"preset", "best"}, {"bins_max", "9"}});
  expect_contains(refusal_of(database, table), "feature 'x2': 1 row holds no value (NULL) (of 500)");
  table.missing = MissingRule::drop;
  const Model model = fit_in_database(database, table, options);
  for (std::vector<double>* column : {&data.features[0], &data.features[1], &data.outcome}) {
    column->erase(column->begin() + 301);
    column->erase(column->begin() + 205);
  }
  data.dropped_rows = 2;
  expect_same_but_for_the_hash(model, fit(data, options), "drop");
  table.missing = MissingRule::error;
  table.where = "x2 IS NOT NULL -- a comment";
  expect_contains(refusal_of(database, table), "outcome 'y': 1 row holds NaN or an infinite number (of 499)");
  table.where = "x2 IS NOT NULL AND y < 1e300";
  expect_same_but_for_the_hash(
      fit_in_database(database, table, options),
      [&] {
        data.dropped_rows = 0;
        return fit(data, options);
      }(),
      "where");
}

TEST(Tables, MayHaveAnyNames) {
  Dataset data = rows_for_loss("gaussian", 2, 300);
  data.feature_names = {"a \"b\" `c` 'd'; --", "select"};
  data.outcome_name = "gx0 \xC3\xA9";
  SqliteDatabase database;
  sql::TableColumns table = fill(database, data, "t.\"a`b");
  table.table = "\"t.\"\"a`b\"";
  const FitOptions options = options_of({{"preset", "paper"}, {"bins_max", "9"}});
  expect_same_but_for_the_hash(fit_in_database(database, table, options), fit(data, options), "names");
}

TEST(Tables, MayHaveTwoLabelsAsOutcomes) {
  Dataset data = rows_for_loss("binomial", 2, 400);
  SqliteDatabase database;
  const sql::TableColumns table = fill(database, data);
  database.run("UPDATE \"rows of mine\" SET y = CASE WHEN y = 1 THEN 'yes' ELSE 'it''s not' END");
  data.classes = {"it's not", "yes"};
  const FitOptions options = options_of({{"preset", "best"}, {"bins_max", "9"}});
  const Model model = fit_in_database(database, table, options);
  expect_same_but_for_the_hash(model, fit(data, options), "labels");
  EXPECT_EQ(model.record.notes, fit(data, options).record.notes);
  database.run("UPDATE \"rows of mine\" SET y = 'maybe' WHERE x1 > 0.9");
  expect_contains(refusal_of(database, table), "has 3 labels");
}

TEST(Tables, RefuseWhatCannotBeFitted) {
  SqliteDatabase database;
  Dataset data = rows_for_loss("gaussian", 1, 50);
  data.weight.assign(50, 1.0);
  data.weight_name = "w";
  const sql::TableColumns table = fill(database, data);
  FitOptions options;
  options.loss = "poisson";
  expect_contains(refusal_of(database, table, options), "outcome 'y', in 50 of 50 rows: the number is not a count");
  options.loss = "huber";
  expect_contains(refusal_of(database, table, options), "huber");
  options = {};
  options.weight_kind = WeightKind::copies;
  database.run("UPDATE \"rows of mine\" SET w = 1.5 WHERE rowid = 3");
  expect_contains(refusal_of(database, table, options), "weight 'w': 1 row holds no number of copies");
  database.run("UPDATE \"rows of mine\" SET w = 0 WHERE rowid <= 2");
  expect_contains(refusal_of(database, table), "weight 'w': 2 rows hold a number that is not positive");
  database.run("UPDATE \"rows of mine\" SET x1 = 'many' WHERE rowid = 9");
  expect_contains(refusal_of(database, table), "feature 'x1': 1 row holds a text or bytes, not a number (of 50)");
  database.run("UPDATE \"rows of mine\" SET x1 = 'many'");
  expect_contains(refusal_of(database, table), "feature 'x1' holds texts");
  database.run("DELETE FROM \"rows of mine\"");
  expect_contains(refusal_of(database, table), "there are no rows");
}

TEST(Tables, LeaveNothingBehind) {
  SqliteDatabase database;
  const sql::TableColumns table = fill(database, rows_for_loss("binomial", 2, 300));
  static_cast<void>(fit_in_database(database, table, options_of({{"preset", "best"}, {"bins_max", "9"}})));
  EXPECT_EQ(database.run("SELECT count(*) FROM (SELECT name FROM sqlite_master UNION ALL "
                         "SELECT name FROM sqlite_temp_master)")[0][0],
            1.0);
}

}  // namespace
}  // namespace gaptv::testing
