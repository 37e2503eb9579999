// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gaptv/sql/scoring.h"

namespace gaptv::cli {

// Holds what the user says about statements for databases, as texts.
struct ScoringArguments {
  std::string dialect;
  std::string table;
  std::string type;
  std::string label;
  std::string lookup_table;

  bool is_given() const {
    return !(dialect.empty() && table.empty() && type.empty() && label.empty() && lookup_table.empty());
  }
};

void add_scoring_options(CLI::App& command, ScoringArguments& arguments);

// Throws InvalidInput for texts that are not understood. "what" may be empty.
sql::ScoringOptions scoring_options(const ScoringArguments& arguments, const std::string& what);

}  // namespace gaptv::cli
