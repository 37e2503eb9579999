// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/scoring.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/sql/case_tree.h"
#include "gaptv/sql/constant_array.h"
#include "gaptv/sql/dialect.h"
#include "gaptv/sql/score_table.h"

namespace gaptv::sql {
namespace {

constexpr const char* rows_alias = "gaptv_rows";
constexpr const char* cells_alias = "gaptv_lookup";

// SQLite's parser has a stack for a hundred words and marks (before 3.46), and a CASE inside of another takes six of
// them. What is put into somebody's statement leaves room for a few parentheses there.
constexpr std::size_t deepest_in_our_statement = 14;
constexpr std::size_t deepest_in_any_statement = 12;
// PostgreSQL compiles what it runs on many rows, which takes seconds for longer expressions and minutes for large ones;
// without that they are as fast.
constexpr std::size_t longest_compiled = 2000;
// More cells make a file of a hundred megabytes.
constexpr double most_rows_of_lookup = 1e6;
// Spark runs fewer comparisons about as fast as it looks into arrays, and people can read them.
constexpr std::size_t most_leaves_beside_arrays = 64;
// Some databases refuse long statements, and none is faster with more rows at a time.
constexpr std::size_t rows_per_insert = 1000;

std::string alias(const Dialect& dialect, const char* name) {
  return quote_identifier(dialect, name);
}

[[noreturn]] void refuse_expression(const std::string& problem) {
  throw InvalidInput(problem + "; join a table of cells instead: `what=lookup`");
}

// Writes what an axis is compared with, and the feature as the statement names it.
struct FeatureTexts {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> edges;

  FeatureTexts(const Dialect& dialect, const ScoreTable& table, const std::string& prefix) {
    for (const ScoreAxis& axis : table.axes) {
      names.push_back(prefix + quote_identifier(dialect, axis.name));
      edges.emplace_back();
      for (const double edge : axis.edges) edges.back().push_back(double_literal(dialect, edge));
    }
  }

  std::string compare(std::size_t axis, std::size_t edge, bool is_below) const {
    return names[axis] + (is_below ? " < " : " >= ") + edges[axis][edge];
  }
};

std::string answer_text(const Dialect& dialect, const ScoreColumn& column, std::size_t answer) {
  switch (column.kind) {
    case ScoreColumn::Kind::text:
      return text_literal(dialect, column.texts[answer]);
    case ScoreColumn::Kind::whole_number:
      return std::to_string(static_cast<std::int64_t>(column.numbers[answer]));
    case ScoreColumn::Kind::number:
      break;
  }
  return double_literal(dialect, column.numbers[answer]);
}

// The type of a column of the look-up table.
std::string_view type_text(const Dialect& dialect, const ScoreColumn& column) {
  return column.kind == ScoreColumn::Kind::text     ? dialect.text_type
         : column.kind == ScoreColumn::Kind::number ? dialect.double_type
                                                    : dialect.integer_type;
}

// Gives answers with the same text the same number: cells in different regions may have the same value. "texts" becomes
// the list of different ones.
std::vector<std::uint32_t> number_texts(const Dialect& dialect, const ScoreColumn& column,
                                        std::vector<std::string>& texts) {
  const std::size_t answers = std::max(column.numbers.size(), column.texts.size());
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> number_of_answer;
  for (std::size_t answer = 0; answer < answers; ++answer) {
    std::string text = answer_text(dialect, column, answer);
    const auto [place, is_new] = numbers.try_emplace(text, static_cast<std::uint32_t>(texts.size()));
    if (is_new) texts.push_back(std::move(text));
    number_of_answer.push_back(place->second);
  }
  return number_of_answer;
}

// The bin of one axis: how many edges are not above the value.
std::string write_bin(const Dialect& dialect, const ScoreTable& table, const FeatureTexts& features, std::size_t axis) {
  const Shape shape{{table.axes[axis].edges.size() + 1}};
  std::vector<std::uint32_t> bins(shape.cells());
  std::iota(bins.begin(), bins.end(), 0U);
  const CaseTree tree(shape, bins);
  return tree.write({[&features, axis](std::size_t /*axis*/, std::size_t edge, bool is_below) {
                       return features.compare(axis, edge, is_below);
                     },
                     [](std::uint32_t bin) { return std::to_string(bin); },
                     "WHEN " + is_no_number(dialect, features.names[axis]) + " THEN NULL"});
}

// The answers of all groups as an array, which their numbers look into.
std::string write_answers(const Dialect& dialect, const ScoreColumn& column, const std::vector<std::string>& texts,
                          const std::vector<std::uint32_t>& group_of_answer) {
  if (column.kind == ScoreColumn::Kind::whole_number) return constant_array(texts, "INT");
  if (column.kind == ScoreColumn::Kind::number) {
    std::vector<double> numbers(texts.size());
    for (std::size_t i = 0; i < group_of_answer.size(); ++i) numbers[group_of_answer[i]] = column.numbers[i];
    return constant_array(numbers, dialect.double_type);
  }
  std::string list;
  for (const std::string& text : texts) (list += list.empty() ? "" : ", ") += text;
  return "array(" + list + ")";
}

// The expression that looks up the group of the cell, whose number follows from the bins, and then its answer.
std::string write_array_expression(const Dialect& dialect, const ScoreTable& table, const FeatureTexts& features,
                                   const std::vector<std::uint32_t>& group_of_cell, const std::string& answers) {
  std::string cell;
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
    if (axis > 0) cell = '(' + cell + ") * " + std::to_string(table.axes[axis].edges.size() + 1) + " + ";
    cell += write_bin(dialect, table, features, axis);
  }
  std::vector<std::string> groups;
  groups.reserve(group_of_cell.size());
  for (const std::uint32_t group : group_of_cell) groups.push_back(std::to_string(group));
  return element_of(answers, element_of(constant_array(groups, "INT"), cell));
}

// The expression of one column. "deepest" is how many CASE may be inside of each other, where that matters.
std::string write_expression(const Dialect& dialect, const ScoreTable& table, const ScoreColumn& column,
                             const FeatureTexts& features, std::size_t deepest) {
  std::vector<std::string> texts;
  const std::vector<std::uint32_t> number_of_answer = number_texts(dialect, column, texts);
  std::vector<std::uint32_t> groups;
  groups.reserve(table.answer_of_cell.size());
  for (const std::uint32_t answer : table.answer_of_cell) groups.push_back(number_of_answer[answer]);
  const CaseTree tree(table.shape(), groups);
  if (dialect.engine == Engine::sqlite && tree.nesting() > deepest) {
    refuse_expression("the expression has " + std::to_string(tree.nesting()) +
                      " CASE inside of each other, more than SQLite can read");
  }
  if (has_constant_arrays(dialect) && tree.leaves() > most_leaves_beside_arrays &&
      static_cast<double>(groups.size()) <= most_rows_of_lookup) {
    const std::string answers = write_answers(dialect, column, texts, number_of_answer);
    return write_array_expression(dialect, table, features, groups, answers);
  }
  std::string missing;
  for (const std::string& name : features.names) {
    missing += (missing.empty() ? "" : " OR ") + is_no_number(dialect, name);
  }
  return tree.write({[&features](std::size_t axis, std::size_t edge, bool is_below) {
                       return features.compare(axis, edge, is_below);
                     },
                     [&texts](std::uint32_t group) { return texts[group]; }, "WHEN " + missing + " THEN NULL"});
}

void check_length(const Dialect& dialect, const std::string& statement) {
  if (dialect.longest_statement == 0 || statement.size() <= dialect.longest_statement) return;
  refuse_expression("the statement has " + number_text(static_cast<double>(statement.size())) + " characters, and " +
                    std::string(dialect.title) + " takes no more than " +
                    number_text(static_cast<double>(dialect.longest_statement)));
}

// What has to be said before a statement.
std::vector<std::string> prepare(const Dialect& dialect, const std::string& statement) {
  if (dialect.engine != Engine::postgres || statement.size() <= longest_compiled) return {};
  return {"SET jit = off"};
}

const ScoreColumn& column_named(const ScoreTable& table, const std::string& name) {
  return *std::ranges::find(table.columns, name, &ScoreColumn::name);
}

std::string write_bare_expression(const Dialect& dialect, const Model& model, const ScoringOptions& options) {
  std::string name = options.type == PredictionType::region ? "region" : "prediction";
  if (!options.label.empty()) {
    const char* const prefix = options.type == PredictionType::region ? "region_"
                               : options.type == PredictionType::link ? "link_"
                                                                      : "probability_";
    name = prefix + options.label;
  }
  const ScoreTable table = make_score_table(model, options.type);
  std::string text =
      write_expression(dialect, table, column_named(table, name), {dialect, table, ""}, deepest_in_any_statement);
  check_length(dialect, text);
  return text;
}

std::vector<std::string> write_query(const Dialect& dialect, const Model& model, const ScoringOptions& options) {
  const ScoreTable table = make_score_table(model, options.type);
  const FeatureTexts features(dialect, table, "");
  std::string text = "SELECT " + alias(dialect, rows_alias) + ".*";
  for (const ScoreColumn& column : table.columns) {
    text += ",\n  " + write_expression(dialect, table, column, features, deepest_in_our_statement) + " AS " +
            quote_identifier(dialect, column.name);
  }
  text += "\nFROM " + quote_table(dialect, options.table) + " AS " + alias(dialect, rows_alias);
  check_length(dialect, text);
  std::vector<std::string> statements = prepare(dialect, text);
  statements.push_back(std::move(text));
  return statements;
}

std::string bin_name(const Dialect& dialect, std::size_t axis) {
  return quote_identifier(dialect, "bin_" + std::to_string(axis + 1));
}

// Makes the table of cells. Without temporary tables there is usually no place for others of one's own either, so that
// a temporary view holds the rows.
std::vector<std::string> write_lookup_table(const Dialect& dialect, const ScoreTable& table, const std::string& name) {
  const Shape shape = table.shape();
  const std::size_t axes = table.axes.size();
  std::string names;
  std::string typed_names;
  std::string key;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    key += (axis > 0 ? ", " : "") + bin_name(dialect, axis);
    typed_names += (axis > 0 ? ", " : "") + bin_name(dialect, axis) + ' ' + std::string(dialect.integer_type);
  }
  names = key;
  for (const ScoreColumn& column : table.columns) {
    const std::string quoted = quote_identifier(dialect, column.name);
    names += ", " + quoted;
    typed_names += ", " + quoted + ' ' + std::string(type_text(dialect, column));
  }
  const bool is_view = !dialect.has_temporary_tables;
  std::vector<std::string> statements;
  if (dialect.engine == Engine::sqlite) {
    statements.push_back("CREATE TABLE " + name + " (" + typed_names + ", PRIMARY KEY (" + key + ")) WITHOUT ROWID");
  } else if (!is_view) {
    statements.push_back("CREATE TABLE " + name + " (" + typed_names + ")");
  }
  const std::string begin = is_view ? "CREATE OR REPLACE TEMPORARY VIEW " + name + " AS SELECT * FROM VALUES"
                                    : "INSERT INTO " + name + " (" + names + ") VALUES";
  std::string text;
  for (std::size_t cell = 0; cell < table.answer_of_cell.size(); ++cell) {
    text += text.empty() ? begin + "\n  (" : ",\n  (";
    for (std::size_t axis = 0; axis < axes; ++axis) {
      text += (axis > 0 ? ", " : "") + std::to_string(shape.bin_of(cell, axis));
    }
    for (const ScoreColumn& column : table.columns) {
      text += ", " + answer_text(dialect, column, table.answer_of_cell[cell]);
    }
    text += ')';
    const bool is_last = cell + 1 == table.answer_of_cell.size();
    if (is_last && is_view) text += " AS cells(" + names + ")";
    if (is_last || (!is_view && (cell + 1) % rows_per_insert == 0)) statements.push_back(std::exchange(text, {}));
  }
  return statements;
}

std::vector<std::string> write_lookup(const Dialect& dialect, const Model& model, const ScoringOptions& options) {
  const ScoreTable table = make_score_table(model, options.type);
  const auto cells = static_cast<double>(table.answer_of_cell.size());
  if (cells > most_rows_of_lookup) {
    throw InvalidInput("the look-up table would have " + number_text(cells) + " rows, more than " +
                       number_text(most_rows_of_lookup) + "; try `what=query`, or fit with fewer bins (`bins`)");
  }
  const std::string name = quote_table(dialect, options.lookup_table);
  std::vector<std::string> statements = write_lookup_table(dialect, table, name);
  const std::string rows = alias(dialect, rows_alias);
  const std::string lookup = alias(dialect, cells_alias);
  const FeatureTexts features(dialect, table, rows + '.');
  std::string text = "SELECT " + rows + ".*";
  for (const ScoreColumn& column : table.columns) text += ", " + lookup + '.' + quote_identifier(dialect, column.name);
  text += "\nFROM " + quote_table(dialect, options.table) + " AS " + rows + "\nLEFT JOIN " + name + " AS " + lookup;
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
    text += (axis == 0 ? "\n  ON " : "\n  AND ") + lookup + '.' + bin_name(dialect, axis) + " = " +
            write_bin(dialect, table, features, axis);
  }
  check_length(dialect, text);
  for (std::string& first : prepare(dialect, text)) statements.push_back(std::move(first));
  statements.push_back(std::move(text));
  return statements;
}

void check_suits(const ScoringOptions& options, const Model& model) {
  const std::vector<std::string>& labels = model.record.classes;
  if (!options.label.empty() && !model.has_classes()) {
    throw InvalidInput("the model has one outcome, not several classes; leave out `label`");
  }
  if (!options.label.empty() && std::ranges::find(labels, options.label) == labels.end()) {
    std::string known;
    for (const std::string& label : labels) known += (known.empty() ? "" : ", ") + label;
    throw InvalidInput("label '" + options.label + "' is none of the model's classes; they are " + known);
  }
  const bool is_about_one = settle_what(options) == "expression" && options.type != PredictionType::response;
  if (is_about_one && model.has_classes() && options.label.empty()) {
    throw InvalidInput(
        "each class has a link and a region of its own; name the class by `label`, or take `what=query`");
  }
}

}  // namespace

std::string settle_what(const ScoringOptions& options) {
  if (!options.what.empty()) return options.what;
  return options.table.empty() ? "expression" : "query";
}

void check(const ScoringOptions& options) {
  const Dialect& dialect = dialect_named(options.dialect);
  const std::string what = settle_what(options);
  if (what != "expression" && what != "query" && what != "lookup") {
    throw InvalidInput("what '" + what + "': give expression, query or lookup");
  }
  const bool is_expression = what == "expression";
  if (!is_expression && options.table.empty()) {
    throw InvalidInput("`what=" + what + "` is about rows in a table; name it by `table`");
  }
  if (is_expression && !options.table.empty()) {
    throw InvalidInput("an expression is about no table; leave out `table`, or take `what=query`");
  }
  if (!is_expression && !options.label.empty()) {
    throw InvalidInput("`what=" + what + "` has columns for all classes; leave out `label`, or take `what=expression`");
  }
  if (!is_expression) quote_table(dialect, options.table);
  quote_table(dialect, options.lookup_table);
}

std::vector<std::string> scoring_statements(const Model& model, const ScoringOptions& options) {
  check(options);
  check_suits(options, model);
  const Dialect& dialect = dialect_named(options.dialect);
  const std::string what = settle_what(options);
  if (what == "lookup") return write_lookup(dialect, model, options);
  if (what == "query") return write_query(dialect, model, options);
  return {write_bare_expression(dialect, model, options)};
}

std::string scoring_sql(const Model& model, const ScoringOptions& options) {
  const Dialect& dialect = dialect_named(options.dialect);
  const std::vector<std::string> statements = scoring_statements(model, options);
  std::string text = unverified_comment(dialect);
  if (settle_what(options) == "expression") return text + statements.front() + '\n';
  text +=
      "-- A model of GapTV for " + std::string(dialect.title) +
      ": the predictions of gaptv predict, and the numbers of the regions. A feature that is NULL or NaN gives NULL.\n";
  for (const std::string& statement : statements) text += statement + ";\n";
  return text;
}

}  // namespace gaptv::sql
