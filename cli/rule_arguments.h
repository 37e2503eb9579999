// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "gaptv/areas/disclosure_rules.h"

namespace gaptv::cli {

// Holds what the user says about rules of disclosure control.
struct RuleArguments {
  std::string rule;
  std::size_t min_count = 0;
  double max_share = 0;
  double p_percent = 0;
  std::size_t round_to = 0;
  bool suppresses_zero = false;
};

void add_rule_options(CLI::App& command, RuleArguments& arguments);

// Returns the rules of the office with the numbers that replace its own. Throws InvalidInput if they make no sense, or
// do not say how many people an area needs.
DisclosureRules make_rules(const RuleArguments& arguments);

// Says the rules in words, with the name of the office. For the producer: it names the parameters of dominance.
std::string rule_text(const RuleArguments& arguments);

// Lists the offices and their rules, a line each.
std::string list_of_rules();

}  // namespace gaptv::cli
