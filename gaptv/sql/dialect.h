// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gaptv/base/export.h"

// How databases differ in what statements of ours need: names, texts, numbers and a few functions. Nothing here knows
// models or rows. What expects an expression takes its text and puts it between parentheses where precedence could
// matter; what returns an expression can be put anywhere.
namespace gaptv::sql {

enum class Engine { duckdb, postgres, spark, sqlite, bigquery, snowflake };

// Says whether FROM (VALUES (...), ...) works, and how its columns are named.
enum class ValuesList {
  named,     // (VALUES (1, 2), (3, 4)) AS t(a, b)
  numbered,  // (VALUES (1, 2), (3, 4)) AS t, whose columns are column1, column2, ...
  none,
};

struct Dialect {
  Engine engine;
  std::string_view name;   // as in the options of commands: "duckdb"
  std::string_view title;  // as people write it: "DuckDB"
  bool is_verified;        // tests run statements in it; those for the others have never been run
  std::string_view double_type;
  std::string_view integer_type;  // with 64 bits
  std::string_view text_type;
  ValuesList values_list;
  bool has_temporary_tables;      // CREATE TEMPORARY TABLE; without it there are temporary views
  std::size_t longest_statement;  // in bytes; 0 if there is no limit that a statement of ours would reach
};

// Lists all dialects, those that are verified first.
GAPTV_API std::span<const Dialect> all_dialects();

// Finds a dialect by its name. Throws InvalidInput for an unknown one.
GAPTV_API const Dialect& dialect_named(std::string_view name);

// Returns the names of all dialects with `separator` between them.
GAPTV_API std::string dialect_names(std::string_view separator);

// Returns a comment of one line which says that nobody has run such statements; empty for dialects that are verified.
std::string unverified_comment(const Dialect& dialect);

// Quotes the name of a column or a table, whatever it contains. Throws InvalidInput for an empty name and for one with
// a character of code 0. SQLite takes names in double quotes for texts where there is no such column, so it gets
// backquotes, which it never does.
std::string quote_identifier(const Dialect& dialect, std::string_view name);

// Quotes "table" or "schema.table" or "catalogue.schema.table". A part that contains a dot itself is given in double
// quotes ("\"my.schema\".homes"), which are doubled inside. Throws InvalidInput for an empty part or an open quote.
std::string quote_table(const Dialect& dialect, std::string_view dotted);

// Writes a text. Throws InvalidInput for one with a character of code 0.
std::string text_literal(const Dialect& dialect, std::string_view text);

// Writes a number so that the engine reads exactly this double, and as a double (bare decimal literals are decimal
// numbers in most engines). Reading decimal texts is not always exact in SQLite, so that it gets a quotient of whole
// numbers where that matters. Infinities are written, NaN where there is one (SQLite has none: NULL).
std::string double_literal(const Dialect& dialect, double value);

// Writes a 64-bit integer.
std::string integer_literal(const Dialect& dialect, std::int64_t value);

std::string cast_to_double(const Dialect& dialect, std::string_view expression);
std::string cast_to_integer(const Dialect& dialect, std::string_view expression);  // of whole numbers: no rounding

// Rounds a double down to a whole number: as a double, and as a 64-bit integer (if it has room there). SQLite may have
// been built without functions such as floor(), and gets comparisons instead.
std::string floor_of(const Dialect& dialect, std::string_view expression);
std::string floor_to_integer(const Dialect& dialect, std::string_view expression);

// Writes x times a power of two, which is exact but for numbers that vanish: these become 0, where PostgreSQL would
// refuse the product. The expression is a name.
std::string times_power_of_two(const Dialect& dialect, std::string_view name, int exponent);

// Writes the name of the type of a column, as a text; empty where the dialect has no function for that. In SQLite each
// value has its own.
std::string type_of(const Dialect& dialect, std::string_view expression);

// Returns what stands at the end of a subquery that must not be merged with the query around it: several engines would
// write an expression out wherever its name stands, again and again. Empty where nothing is needed.
std::string_view kept_apart(const Dialect& dialect);

// Writes base to the power of exponent, doubles. SQLite may have been built without it; powers of two that are known
// when the statement is written are better written by double_literal(), which is exact everywhere.
std::string power_of(const Dialect& dialect, std::string_view base, std::string_view exponent);

// Writes the remainder of 64-bit integers, which has the sign of the dividend in every engine.
std::string remainder_of(const Dialect& dialect, std::string_view dividend, std::string_view divisor);

// Writes an estimate of how many different values rows have, off by a few percent; empty where counting them is as
// cheap. To count them, Spark sends every value to another machine.
std::string about_distinct(const Dialect& dialect, std::string_view expression);

// Writes a condition, never NULL, that is true where a value is not a number: NULL and NaN, in SQLite also a text or a
// blob.
std::string is_no_number(const Dialect& dialect, std::string_view expression);

}  // namespace gaptv::sql
