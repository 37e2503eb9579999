// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/fold_query.h"

#include <algorithm>
#include <cctype>
#include <utility>

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

// A query in steps, each of which reads the one before by its name: nested, so many are too deep for SQLite's parser.
class Steps {
 public:
  Steps(const RowQuery& rows, std::string query)
      : dialect_(rows.dialect()), prefix_(prefix_beside(rows.table())), last_(std::move(query)) {}

  // Adds a step that selects this from the step before, whose values are computed once. "more" goes to the end.
  void select(const std::string& what, const std::string& more = {}) {
    const std::string name = prefix_ + std::to_string(++count_);
    (steps_ += steps_.empty() ? "WITH " : ", ") += name + " AS (" + last_ + std::string(kept_apart(dialect_)) + ')';
    last_ = "SELECT " + what + " FROM " + name + more;
  }
  std::string text() const { return steps_.empty() ? last_ : steps_ + ' ' + last_; }

 private:
  // A table of the same name would be taken for the step.
  static std::string prefix_beside(const TableColumns& table) {
    std::string used = table.table + ' ' + table.where;
    std::ranges::transform(used, used.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string prefix = "gaptv_step_";
    while (used.find(prefix) != std::string::npos) prefix.insert(0, 1, 'g');
    return prefix;
  }

  const Dialect& dialect_;
  std::string prefix_;
  std::string steps_;
  std::string last_;
  std::size_t count_ = 0;
};

// Adds gh, the hash of each row's content, to the columns "kept".
void add_hash(const Dialect& dialect, Steps& steps, const std::string& kept, const std::vector<std::string>& content,
              const FoldRule& rule) {
  const std::string p = integer_literal(dialect, modulus);
  const auto rest = [&](const std::string& a) { return remainder_of(dialect, a, p); };
  std::string wholes;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const std::string whole = code_of(dialect, content[i], rule.scales[i]);
    wholes += ", " + rest(rest(whole) + " + " + p) + " AS gi" + std::to_string(i);
  }
  steps.select(kept + wholes);
  std::string hash = integer_literal(dialect, static_cast<std::int64_t>(rule.seed % fold_modulus));
  for (std::size_t i = 0; i < content.size(); ++i) {
    std::string others;
    for (std::size_t j = i + 1; j < content.size(); ++j) others += ", gi" + std::to_string(j);
    const std::string sum = hash + " * " + integer_literal(dialect, multiplier) + " + gi" + std::to_string(i);
    steps.select(kept + others + ", " + rest(sum) + " AS gh");
    steps.select(kept + others + ", gh, " + rest("gh * gh") + " AS gq");
    steps.select(kept + others + ", " + rest(rest("gq * gq") + " * gh") + " AS gh");
    hash = "gh";
  }
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
    Steps steps(rows, rows.rows());
    add_hash(dialect, steps, rows.columns(), content, rule);
    steps.select(rows.columns() + ", " + fold_of("gh"));
    return steps.text();
  }
  if (rule.is_by_weight) {
    Steps steps(rows, "SELECT " + rows.columns() + ", row_number() OVER (PARTITION BY " + join(content) +
                          " ORDER BY gw) - 1 AS gk FROM (" + rows.rows() + ") gr");
    add_hash(dialect, steps, rows.columns() + ", gk", content, rule);
    steps.select(rows.columns() + ", " + fold_of("gh + gk"));
    return steps.text();
  }
  // So many copies, from the first fold on in turn.
  const std::string copies = rows.has_weights() ? cast_to_integer(dialect, "sum(gw)") : "count(*)";
  Steps steps(rows, "SELECT " + join(content) + ", " + copies + " AS gm FROM (" + rows.rows() + ") gr GROUP BY " +
                        join(content));
  add_hash(dialect, steps, join(content) + ", gm", content, rule);
  const std::string left = remainder_of(dialect, "gm", folds);
  const std::string turn = remainder_of(dialect, "gf - " + remainder_of(dialect, "gh", folds) + " + " + folds, folds);
  const std::string rounds =
      cast_to_double(dialect, "gm - " + left) + " / " + double_literal(dialect, static_cast<double>(rule.folds));
  const std::string one_more = "CASE WHEN " + turn + " < " + left + " THEN " + double_literal(dialect, 1) + " ELSE " +
                               double_literal(dialect, 0) + " END";
  steps.select(join(content) + ", gf, " + rounds + " + " + one_more + " AS gw",
               " CROSS JOIN (" + list_folds(rule.folds) + ") gn");
  steps.select(join(content) + ", gf, gw", " WHERE gw > 0");
  return steps.text();
}

}  // namespace gaptv::sql
