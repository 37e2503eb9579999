// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/dialect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"

namespace gaptv::sql {
namespace {

// BigQuery and Snowflake refuse longer statements, as their documentation says.
constexpr std::size_t one_megabyte = 1000000;

constexpr std::array dialects = {
    Dialect{Engine::duckdb, "duckdb", "DuckDB", true, "DOUBLE", "BIGINT", "VARCHAR", ValuesList::named, true, 0},
    Dialect{Engine::postgres, "postgres", "PostgreSQL", true, "double precision", "bigint", "text", ValuesList::named,
            true, 0},
    Dialect{Engine::spark, "spark", "Spark", true, "DOUBLE", "BIGINT", "STRING", ValuesList::named, false, 0},
    Dialect{Engine::sqlite, "sqlite", "SQLite", true, "REAL", "INTEGER", "TEXT", ValuesList::numbered, true, 0},
    Dialect{Engine::bigquery, "bigquery", "BigQuery", false, "FLOAT64", "INT64", "STRING", ValuesList::none, true,
            one_megabyte},
    Dialect{Engine::snowflake, "snowflake", "Snowflake", false, "FLOAT", "BIGINT", "VARCHAR", ValuesList::numbered,
            true, one_megabyte},
};

void check_has_no_zero(std::string_view text, const char* what) {
  if (text.find('\0') == std::string_view::npos) return;
  throw InvalidInput(std::string(what) + " contains a character of code 0, which no database takes; rename it");
}

// Puts a backslash or the quote itself before each quote, and whatever `escaped` lists after a backslash.
std::string quote(std::string_view text, char mark, char before_mark, std::string_view escaped = {}) {
  std::string quoted(1, mark);
  for (const char c : text) {
    if (c == mark) {
      quoted += before_mark;
    } else if (escaped.find(c) != std::string_view::npos) {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted += mark;
}

std::string call(std::string_view function, std::string_view argument) {
  return std::string(function) + '(' + std::string(argument) + ')';
}

std::string call(std::string_view function, std::string_view first, std::string_view second) {
  return std::string(function) + '(' + std::string(first) + ", " + std::string(second) + ')';
}

std::string cast(std::string_view expression, std::string_view type) {
  return "CAST(" + std::string(expression) + " AS " + std::string(type) + ')';
}

// What has a sign could meet another one, and two of them begin a comment.
std::string enclose_negative(std::string text) {
  return text.front() == '-' ? '(' + text + ')' : text;
}

std::string infinite_literal(const Dialect& dialect, double value) {
  if (dialect.engine == Engine::sqlite)
    return std::isnan(value) ? "NULL" : enclose_negative(value > 0 ? "9e999" : "-9e999");
  const char* const text = std::isnan(value) ? "'NaN'" : value > 0 ? "'Infinity'" : "'-Infinity'";
  return cast(text, dialect.double_type);
}

// A whole number below 2^53 is read exactly, and multiplying and dividing by powers of two is exact.
std::string quotient_literal(double value) {
  constexpr int digits = std::numeric_limits<double>::digits;
  constexpr int most_bits = 62;  // of a power of two that is a 64-bit integer
  int exponent = 0;
  double whole = std::ldexp(std::frexp(value, &exponent), digits);
  exponent -= digits;
  while (exponent < 0 && std::fmod(whole, 2) == 0) {
    whole /= 2;
    ++exponent;
  }
  std::string text = std::to_string(static_cast<std::int64_t>(whole)) + ".0";
  for (int left = std::abs(exponent); left > 0; left -= most_bits) {
    text += (exponent < 0 ? "/" : "*") + std::to_string(std::int64_t{1} << std::min(left, most_bits));
  }
  return '(' + text + ')';
}

// Tells whether the number has few enough digits before and after the point that its decimal text is exactly this
// number, so that every way of reading it gives it.
bool is_short_decimal(double value) {
  constexpr double most = 1 << 20;
  constexpr double parts = 1 << 8;
  return std::abs(value) < most && std::floor(value * parts) == value * parts;
}

}  // namespace

std::span<const Dialect> all_dialects() {
  return dialects;
}

std::string dialect_names(std::string_view separator) {
  std::string names;
  for (const Dialect& dialect : dialects) (names += names.empty() ? "" : separator) += dialect.name;
  return names;
}

const Dialect& dialect_named(std::string_view name) {
  const auto* const found = std::ranges::find(dialects, name, &Dialect::name);
  if (found != dialects.end()) return *found;
  throw InvalidInput("dialect '" + std::string(name) + "': give one of " + dialect_names(", "));
}

std::string unverified_comment(const Dialect& dialect) {
  if (dialect.is_verified) return "";
  return "-- UNVERIFIED: nobody has run what GapTV writes for " + std::string(dialect.title) +
         "; compare with gaptv predict before you rely on it.\n";
}

std::string quote_identifier(const Dialect& dialect, std::string_view name) {
  if (name.empty()) throw InvalidInput("a name for a database is empty; give one");
  check_has_no_zero(name, "a name for a database");
  switch (dialect.engine) {
    case Engine::spark:
    case Engine::sqlite:
      return quote(name, '`', '`');
    case Engine::bigquery:
      return quote(name, '`', '\\', "\\");
    case Engine::duckdb:
    case Engine::postgres:
    case Engine::snowflake:
      break;
  }
  return quote(name, '"', '"');
}

std::string quote_table(const Dialect& dialect, std::string_view dotted) {
  std::vector<std::string> parts(1);
  bool is_open = false;
  for (std::size_t i = 0; i < dotted.size(); ++i) {
    const bool is_mark = dotted[i] == '"';
    if (is_mark && is_open && i + 1 < dotted.size() && dotted[i + 1] == '"') {
      parts.back() += dotted[i++];
    } else if (is_mark && (is_open || parts.back().empty())) {
      is_open = !is_open;
    } else if (dotted[i] == '.' && !is_open) {
      parts.emplace_back();
    } else {
      parts.back() += dotted[i];
    }
  }
  if (is_open || std::ranges::find(parts, "") != parts.end()) {
    throw InvalidInput("table '" + std::string(dotted) +
                       "': give table or schema.table; a part with a dot in it goes between double quotes");
  }
  std::string quoted;
  for (const std::string& part : parts) (quoted += quoted.empty() ? "" : ".") += quote_identifier(dialect, part);
  return quoted;
}

std::string text_literal(const Dialect& dialect, std::string_view text) {
  check_has_no_zero(text, "a text for a database");
  switch (dialect.engine) {
    case Engine::spark:
      return quote(text, '\'', '\\', "\\");
    case Engine::snowflake:
      return quote(text, '\'', '\'', "\\");
    case Engine::bigquery: {
      std::string one_line;
      for (const char c : quote(text, '\'', '\\', "\\"))
        one_line += c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
      return one_line;
    }
    case Engine::postgres:
      // What a backslash means there depends on a setting of the server, unless the text says so.
      if (text.find('\\') != std::string_view::npos) return 'E' + quote(text, '\'', '\'', "\\");
      break;
    case Engine::duckdb:
    case Engine::sqlite:
      break;
  }
  return quote(text, '\'', '\'');
}

std::string double_literal(const Dialect& dialect, double value) {
  if (!std::isfinite(value)) return infinite_literal(dialect, value);
  std::string text = exact_number_text(value);
  switch (dialect.engine) {
    case Engine::postgres:
      return '\'' + text + "'::float8";
    case Engine::snowflake:
      return '\'' + text + "'::FLOAT";
    case Engine::spark:
      return enclose_negative(text + 'D');
    case Engine::sqlite:
      if (!is_short_decimal(value)) return quotient_literal(value);
      return enclose_negative(text.find_first_of(".e") == std::string::npos ? text + ".0" : text);
    case Engine::duckdb:
    case Engine::bigquery:
      break;
  }
  return enclose_negative(text.find('e') == std::string::npos ? text + "e0" : text);
}

std::string integer_literal(const Dialect& dialect, std::int64_t value) {
  // Engines read the sign apart from the digits, which would be one too large for 64 bits.
  if (value == std::numeric_limits<std::int64_t>::min()) {
    return '(' + integer_literal(dialect, value + 1) + " - 1)";
  }
  const std::string text = enclose_negative(std::to_string(value) + (dialect.engine == Engine::spark ? "L" : ""));
  // Small literals have 32 bits there, and so would their sums and products.
  const bool is_short = dialect.engine == Engine::duckdb || dialect.engine == Engine::postgres;
  return is_short ? text + "::bigint" : text;
}

std::string cast_to_double(const Dialect& dialect, std::string_view expression) {
  return cast(expression, dialect.double_type);
}

std::string cast_to_integer(const Dialect& dialect, std::string_view expression) {
  return cast(expression, dialect.integer_type);
}

std::string floor_of(const Dialect& dialect, std::string_view expression) {
  if (dialect.engine != Engine::sqlite) return call("floor", expression);
  return cast_to_double(dialect, floor_to_integer(dialect, expression));
}

std::string floor_to_integer(const Dialect& dialect, std::string_view expression) {
  const std::string integer = cast_to_integer(dialect, expression);
  // There, a cast rounds to zero.
  if (dialect.engine == Engine::sqlite)
    return '(' + integer + " - ((" + std::string(expression) + ") < " + integer + "))";
  return cast_to_integer(dialect, call("floor", expression));
}

std::string times_power_of_two(const Dialect& dialect, std::string_view name, int exponent) {
  std::string x(name);
  if (exponent == 0) return x;
  std::string product = "(" + x + " * " + double_literal(dialect, std::ldexp(1.0, exponent)) + ")";
  if (exponent > 0 || dialect.engine != Engine::postgres) return product;
  // Half of the smallest number is rounded to 0.
  constexpr int smallest = -1074;
  const std::string most = double_literal(dialect, std::ldexp(1.0, smallest - exponent - 1));
  return "(CASE WHEN " + x + " BETWEEN -(" + most + ") AND " + most + " THEN " + double_literal(dialect, 0) + " ELSE " +
         product + " END)";
}

std::string type_of(const Dialect& dialect, std::string_view expression) {
  switch (dialect.engine) {
    case Engine::postgres:
      return cast(call("pg_typeof", expression), dialect.text_type);
    case Engine::snowflake:
      return call("SYSTEM$TYPEOF", expression);
    case Engine::bigquery:
      return "";
    case Engine::duckdb:
    case Engine::spark:
    case Engine::sqlite:
      break;
  }
  return call("typeof", expression);
}

std::string_view kept_apart(const Dialect& dialect) {
  if (dialect.engine == Engine::postgres) return " OFFSET 0";
  if (dialect.engine == Engine::sqlite) return " LIMIT -1";
  return "";
}

std::string power_of(const Dialect& /*dialect*/, std::string_view base, std::string_view exponent) {
  return call("power", base, exponent);
}

std::string remainder_of(const Dialect& dialect, std::string_view dividend, std::string_view divisor) {
  if (dialect.engine == Engine::bigquery) return call("MOD", dividend, divisor);
  return "((" + std::string(dividend) + ") % (" + std::string(divisor) + "))";
}

std::string about_distinct(const Dialect& dialect, std::string_view expression) {
  return dialect.engine == Engine::spark ? call("approx_count_distinct", expression) : "";
}

std::string is_no_number(const Dialect& dialect, std::string_view expression) {
  const std::string value = '(' + std::string(expression) + ')';
  const std::string is_null = '(' + value + " IS NULL OR ";
  switch (dialect.engine) {
    case Engine::sqlite:
      return "(typeof" + value + " NOT IN ('integer', 'real'))";
    case Engine::duckdb:
    case Engine::spark:
      return is_null + call("isnan", cast_to_double(dialect, expression)) + ')';
    case Engine::bigquery:
      return is_null + call("IS_NAN", cast_to_double(dialect, expression)) + ')';
    case Engine::postgres:
    case Engine::snowflake:
      break;
  }
  // There NaN is equal to itself.
  return is_null + cast_to_double(dialect, expression) + " = " +
         infinite_literal(dialect, std::numeric_limits<double>::quiet_NaN()) + ')';
}

}  // namespace gaptv::sql
