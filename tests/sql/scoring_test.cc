// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/scoring.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/sql/case_tree.h"
#include "gaptv/sql/dialect.h"
#include "tests/areas/refusal.h"
#include "tests/output/small_model.h"
#include "tests/sql/random_models.h"
#include "tests/sql/sqlite_database.h"

namespace gaptv::sql {
namespace {

using testing::axis_with;
using testing::even_cuts;
using testing::has_text;
using testing::random_model;
using testing::refusal_of;
using testing::small_model;
using testing::SqliteDatabase;
using testing::telling_values;

// 0 to 5 and 5 to 10 of a, with a region for the upper half of b.
Model two_features() {
  return small_model({axis_with("a", {5}), axis_with("b", {2.5})}, {1.5, 1.5, 1.5, -2});
}

Model three_classes() {
  Model model = small_model({axis_with("a", {5})}, {0.25, 0.5});
  for (const auto& values : {std::vector<double>{0.5, 0.25}, std::vector<double>{0.25, 0.25}}) {
    model.surfaces.push_back(small_model({axis_with("a", {5})}, values).surfaces.front());
  }
  model.record.classes = {"red", "green", "blue"};
  return model;
}

TEST(Scoring, WritesAnExpressionOfComparisons) {
  EXPECT_EQ(scoring_sql(two_features(), {.dialect = "spark"}),
            "CASE WHEN ((`a`) IS NULL OR isnan(CAST(`a` AS DOUBLE))) OR ((`b`) IS NULL OR isnan(CAST(`b` AS DOUBLE))) "
            "THEN NULL WHEN `a` < 5D THEN 1.5D WHEN `b` < 2.5D THEN 1.5D ELSE (-2D) END\n");
  EXPECT_EQ(scoring_sql(two_features(), {.dialect = "sqlite", .type = PredictionType::region}),
            "CASE WHEN (typeof(`a`) NOT IN ('integer', 'real')) OR (typeof(`b`) NOT IN ('integer', 'real')) THEN NULL "
            "WHEN `a` < 5.0 THEN 0 WHEN `b` < 2.5 THEN 0 ELSE 1 END\n");
}

TEST(Scoring, LooksIntoArraysForSparkWhereComparisonsAreMany) {
  constexpr std::size_t bins = 9;
  std::vector<double> values(bins * bins);
  std::iota(values.begin(), values.end(), 0.5);
  const Model model = small_model({axis_with("a", even_cuts(bins)), axis_with("b", even_cuts(bins))}, values);
  const std::string text = scoring_statements(model, {.dialect = "spark"})[0];
  EXPECT_TRUE(text.starts_with("CAST(split('0.5,1.5,2.5,"));
  EXPECT_TRUE(has_text(text, "80.5', ',') AS ARRAY<DOUBLE>)[CAST(split('0,1,2,"));
  EXPECT_TRUE(has_text(text, ",80', ',') AS ARRAY<INT>)[(CASE WHEN ((`a`) IS NULL OR isnan("));
  EXPECT_TRUE(has_text(text, " END) * 9 + CASE WHEN ((`b`) IS NULL OR isnan("));
  const std::string regions = scoring_statements(model, {.dialect = "spark", .type = PredictionType::region})[0];
  EXPECT_TRUE(has_text(regions, "', ',') AS ARRAY<INT>)[CAST(split('"));
  EXPECT_FALSE(has_text(scoring_statements(model, {.dialect = "duckdb"})[0], "split"));
}

TEST(Scoring, WritesAQueryOfATable) {
  const std::vector<std::string> statements =
      scoring_statements(two_features(), {.dialect = "duckdb", .table = "my.homes"});
  ASSERT_EQ(statements.size(), 1);
  EXPECT_TRUE(statements[0].starts_with("SELECT \"gaptv_rows\".*,\n  CASE WHEN "));
  EXPECT_TRUE(has_text(statements[0], " END AS \"prediction\",\n"));
  EXPECT_TRUE(statements[0].ends_with(" END AS \"region\"\nFROM \"my\".\"homes\" AS \"gaptv_rows\""));
}

TEST(Scoring, WritesALookUpTableAndItsJoin) {
  const ScoringOptions options = {.dialect = "sqlite", .what = "lookup", .table = "homes", .lookup_table = "cells"};
  EXPECT_EQ(
      scoring_sql(two_features(), options),
      "-- A model of GapTV for SQLite: the predictions of gaptv predict, and the numbers of the regions. A feature "
      "that is NULL or NaN gives NULL.\n"
      "CREATE TABLE `cells` (`bin_1` INTEGER, `bin_2` INTEGER, `prediction` REAL, `region` INTEGER, PRIMARY KEY "
      "(`bin_1`, `bin_2`)) WITHOUT ROWID;\n"
      "INSERT INTO `cells` (`bin_1`, `bin_2`, `prediction`, `region`) VALUES\n"
      "  (0, 0, 1.5, 0),\n  (0, 1, 1.5, 0),\n  (1, 0, 1.5, 0),\n  (1, 1, (-2.0), 1);\n"
      "SELECT `gaptv_rows`.*, `gaptv_lookup`.`prediction`, `gaptv_lookup`.`region`\n"
      "FROM `homes` AS `gaptv_rows`\nLEFT JOIN `cells` AS `gaptv_lookup`\n"
      "  ON `gaptv_lookup`.`bin_1` = CASE WHEN (typeof(`gaptv_rows`.`a`) NOT IN ('integer', 'real')) THEN NULL WHEN "
      "`gaptv_rows`.`a` < 5.0 THEN 0 ELSE 1 END\n"
      "  AND `gaptv_lookup`.`bin_2` = CASE WHEN (typeof(`gaptv_rows`.`b`) NOT IN ('integer', 'real')) THEN NULL WHEN "
      "`gaptv_rows`.`b` < 2.5 THEN 0 ELSE 1 END;\n");
}

TEST(Scoring, LeavesOutEdgesAtWhichNothingChanges) {
  const Model model = small_model({axis_with("a", even_cuts(10))}, {1, 1, 1, 1, 2, 2, 2, 2, 2, 2});
  EXPECT_TRUE(has_text(scoring_sql(model, {.dialect = "duckdb"}), "WHEN \"a\" < 4e0 THEN 1e0 ELSE 2e0 END\n"));
}

TEST(Scoring, NamesTheColumnsOfClassesAsPredictDoes) {
  const std::string query = scoring_sql(three_classes(), {.dialect = "postgres", .table = "homes"});
  for (const std::string name : {"prediction", "probability_red", "probability_green", "region_blue"}) {
    EXPECT_TRUE(has_text(query, " AS \"" + name + "\"")) << name;
  }
  EXPECT_TRUE(has_text(query, "WHEN \"a\" < '5'::float8 THEN 'green' ELSE 'red' END AS \"prediction\""));
  const std::string expression = scoring_sql(three_classes(), {.dialect = "postgres", .label = "green"});
  EXPECT_TRUE(has_text(expression, "WHEN \"a\" < '5'::float8 THEN '0.5'::float8 ELSE '0.25'::float8 END"));
  EXPECT_TRUE(
      has_text(scoring_sql(three_classes(), {.dialect = "postgres", .type = PredictionType::link, .table = "t"}),
               "\"link_red\""));
}

TEST(Scoring, SaysWhatNobodyHasRun) {
  for (const Dialect& dialect : all_dialects()) {
    for (const std::string what : {"expression", "query", "lookup"}) {
      const ScoringOptions options = {
          .dialect = std::string(dialect.name), .what = what, .table = what == "expression" ? "" : "homes"};
      EXPECT_EQ(scoring_sql(two_features(), options).starts_with("-- UNVERIFIED"), !dialect.is_verified);
    }
  }
}

TEST(Scoring, RefusesWhatDoesNotGoTogether) {
  const auto refusal = [](const Model& model, const ScoringOptions& options) {
    return refusal_of([&] { scoring_sql(model, options); });
  };
  const Model one = two_features();
  EXPECT_TRUE(has_text(refusal(one, {.dialect = "oracle"}), "dialect 'oracle'"));
  EXPECT_TRUE(has_text(refusal(one, {.dialect = "duckdb", .what = "all"}), "give expression, query or lookup"));
  EXPECT_TRUE(has_text(refusal(one, {.dialect = "duckdb", .what = "lookup"}),
                       "`what=lookup` is about rows in a table; name it by `table`"));
  EXPECT_TRUE(has_text(refusal(one, {.dialect = "duckdb", .what = "expression", .table = "t"}), "leave out `table`"));
  EXPECT_TRUE(has_text(refusal(one, {.dialect = "duckdb", .label = "red"}), "leave out `label`"));
  EXPECT_TRUE(has_text(refusal(one, {.dialect = "duckdb", .table = "t", .label = "red"}), "leave out `label`"));
  const Model classes = three_classes();
  EXPECT_TRUE(has_text(refusal(classes, {.dialect = "duckdb", .label = "pink"}), "they are red, green, blue"));
  EXPECT_TRUE(
      has_text(refusal(classes, {.dialect = "duckdb", .type = PredictionType::region}), "name the class by `label`"));
}

TEST(Scoring, TellsPostgresNotToCompileLongExpressions) {
  Random random(4);
  std::vector<double> values(40 * 40);
  for (double& value : values) value = random.uniform();
  const Model model = small_model({axis_with("a", even_cuts(40)), axis_with("b", even_cuts(40))}, values);
  const auto statements = scoring_statements(model, {.dialect = "postgres", .table = "t"});
  ASSERT_EQ(statements.size(), 2);
  EXPECT_EQ(statements[0], "SET jit = off");
  EXPECT_EQ(scoring_statements(two_features(), {.dialect = "postgres", .table = "t"}).size(), 1);
}

TEST(Scoring, RefusesExpressionsThatADatabaseDoesNotTake) {
  Random random(3);
  std::vector<double> values(160 * 160);
  for (double& value : values) value = random.uniform();
  const Model large = small_model({axis_with("a", even_cuts(160)), axis_with("b", even_cuts(160))}, values);
  const std::string problem = refusal_of([&] { scoring_sql(large, {.dialect = "bigquery", .table = "t"}); });
  EXPECT_TRUE(
      has_text(refusal_of([&] { scoring_sql(large, {.dialect = "sqlite"}); }), "more than SQLite can read; join"));
  EXPECT_TRUE(has_text(problem, "BigQuery takes no more than 1e+06; join a table of cells instead: `what=lookup`"))
      << problem;
  const ScoringOptions lookup = {.dialect = "bigquery", .what = "lookup", .table = "t"};
  for (const std::string& statement : scoring_statements(large, lookup)) EXPECT_LT(statement.size(), 100'000);
}

// The tree finds the group of every cell, whichever boxes it was cut into.
TEST(CaseTree, FindsTheGroupOfEveryCell) {
  SqliteDatabase database;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Shape shape;
    for (double axes = 1 + std::floor(3 * random.uniform()); axes > 0; --axes) {
      shape.bins.push_back(static_cast<std::size_t>(1 + random.uniform() * 7));
    }
    std::vector<std::uint32_t> groups(shape.cells());
    const double kinds = 1 + std::floor(5 * random.uniform());
    for (std::uint32_t& group : groups) group = static_cast<std::uint32_t>(random.uniform() * kinds);
    const CaseTree tree(shape, groups);
    EXPECT_LE(tree.leaves(), shape.cells());
    const std::string text =
        tree.write({[](std::size_t axis, std::size_t edge, bool is_below) {
                      return "x" + std::to_string(axis) + (is_below ? " <= " : " > ") + std::to_string(edge);
                    },
                    [](std::uint32_t group) { return std::to_string(group); }, ""});
    for (std::size_t cell = 0; cell < groups.size(); ++cell) {
      std::string bins;
      for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
        bins += (axis > 0 ? ", " : "") + std::to_string(shape.bin_of(cell, axis)) + " AS x" + std::to_string(axis);
      }
      ASSERT_EQ(database.run("SELECT " + text + " FROM (SELECT " + bins + ")")[0][0], groups[cell]) << text;
    }
  }
}

TEST(CaseTree, NestsNoDeeperThanTheLogarithmOfItsLeaves) {
  const Shape shape{{64, 64}};
  std::vector<std::uint32_t> groups(shape.cells());
  std::iota(groups.begin(), groups.end(), 0U);
  const CaseTree tree(shape, groups);
  EXPECT_EQ(tree.leaves(), 4096);
  EXPECT_LE(tree.nesting(), 12);
}

// Numbers for the texts of labels, which the database returns as texts.
class ScoredInSqlite : public ::testing::Test {
 protected:
  static std::vector<SqliteDatabase::Row> features_of(const Model& model, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::vector<double>> values;
    for (std::size_t axis = 0; axis < feature_names(model).size(); ++axis)
      values.push_back(telling_values(model, axis));
    std::vector<SqliteDatabase::Row> rows;
    for (std::size_t row = 0; row < 400; ++row) {
      rows.emplace_back();
      for (const std::vector<double>& of_axis : values) {
        const auto place = static_cast<std::size_t>(random.uniform() * static_cast<double>(of_axis.size()));
        rows.back().emplace_back(of_axis[place]);
        if (random.uniform() < 0.02) rows.back().back().reset();
      }
    }
    return rows;
  }

  // What predict() says of each row, in the order of the columns but for the labels.
  static std::vector<SqliteDatabase::Row> predicted(const Model& model, const std::vector<SqliteDatabase::Row>& rows,
                                                    PredictionType type) {
    Dataset data;
    data.feature_names = feature_names(model);
    data.features.resize(data.feature_names.size());
    for (const SqliteDatabase::Row& row : rows) {
      for (std::size_t axis = 0; axis < row.size(); ++axis) data.features[axis].push_back(row[axis].value_or(0));
    }
    std::vector<std::vector<double>> columns;
    if (type != PredictionType::region) columns = predict_by_surface(model, data.view(), type);
    for (auto& column : predict_by_surface(model, data.view(), PredictionType::region)) columns.push_back(column);
    std::vector<SqliteDatabase::Row> expected;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      bool is_missing = false;
      for (const std::optional<double>& value : rows[row]) is_missing = is_missing || !value;
      expected.emplace_back();
      for (const std::vector<double>& column : columns) {
        expected.back().push_back(is_missing ? std::nullopt : std::optional(column[row]));
      }
    }
    return expected;
  }

  static void expect_same(const Model& model, std::uint64_t seed, PredictionType type) {
    const std::vector<SqliteDatabase::Row> rows = features_of(model, seed);
    const std::vector<SqliteDatabase::Row> expected = predicted(model, rows, type);
    const std::size_t features = rows.front().size();
    std::string marks = "?";
    std::string columns = "x1 REAL";
    for (std::size_t axis = 1; axis < features; ++axis) {
      marks += ", ?";
      columns += ", x" + std::to_string(axis + 1) + " REAL";
    }
    for (const std::string what : {"query", "lookup"}) {
      SqliteDatabase database;
      database.run("CREATE TABLE homes (" + columns + ")");
      database.insert("INSERT INTO homes VALUES (" + marks + ")", rows);
      std::vector<SqliteDatabase::Row> found =
          database.run(scoring_sql(model, {.dialect = "sqlite", .what = what, .type = type, .table = "homes"}));
      ASSERT_EQ(found.size(), rows.size());
      const auto before = static_cast<std::ptrdiff_t>(features + (model.has_classes() ? 1 : 0));
      for (std::size_t row = 0; row < rows.size(); ++row) {
        found[row].erase(found[row].begin(), found[row].begin() + before);
        ASSERT_EQ(found[row], expected[row]) << "seed " << seed << ", " << what << ", row " << row;
      }
    }
  }
};

TEST_F(ScoredInSqlite, IsWhatPredictSaysOfRandomModels) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Model model = random_model(seed);
    for (const PredictionType type : {PredictionType::response, PredictionType::region}) expect_same(model, seed, type);
    if (model.has_classes()) expect_same(model, seed, PredictionType::link);
  }
}

TEST_F(ScoredInSqlite, NamesTheMostProbableClass) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Model model = random_model(seed);
    if (!model.has_classes()) continue;
    std::string wrong = "CASE";
    for (const std::string& label : model.record.classes) {
      const std::string quoted = quote_identifier(dialect_named("sqlite"), "probability_" + label);
      std::string most = "1";
      for (const std::string& other : model.record.classes) {
        most += " AND " + quoted + " >= " + quote_identifier(dialect_named("sqlite"), "probability_" + other);
      }
      wrong += " WHEN " + most + " THEN prediction <> " + text_literal(dialect_named("sqlite"), label);
    }
    SqliteDatabase database;
    const std::vector<SqliteDatabase::Row> rows = features_of(model, seed);
    std::string columns = "x1 REAL, x2 REAL, x3 REAL";
    database.run("CREATE TABLE homes (" + columns + ")");
    std::vector<SqliteDatabase::Row> padded = rows;
    for (SqliteDatabase::Row& row : padded) row.resize(3);
    database.insert("INSERT INTO homes VALUES (?, ?, ?)", padded);
    const std::string query = scoring_statements(model, {.dialect = "sqlite", .table = "homes"})[0];
    database.run("CREATE TABLE scored AS " + query);
    const auto counted = database.run("SELECT sum(" + wrong + " END), count(prediction) FROM scored")[0];
    EXPECT_EQ(counted[0], 0.0) << "seed " << seed;
    EXPECT_GT(counted[1], 300.0);
  }
}

// As deep as SQLite's parser goes: all cells differ, and no two values are the same.
TEST_F(ScoredInSqlite, TakesTheDeepestExpressionThatIsNotRefused) {
  Random random(5);
  for (const std::size_t bins : {std::size_t{100}, std::size_t{128}}) {
    std::vector<double> values(bins * bins);
    for (double& value : values) value = random.uniform();
    Model model = small_model({axis_with("x1", even_cuts(bins)), axis_with("x2", even_cuts(bins))}, values);
    expect_same(model, bins, PredictionType::response);
  }
}

}  // namespace
}  // namespace gaptv::sql
