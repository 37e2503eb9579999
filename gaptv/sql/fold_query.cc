// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/fold_query.h"

#include "gaptv/data/fold_rule.h"
#include "gaptv/sql/bin_expression.h"

namespace gaptv::sql {
namespace {

constexpr auto modulus = static_cast<std::int64_t>(fold_modulus);
constexpr auto multiplier = static_cast<std::int64_t>(fold_multiplier);

// The columns that decide about the content of a row, in the order of the rule.
std::vector<std::string> content_of(const RowQuery& rows) {
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < rows.axes(); ++axis) names.push_back(rows.column(axis));
  names.emplace_back("gy");
  if (rows.has_exposure()) names.emplace_back("ge");
  return names;
}

std::string join(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) (joined += joined.empty() ? "" : ", ") += name;
  return joined;
}

// One query around another, whose names stand for values that are computed once.
std::string select(const Dialect& dialect, const std::string& what, const std::string& inner) {
  return "SELECT " + what + " FROM (" + inner + std::string(kept_apart(dialect)) + ") gs";
}

// Adds gh, the hash of each row's content, to the columns "kept" of a query.
std::string with_hash(const Dialect& dialect, std::string query, const std::string& kept,
                      const std::vector<std::string>& content, const FoldRule& rule) {
  const std::string p = integer_literal(dialect, modulus);
  const auto rest = [&](const std::string& a) { return remainder_of(dialect, a, p); };
  std::string wholes;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const std::string whole = code_of(dialect, content[i], rule.scales[i]);
    wholes += ", " + rest(rest(whole) + " + " + p) + " AS gi" + std::to_string(i);
  }
  query = select(dialect, kept + wholes, query);
  std::string hash = integer_literal(dialect, static_cast<std::int64_t>(rule.seed % fold_modulus));
  for (std::size_t i = 0; i < content.size(); ++i) {
    std::string others;
    for (std::size_t j = i + 1; j < content.size(); ++j) others += ", gi" + std::to_string(j);
    const std::string sum = hash + " * " + integer_literal(dialect, multiplier) + " + gi" + std::to_string(i);
    query = select(dialect, kept + others + ", " + rest(sum) + " AS gh", query);
    query = select(dialect, kept + others + ", gh, " + rest("gh * gh") + " AS gq", query);
    query = select(dialect, kept + others + ", " + rest(rest("gq * gq") + " * gh") + " AS gh", query);
    hash = "gh";
  }
  return query;
}

// Lists 0, 1, ... as gf.
std::string list_folds(std::size_t folds) {
  std::string list = "SELECT 0 AS gf";
  for (std::size_t fold = 1; fold < folds; ++fold) list += " UNION ALL SELECT " + std::to_string(fold);
  return list;
}

}  // namespace

bool have_weights(const RowQuery& rows, const FoldRule& rule) {
  return rows.has_weights() || (rule.divides_copies && !rule.is_by_weight);
}

std::string rows_with_folds(const RowQuery& rows, const FoldRule& rule) {
  const Dialect& dialect = rows.dialect();
  const std::string folds = std::to_string(rule.folds);
  const std::vector<std::string> content = content_of(rows);
  if (rule.folds < 2) return "SELECT " + rows.columns() + ", 0 AS gf FROM (" + rows.rows() + ") gs";
  const auto fold_of = [&](const std::string& number) { return remainder_of(dialect, number, folds) + " AS gf"; };
  if (!rule.divides_copies) {
    return select(dialect, rows.columns() + ", " + fold_of("gh"),
                  with_hash(dialect, rows.rows(), rows.columns(), content, rule));
  }
  if (rule.is_by_weight) {
    const std::string numbered = "SELECT " + rows.columns() + ", row_number() OVER (PARTITION BY " + join(content) +
                                 " ORDER BY gw) - 1 AS gk FROM (" + rows.rows() + ") gr";
    return select(dialect, rows.columns() + ", " + fold_of("gh + gk"),
                  with_hash(dialect, numbered, rows.columns() + ", gk", content, rule));
  }
  // So many copies, from the first fold on in turn.
  const std::string copies = rows.has_weights() ? cast_to_integer(dialect, "sum(gw)") : "count(*)";
  const std::string grouped =
      "SELECT " + join(content) + ", " + copies + " AS gm FROM (" + rows.rows() + ") gr GROUP BY " + join(content);
  const std::string hashed = with_hash(dialect, grouped, join(content) + ", gm", content, rule);
  const std::string left = remainder_of(dialect, "gm", folds);
  const std::string turn = remainder_of(dialect, "gf - " + remainder_of(dialect, "gh", folds) + " + " + folds, folds);
  const std::string rounds =
      cast_to_double(dialect, "gm - " + left) + " / " + double_literal(dialect, static_cast<double>(rule.folds));
  const std::string one_more = "CASE WHEN " + turn + " < " + left + " THEN " + double_literal(dialect, 1) + " ELSE " +
                               double_literal(dialect, 0) + " END";
  const std::string dealt = "SELECT " + join(content) + ", gf, " + rounds + " + " + one_more + " AS gw FROM (" +
                            hashed + std::string(kept_apart(dialect)) + ") gs CROSS JOIN (" + list_folds(rule.folds) +
                            ") gn";
  return "SELECT " + join(content) + ", gf, gw FROM (" + dealt + std::string(kept_apart(dialect)) + ") gd WHERE gw > 0";
}

}  // namespace gaptv::sql
