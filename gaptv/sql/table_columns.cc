// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/table_columns.h"

#include <limits>

namespace gaptv::sql {
namespace {

std::string join(const std::vector<std::string>& texts, const std::string& separator) {
  std::string joined;
  for (const std::string& text : texts) (joined += joined.empty() ? "" : separator) += text;
  return joined;
}

// Counts the rows for which a condition holds; it may be NULL where it does not.
std::string count_where(const std::string& condition) {
  return "sum(CASE WHEN " + condition + " THEN 1 ELSE 0 END)";
}

}  // namespace

std::vector<UsedColumn> used_columns(const TableColumns& table) {
  std::vector<UsedColumn> columns;
  for (const std::string& name : table.features) columns.push_back({"feature", name});
  columns.push_back({"outcome", table.outcome});
  if (!table.weight.empty()) columns.push_back({"weight", table.weight});
  if (!table.exposure.empty()) columns.push_back({"exposure", table.exposure});
  return columns;
}

RowQuery::RowQuery(const Dialect& dialect, TableColumns table)
    : dialect_(dialect), table_(std::move(table)), columns_(used_columns(table_)) {}

std::string RowQuery::column(std::size_t place) const {
  if (place < axes()) return "gx" + std::to_string(place);
  const std::string& role = columns_[place].role;
  return role == "outcome" ? "gc" : role == "weight" ? "gw" : "ge";
}

std::string RowQuery::features() const {
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < axes(); ++axis) names.push_back(column(axis));
  return join(names, ", ");
}

std::string RowQuery::columns() const {
  return features() + ", gy" + (has_weights() ? ", gw" : "") + (has_exposure() ? ", ge" : "");
}

std::string RowQuery::from_table(const std::string& further) const {
  std::vector<std::string> conditions;
  // On lines of its own, as it may end with a comment.
  if (!table_.where.empty()) conditions.push_back("(\n" + table_.where + "\n)");
  if (!further.empty()) conditions.push_back(further);
  return " FROM " + quote_table(dialect_, table_.table) +
         (conditions.empty() ? "" : " WHERE " + join(conditions, " AND "));
}

std::string RowQuery::types() const {
  std::vector<std::string> types;
  const std::string from = " FROM " + quote_table(dialect_, table_.table);
  for (const UsedColumn& column : columns_) {
    const std::string name = quote_identifier(dialect_, column.name);
    const std::string type = type_of(dialect_, name);
    if (type.empty()) return "";
    // Values have types there, not columns.
    types.push_back(
        dialect_.engine == Engine::sqlite ? "(SELECT " + type + from_table(name + " IS NOT NULL") + " LIMIT 1)" : type);
  }
  return "SELECT " + join(types, ", ") + (dialect_.engine == Engine::sqlite ? "" : from + " LIMIT 1");
}

std::string RowQuery::is_finite(const std::string& name) const {
  const double most = std::numeric_limits<double>::max();
  return name + " BETWEEN " + double_literal(dialect_, -most) + " AND " + double_literal(dialect_, most);
}

std::string RowQuery::number_of(const UsedColumn& column) const {
  const std::string name = quote_identifier(dialect_, column.name);
  if (column.kind == ColumnKind::number) return cast_to_double(dialect_, name);
  const std::string zero = double_literal(dialect_, 0);
  const std::string one = double_literal(dialect_, 1);
  if (column.kind == ColumnKind::boolean) {
    return "CASE WHEN " + name + " THEN " + one + " WHEN NOT " + name + " THEN " + zero + " END";
  }
  std::string cases = "CASE " + name;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    cases +=
        " WHEN " + text_literal(dialect_, labels_[i]) + " THEN " + double_literal(dialect_, static_cast<double>(i));
  }
  return cases + " END";
}

std::string RowQuery::labels(std::size_t limit) const {
  const std::string name = quote_identifier(dialect_, table_.outcome);
  std::string further = name + " IS NOT NULL";
  for (const UsedColumn& other : columns_) {
    if (table_.missing == MissingRule::drop && other.role != "outcome")
      further += " AND " + is_finite(number_of(other));
  }
  return "SELECT DISTINCT " + name + " AS label" + from_table(further) + " LIMIT " + std::to_string(limit);
}

// The columns as doubles, whatever they hold; gc is the outcome as it was given.
std::string RowQuery::given_rows() const {
  std::vector<std::string> given;
  for (std::size_t i = 0; i < columns_.size(); ++i) given.push_back(number_of(columns_[i]) + " AS " + column(i));
  // Values that only look like numbers would be cast to 0.
  for (std::size_t i = 0; dialect_.engine == Engine::sqlite && i < columns_.size(); ++i) {
    if (columns_[i].kind == ColumnKind::text) continue;
    given.push_back("typeof(" + quote_identifier(dialect_, columns_[i].name) + ") IN ('text', 'blob') AS gt" +
                    std::to_string(i));
  }
  return "SELECT " + join(given, ", ") + from_table();
}

std::string RowQuery::first_look() const {
  std::vector<std::string> names;
  std::vector<std::string> finite;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    names.push_back(column(i));
    finite.push_back(is_finite(column(i)));
    if (i > axes()) finite.push_back(column(i) + " > 0");
  }
  const std::string rate = has_exposure() ? "gc / ge" : "gc";
  // Only rows that are fitted have numbers below; the others are counted.
  std::vector<std::string> kept = {"CASE WHEN gok = 1 THEN " + rate + " END AS hy"};
  for (const std::string& name : names) {
    std::string& text = kept.emplace_back("CASE WHEN gok = 1 THEN ");
    text.append(name).append(" END AS h").append(name);
  }

  std::vector<std::string> asked = {"count(*)", "sum(gok)"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    asked.push_back(count_where(names[i] + " IS NULL"));
    asked.push_back("count(*) - " + count_where(finite[i > axes() ? axes() + 1 + 2 * (i - axes() - 1) : i]));
    asked.push_back(i > axes() ? count_where("NOT (" + names[i] + " > 0)") : "0");
    const bool has_types = dialect_.engine == Engine::sqlite && columns_[i].kind != ColumnKind::text;
    asked.push_back(has_types ? "sum(gt" + std::to_string(i) + ")" : "0");
    asked.push_back("min(h" + names[i] + ")");
    asked.push_back("max(h" + names[i] + ")");
    asked.push_back("sum(h" + names[i] + ")");
    asked.push_back(count_where("h" + names[i] + " <> " + floor_of(dialect_, "h" + names[i])));
  }
  const std::string one = double_literal(dialect_, 1);
  const std::string weight = table_.weight.empty() ? "" : "hgw";
  const std::string exposure = has_exposure() ? "hge" : one;
  const std::string both = weight.empty() ? exposure : has_exposure() ? "hgw * hge" : weight;
  const std::string is_kept = "CASE WHEN gok = 1 THEN ";
  for (const char* text : {"hgc = 0", "hgc = 1", "hgc < 0"}) asked.push_back(count_where(text));
  asked.insert(asked.end(), {"min(hy)", "max(hy)", "sum(" + is_kept + both + " END)", "sum((" + both + ") * hy)",
                             "sum(" + is_kept + exposure + " END)", "sum((" + exposure + ") * hy)"});
  const std::string types = [&] {
    std::string all;
    for (std::size_t i = 0; dialect_.engine == Engine::sqlite && i < columns_.size(); ++i) {
      if (columns_[i].kind != ColumnKind::text) all += ", gt" + std::to_string(i);
    }
    return all;
  }();
  const std::string marked = "SELECT " + join(names, ", ") + types + ", CASE WHEN " + join(finite, " AND ") +
                             " THEN 1 ELSE 0 END AS gok FROM (" + given_rows() + ") g1" +
                             std::string(kept_apart(dialect_));
  return "SELECT " + join(asked, ", ") + " FROM (SELECT " + join(names, ", ") + types + ", gok, " + join(kept, ", ") +
         " FROM (" + marked + ") g2" + std::string(kept_apart(dialect_)) + ") g3";
}

// Rounds to 32 binary digits as Veltkamp splits numbers; every operation is one of IEEE 754.
std::string RowQuery::rounded_share() const {
  const std::string share = "(gw / " + double_literal(dialect_, *largest_weight_) + ")";
  constexpr double factor = (1 << 21) + 1;
  const std::string product = "(" + share + " * " + double_literal(dialect_, factor) + ")";
  return product + " - (" + product + " - " + share + ")";
}

std::string RowQuery::rows() const {
  std::string text = "SELECT " + features() + ", " + (has_exposure() ? "gc / ge" : "gc") + " AS gy";
  if (has_weights()) text += ", " + (largest_weight_ ? rounded_share() : "gw") + " AS gw";
  if (has_exposure()) text += ", ge";
  text += " FROM (" + given_rows() + ") g1";
  if (table_.missing == MissingRule::error) return text;
  std::vector<std::string> finite;
  for (std::size_t i = 0; i < columns_.size(); ++i) finite.push_back(is_finite(column(i)));
  return text + " WHERE " + join(finite, " AND ");
}

std::string RowQuery::size(bool by_exposure) const {
  const bool has_exposure_too = by_exposure && has_exposure();
  if (!has_weights()) return has_exposure_too ? "ge" : "";
  return has_exposure_too ? "gw * ge" : "gw";
}

}  // namespace gaptv::sql
