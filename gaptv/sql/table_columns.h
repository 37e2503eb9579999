// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/data/csv/csv.h"
#include "gaptv/sql/dialect.h"

namespace gaptv::sql {

// Says which columns of which rows are fitted.
struct TableColumns {
  std::string table = {};                  // "table" or "schema.table" (dialect.h)
  std::vector<std::string> features = {};  // 1 to 3
  std::string outcome = {};
  std::string weight = {};    // empty: every row counts once
  std::string exposure = {};  // empty: 1 each
  std::string where = {};     // a condition in the words of the database; empty: all rows
  MissingRule missing = MissingRule::error;
};

// Says what the values of a column are.
enum class ColumnKind { number, boolean, text };

// Says what a column is for, as messages do: "feature 'x'".
struct UsedColumn {
  std::string role;
  std::string name;
  ColumnKind kind = ColumnKind::number;

  std::string describe() const { return role + " '" + name + "'"; }
};

// Lists the columns in the order of features, outcome, weight and exposure if there are any.
std::vector<UsedColumn> used_columns(const TableColumns& table);

// Writes queries of the rows that are fitted, one inside the other. Columns are called gx0, gx1, gx2 (features), gy
// (the outcome as it is fitted), gw (the weight) and ge (the exposure).
class RowQuery {
 public:
  RowQuery(const Dialect& dialect, TableColumns table);

  const Dialect& dialect() const { return dialect_; }
  const TableColumns& table() const { return table_; }
  std::size_t axes() const { return table_.features.size(); }
  bool has_exposure() const { return !table_.exposure.empty(); }
  // Tells whether weights count at all.
  bool has_weights() const { return !table_.weight.empty() && !ignores_weights_; }

  void set_kinds(const std::vector<UsedColumn>& columns) { columns_ = columns; }
  // The first label becomes 0, the second 1.
  void set_labels(std::vector<std::string> labels) { labels_ = std::move(labels); }
  void ignore_weights() { ignores_weights_ = true; }
  // Makes weights rounded shares of the largest (PrecisionScale).
  void share_weights(double largest) { largest_weight_ = largest; }

  // Names the features: "gx0, gx1".
  std::string features() const;
  // Names all columns of rows().
  std::string columns() const;
  // " FROM table WHERE condition", with a further condition.
  std::string from_table(const std::string& further = {}) const;
  // The types of the columns, or for SQLite of the first values of each; empty where they cannot be asked for.
  std::string types() const;
  // The labels of the outcome, up to a limit.
  std::string labels(std::size_t limit) const;
  // Whatever the first look asks, one row (first_facts.h).
  std::string first_look() const;
  // The rows that are fitted.
  std::string rows() const;

  // Says that a value is a finite number.
  std::string is_finite(const std::string& name) const;
  std::string column(std::size_t place) const;
  // What a row counts: weight and exposure; empty if that is 1.
  std::string size(bool by_exposure) const;

 private:
  std::string number_of(const UsedColumn& column) const;
  std::string rounded_share() const;
  std::string given_rows() const;

  const Dialect& dialect_;
  TableColumns table_;
  std::vector<UsedColumn> columns_;
  std::vector<std::string> labels_;
  bool ignores_weights_ = false;
  std::optional<double> largest_weight_;
};

}  // namespace gaptv::sql
