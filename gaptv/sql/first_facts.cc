// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/first_facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/data/number_like_text.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::sql {
namespace {

// Copies are counted in doubles.
constexpr double most_copies = 0x1p53;

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [text](std::string_view beginning) { return text.starts_with(beginning); });
}

std::string quantity(double rows) {
  return count_text(rows) + (rows == 1 ? " row holds " : " rows hold ");
}

ColumnKind kind_of_type(std::string type, const UsedColumn& column) {
  std::ranges::transform(type, type.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool is_list = type.find("[]") != std::string::npos;
  if (!is_list && starts_with_any(type, {"date", "time", "interval", "year"})) {
    throw InvalidInput(column.describe() + " holds dates or times (" + type +
                       "); turn them into numbers first, e.g. days since the first date");
  }
  if (!is_list &&
      starts_with_any(type, {"tinyint", "smallint", "int",      "bigint", "hugeint", "utinyint", "usmallint",
                             "uint",    "ubigint",  "uhugeint", "float",  "double",  "real",     "dec",
                             "num",     "bignum",   "byte",     "short",  "long",    "null",     "\"null\""})) {
    return ColumnKind::number;
  }
  if (!is_list && starts_with_any(type, {"bool"})) return ColumnKind::boolean;
  const bool is_text = !is_list && starts_with_any(type, {"varchar", "char", "text", "string", "enum", "bpchar", "name",
                                                          "citext", "nvarchar", "clob"});
  if (is_text && column.role == "outcome") return ColumnKind::text;
  throw InvalidInput(column.describe() + (is_text ? " holds texts, not numbers" : " is of the type " + type) +
                     "; turn it into a number first");
}

}  // namespace

void read_kinds(const SqlAnswer& types, std::vector<UsedColumn>& columns) {
  if (types.rows() == 0) throw InvalidInput("there are no rows; at least one is needed");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const SqlColumn& answered = types.columns.at(i);
    // Nothing: SQLite knows no value of the column.
    const std::string type = answered.texts.empty() ? "" : answered.texts.front();
    columns[i].kind = type.empty() ? ColumnKind::number : kind_of_type(type, columns[i]);
  }
}

std::vector<std::string> read_labels(const SqlAnswer& answer, const std::string& outcome, const FitOptions& options) {
  std::vector<std::string> labels = answer.rows() > 0 ? answer.columns.front().texts : std::vector<std::string>();
  const AcceptedOutcomes accepted = loss_with_link_of(options.loss).accepts();
  if (!accepted.have_labels() || labels.size() > 2) {
    if (const auto number = find_number_among_labels(labels)) {
      throw InvalidInput("outcome '" + outcome + "': " + number->problem +
                         ", and convert the column; for two classes with such names: `loss=binomial`");
    }
  }
  std::ranges::sort(labels);
  return labels;
}

FirstFacts read_first_look(const SqlAnswer& answer, const RowQuery& query, const std::vector<UsedColumn>& columns) {
  constexpr std::size_t per_column = 8;
  std::size_t next = 0;
  const auto number = [&](std::size_t place) {
    const double value = answer.columns.at(place).numbers.at(0);
    return std::isnan(value) ? 0 : value;
  };
  FirstFacts facts;
  const double all = number(next++);
  const double kept = number(next++);
  facts.rows = static_cast<std::size_t>(kept);
  facts.dropped = static_cast<std::size_t>(all - kept);
  const bool drops = query.table().missing == MissingRule::drop;
  for (std::size_t i = 0; i < columns.size(); ++i, next += per_column) {
    const double nulls = number(next);
    const double not_finite = number(next + 1) - nulls;
    const double not_positive = number(next + 2);
    const double texts = number(next + 3);
    const auto refuse_if = [&](double rows, const char* what, const char* remedy) {
      if (rows > 0) {
        std::string text = columns[i].describe();
        text.append(": ").append(quantity(rows)).append(what);
        throw InvalidInput(text.append(" (of ").append(count_text(all)).append(")").append(remedy));
      }
    };
    const char* const remedy = "; fill such rows, or leave them out (`missing=drop`)";
    refuse_if(texts, "a text or bytes, not a number", "");
    if (!drops) {
      refuse_if(nulls, "no value (NULL)", remedy);
      refuse_if(not_finite, "NaN or an infinite number", remedy);
    }
    // What is missing is not positive either, but that was said above.
    refuse_if(not_positive, "a number that is not positive", "; leave out rows that should not count");
    facts.range.push_back({number(next + 4), number(next + 5)});
    if (columns[i].role == "outcome") {
      facts.outcome.sum = number(next + 6);
      facts.outcome.highest = std::max(0.0, facts.range.back().highest);
      facts.outcomes_not_whole = number(next + 7);
    } else if (columns[i].role == "weight") {
      facts.weights.rows = facts.rows;
      facts.weights.sum = number(next + 6);
      facts.weights.first = facts.range.back().lowest;
      facts.weights.largest = facts.range.back().highest;
      facts.weights.are_equal = facts.range.back().lowest == facts.range.back().highest;
      facts.weights_not_whole = number(next + 7);
      if (facts.weights_not_whole > 0 || facts.weights.sum > most_copies) facts.weights.not_a_count = {0, 0};
    } else if (columns[i].role == "exposure") {
      facts.largest_exposure = facts.range.back().highest;
    }
  }
  const double zeros = number(next);
  const double ones = number(next + 1);
  const double negative = number(next + 2);
  facts.outcome.count = kept;
  facts.outcome.has_zero = zeros > 0;
  facts.outcome.has_one = ones > 0;
  facts.outcomes_not_zero_or_one = kept - zeros - ones;
  facts.outcome.are_zero_or_one = facts.outcomes_not_zero_or_one == 0;
  facts.outcome.may_be_counts = negative == 0 && facts.outcomes_not_whole == 0;
  facts.lowest_outcome = number(next + 3);
  facts.highest_outcome = number(next + 4);
  const auto mean_of = [&](std::size_t place) {
    const double weight = number(place);
    return CellStats{weight, weight > 0 ? number(place + 1) / weight : 0, 0};
  };
  facts.all = mean_of(next + 5);
  facts.all_unweighted = mean_of(next + 7);
  check_has_rows(facts);
  return facts;
}

void check_loss(const FirstFacts& facts, const RowPreparation& how, const FitOptions& options, SourceSummary& summary) {
  // One row of a value that every loss takes: what remains to be refused is about labels and exposures.
  const std::vector<double> one = {1};
  DataView row;
  row.features.assign(summary.dimensions(), ColumnView(one));
  row.feature_names = summary.feature_names;
  row.outcome_name = summary.outcome_name;
  row.outcome = one;
  row.classes = summary.classes;
  if (!summary.exposure_name.empty()) row.exposure = one;
  const OutcomeData taken(row, how.loss, how.takes_fractions);
  summary.notes.insert(summary.notes.end(), taken.notes().begin(), taken.notes().end());

  const AcceptedOutcomes accepted = summary.loss->accepts();
  const std::string what = "outcome '" + summary.outcome_name + "', in ";
  const auto refuse = [&](double rows, const std::string& problem) {
    throw InvalidInput(what + count_text(rows) + " of " + count_text(static_cast<double>(facts.rows)) +
                       " rows: the number " + problem);
  };
  if (accepted.are_two_classes && summary.classes.empty() && facts.outcomes_not_zero_or_one > 0) {
    if (summary.weight_name.empty()) refuse(facts.outcomes_not_zero_or_one, std::string(accepted.refusal));
    refuse(facts.outcomes_not_zero_or_one,
           "is neither 0 nor 1; successes among trials (the weight) are taken from rows in memory only: give each row "
           "an outcome of 0 or 1, and how often it occurred as its weight");
  }
  if (!accepted.have_labels() && !accepted.refusal.empty()) {
    const double lowest = facts.range.at(summary.dimensions()).lowest;
    if (lowest < accepted.lowest) {
      throw InvalidInput("outcome '" + summary.outcome_name + "': its smallest value, " + number_text(lowest) + ", " +
                         std::string(accepted.refusal));
    }
    if (accepted.are_counts && !how.takes_fractions && facts.outcomes_not_whole > 0) {
      refuse(facts.outcomes_not_whole, std::string(accepted.refusal));
    }
  }
  if (options.weight_kind == WeightKind::copies && facts.weights.not_a_count) {
    throw InvalidInput("weight '" + summary.weight_name + "': " + quantity(facts.weights_not_whole) +
                       "no number of copies, which must be whole and add up to at most 9e15; weights that say how much "
                       "a row tells are of the kind precision (`weight_kind=precision`)");
  }
}

}  // namespace gaptv::sql
