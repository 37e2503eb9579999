// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "sql_table.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "columns.h"
#include "gaptv/sql/fit_table.h"
#include "python_progress.h"

namespace nb = nanobind;

namespace gaptv::python {
namespace {

sql::SqlAnswer to_answer(const nb::object& columns) {
  sql::SqlAnswer answer;
  for (const nb::handle column : columns) {
    sql::SqlColumn& read = answer.columns.emplace_back();
    if (nb::isinstance<nb::list>(column)) {
      read.texts = nb::cast<std::vector<std::string>>(column);
    } else {
      read.numbers = to_vector(nb::cast<Column>(column));
    }
  }
  return answer;
}

}  // namespace

FittedModel fit_table(const std::string& dialect, const std::string& table, const std::vector<std::string>& features,
                      const std::string& outcome, const std::string& weight, const std::string& exposure,
                      const std::string& where, bool drops_missing, const nb::callable& run,
                      const GivenOptions& options) {
  const sql::Dialect& spoken = sql::dialect_named(dialect);
  const sql::TableColumns columns = {
      table, features, outcome, weight, exposure, where, drops_missing ? MissingRule::drop : MissingRule::error};
  const FitOptions chosen = fit_options(options);
  // What Python raises goes through the library as it is; the interpreter must be held where it is let go.
  const auto ask = [&run](const std::string& statement) {
    const nb::gil_scoped_acquire held;
    return to_answer(run(statement));
  };
  PythonProgress progress;
  const nb::gil_scoped_release released;
  return FittedModel(sql::fit_table(spoken, columns, chosen, ask, &progress));
}

std::vector<std::string> names_of_dialects() {
  std::vector<std::string> names;
  for (const sql::Dialect& dialect : sql::all_dialects()) names.emplace_back(dialect.name);
  return names;
}

}  // namespace gaptv::python
