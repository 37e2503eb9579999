// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/rule_arguments.h"

#include "cli/arguments.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {
namespace {

// A 0 would look as if it took a rule back, and be passed over.
std::string check_above_zero(const std::string& argument) {
  const bool is_zero = argument.find_first_of("123456789") == std::string::npos && argument.starts_with('0');
  return is_zero ? "'" + argument + "' asks for nothing; leave the option out, or give a number above 0" : "";
}

}  // namespace

void add_rule_options(CLI::App& command, RuleArguments& arguments) {
  command.add_option("--rule", arguments.rule, "the rules of an office, see below")->type_name("NAME");
  command.add_option("--min-count", arguments.min_count, "the fewest people (rows, or texts of --id) of an area")
      ->type_name("K")
      ->check(check_whole_number)
      ->check(check_above_zero);
  command
      .add_option("--max-share", arguments.max_share,
                  "what the two largest contributors may have of an area's total, in percent")
      ->type_name("P")
      ->check(check_above_zero);
  command
      .add_option("--p-percent", arguments.p_percent,
                  "what all but the two largest contributors must have, in percent of the largest")
      ->type_name("P")
      ->check(check_above_zero);
  command.add_option("--round-to", arguments.round_to, "round counts to multiples of this")
      ->type_name("B")
      ->check(check_whole_number)
      ->check(check_above_zero);
  command.add_flag("--suppress-zero", arguments.suppresses_zero,
                   "no area without people (there is none in any case: such areas are joined)");
}

DisclosureRules make_rules(const RuleArguments& arguments) {
  DisclosureRules rules;
  if (!arguments.rule.empty()) rules = find_rules(arguments.rule);
  if (arguments.min_count > 0) rules.min_count = arguments.min_count;
  if (arguments.max_share != 0) rules.max_share = arguments.max_share;
  if (arguments.p_percent != 0) rules.p_percent = arguments.p_percent;
  if (arguments.round_to > 0) {
    rules.rounding = CountRounding::to_base;
    rules.round_base = arguments.round_to;
  }
  if (arguments.suppresses_zero) rules.zero_is_small = true;
  check_rules(rules);
  if (rules.min_count == 0) {
    throw InvalidInput("nothing says how many people an area needs; give --rule or --min-count, as in --min-count 10");
  }
  return rules;
}

std::string rule_text(const RuleArguments& arguments) {
  const std::string parts = describe(make_rules(arguments));
  return arguments.rule.empty() ? parts : arguments.rule + ": " + parts;
}

std::string list_of_rules() {
  std::string list;
  for (const DisclosureRules& rules : all_disclosure_rules()) {
    list += "  " + std::string(rules.name) + std::string(15 - rules.name.size(), ' ') + describe(rules) + "\n";
  }
  return list;
}

}  // namespace gaptv::cli
