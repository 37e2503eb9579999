// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/sql_counter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/base/random.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/row_source.h"
#include "gaptv/scan/row_facts.h"
#include "gaptv/sql/bin_query.h"

namespace gaptv::sql {
namespace {

// Sums of weights differ in their last digits.
constexpr double rounding_of_sums = 1e-6;

[[noreturn]] void refuse_changed_table() {
  throw InvalidInput(
      "the table changed between two statements; several look at all its rows, so fit a copy, or let them all run in "
      "one "
      "transaction that sees a snapshot");
}

// The square root of the largest number of rows that a fit takes, 2^32.
constexpr std::size_t most_recurring_outcomes = 65536;
// An estimate is off by a few percent, so that nothing which is not above the limit is above this.
constexpr double surely_more_outcomes = 4.0 * most_recurring_outcomes;
constexpr std::size_t most_exposures = 10000;
// More labels than two are refused in any case; so many are shown.
constexpr std::size_t most_labels = 100;

}  // namespace

SqlCounter::SqlCounter(const Dialect& dialect, const TableColumns& table, const FitOptions& options, RunSql run,
                       Progress& progress)
    : run_(std::move(run)), query_(dialect, table), columns_(used_columns(table)) {
  how_.missing = table.missing;
  how_.loss = name_of_loss(options);
  how_.takes_fractions = options.has_fractional_counts;
  summary_.feature_names = table.features;
  summary_.outcome_name = table.outcome;
  summary_.weight_name = table.weight;
  summary_.exposure_name = table.exposure;
  summary_.folds = count_folds(options);
  read_columns(options, progress);

  const std::string first_look = query_.first_look();
  const std::size_t numbers = 2 + 8 * columns_.size() + 9;
  const FirstFacts facts = read_first_look(ask(first_look, numbers, progress), query_, columns_);
  summary_.rows = facts.rows;
  summary_.dropped_rows = facts.dropped;
  decide_loss(facts, how_, summary_);
  check_loss(facts, how_, options, summary_);
  decide_weights(facts, options, how_, summary_, [&] { return add_up_precision(facts.weights.largest, progress); });
  if (how_.ignores_weights) query_.ignore_weights();
  if (how_.precision) weight_unit_ = how_.precision->unit();
  mean_outcome_ = mean_outcome(facts, how_);
  decide_scale(facts, how_, summary_);
  if (!how_.precision) total_size_ = (how_.ignores_weights ? facts.all_unweighted : facts.all).weight;
  find_stretches(facts, progress);
  hash_facts(facts);
  decide_bins_max(progress);
  rule_ = {summary_.folds, options.seed, find_fold_scales(facts, summary_, stretches_), false,
           how_.precision.has_value()};
  decide_copies(progress);
}

SqlAnswer SqlCounter::ask(const std::string& statement, std::size_t columns, Progress& progress) const {
  progress.check();
  SqlAnswer answer = run_(statement);
  if (answer.columns.size() != columns) {
    throw InvalidInput("an answer has " + std::to_string(answer.columns.size()) +
                       " columns where its statement asks for " + std::to_string(columns) +
                       "; answers must be in the order of the statements");
  }
  return answer;
}

double SqlCounter::ask_number(const std::string& statement, Progress& progress) const {
  const SqlAnswer answer = ask(statement, 1, progress);
  if (answer.rows() != 1 || answer.columns.front().numbers.empty()) {
    throw InvalidInput("an answer is not one to its statement, which asks for a number");
  }
  return answer.columns.front().numbers.front();
}

void SqlCounter::read_columns(const FitOptions& options, Progress& progress) {
  const std::string types = query_.types();
  if (types.empty()) return;
  read_kinds(ask(types, columns_.size(), progress), columns_);
  query_.set_kinds(columns_);
  if (columns_[query_.axes()].kind != ColumnKind::text) return;
  summary_.classes = read_labels(ask(query_.labels(most_labels + 1), 1, progress), query_.table().outcome, options);
  if (summary_.classes.empty()) throw InvalidInput(columns_[query_.axes()].describe() + " has no labels");
  query_.set_labels(summary_.classes);
}

// Weights are rounded to shares of the largest, which only the first look told.
PrecisionScale SqlCounter::add_up_precision(double largest, Progress& progress) {
  query_.share_weights(largest);
  const SqlAnswer sums = ask("SELECT sum(gw), sum(gw * gw) FROM (" + query_.rows() + ") gs", 2, progress);
  PrecisionScale scale(largest);
  scale.add_sums(sums.columns[0].numbers.at(0), sums.columns[1].numbers.at(0));
  return scale;
}

void SqlCounter::find_stretches(const FirstFacts& facts, Progress& progress) {
  std::vector<std::string> names;
  std::vector<Interval> range;
  for (std::size_t axis = 0; axis < query_.axes(); ++axis) {
    names.push_back(query_.column(axis));
    range.push_back(facts.range[axis]);
  }
  const bool needs_exposures = query_.has_exposure() && !summary_.loss->has_identity_link();
  if (needs_exposures) {
    names.emplace_back("ge");
    range.push_back(facts.range.back());
  }
  divider_ = std::make_unique<SqlStretches>(names, range);
  stretches_ = divider_->read(ask(divider_->first(query_), 6, progress), query_.has_weights(), weight_unit_);
  if (needs_exposures) {
    take_exposures(stretches_.back());
    stretches_.pop_back();
  }
  for (const std::vector<ValueStretch>& axis : stretches_) {
    if (axis.empty()) throw InvalidInput("an answer is not one to its statement: a column has no values");
    double rows = 0;
    for (const ValueStretch& stretch : axis) rows += stretch.rows;
    if (rows != static_cast<double>(summary_.rows)) refuse_changed_table();
  }
}

// Typical exposures, as often as rows have them, in no order.
void SqlCounter::take_exposures(const std::vector<ValueStretch>& exposures) {
  double rows = 0;
  for (const ValueStretch& stretch : exposures) rows += stretch.rows;
  const double count = std::min(rows, static_cast<double>(most_exposures));
  double before = 0;
  for (const ValueStretch& stretch : exposures) {
    before += stretch.rows;
    const double value = stretch.lowest / 2 + stretch.highest / 2;
    while (static_cast<double>(exposures_.size()) + 0.5 < before / rows * count) exposures_.push_back(value);
  }
  Random random(0);
  for (std::size_t i = exposures_.size(); i > 1; --i) std::swap(exposures_[i - 1], exposures_[random.below(i)]);
}

// The rows themselves cannot be hashed there: numbers of rows and extremes of all stretches tell them apart nearly
// always.
void SqlCounter::hash_facts(const FirstFacts& facts) {
  std::uint64_t hash = 0;
  const auto add = [&hash](double number) { hash = hash_combine(hash, number); };
  add(static_cast<double>(facts.rows));
  for (const Interval& of_column : facts.range) {
    add(of_column.lowest);
    add(of_column.highest);
  }
  for (const std::vector<ValueStretch>& axis : stretches_) {
    for (const ValueStretch& stretch : axis) {
      add(stretch.lowest);
      add(stretch.highest);
      add(stretch.rows);
    }
  }
  summary_.content_hash = mix64(hash);
}

std::string SqlCounter::count_distinct(const std::string& columns, std::size_t limit) const {
  return "SELECT count(*) FROM (SELECT DISTINCT " + columns + " FROM (" + query_.rows() + ") gs" +
         (limit > 0 ? " LIMIT " + std::to_string(limit) : "") + ") gd";
}

void SqlCounter::decide_bins_max(Progress& progress) {
  bins_max_ = usual_bins_max;
  if (query_.axes() > 1) return;
  std::size_t distinct = stretches_.front().size();
  if (distinct < largest_candidate && !std::ranges::all_of(stretches_.front(), &ValueStretch::is_one_value)) {
    distinct = static_cast<std::size_t>(ask_number(count_distinct("gx0", largest_candidate), progress));
  }
  bins_max_ = automatic_bins_max_of_one(summary_.observations, distinct);
}

// Copies are divided where the outcome is discrete (fold_assignment.h).
void SqlCounter::decide_copies(Progress& progress) {
  if (summary_.folds < 2) return;
  if (summary_.loss->accepts().are_discrete()) {
    rule_.divides_copies = true;
    return;
  }
  const std::string estimate = about_distinct(query_.dialect(), "gy");
  if (!estimate.empty() &&
      ask_number("SELECT " + estimate + " FROM (" + query_.rows() + ") gs", progress) > surely_more_outcomes) {
    return;
  }
  const auto outcomes =
      static_cast<std::size_t>(ask_number(count_distinct("gy", most_recurring_outcomes + 1), progress));
  const auto has_few = [&](double distinct_rows) {
    return outcomes <= most_recurring_outcomes && outcomes <= most_few_values(distinct_rows);
  };
  rule_.divides_copies = has_few(1);
  if (rule_.divides_copies || !has_few(summary_.observations)) return;
  const std::string content = query_.features() + ", gy" + (query_.has_exposure() ? ", ge" : "");
  rule_.divides_copies = has_few(ask_number(count_distinct(content, 0), progress));
}

std::vector<std::vector<ValueStretch>> SqlCounter::look_into(const std::vector<std::vector<ValueStretch>>& unclear,
                                                             const CountAhead& /*ahead*/, Progress& progress) {
  std::vector<std::vector<ValueStretch>> smaller =
      divider_->read(ask(divider_->divide(query_, unclear), 6, progress), query_.has_weights(), weight_unit_);
  smaller.resize(query_.axes());
  return smaller;
}

std::vector<std::vector<CountedCells>> SqlCounter::count(const std::vector<CountRequest>& requests,
                                                         Progress& progress) {
  std::vector<std::vector<CountedCells>> counted;
  counted.reserve(requests.size());
  for (const CountRequest& request : requests) counted.push_back(count(request, progress));
  return counted;
}

std::vector<CountedCells> SqlCounter::count(const CountRequest& request, Progress& progress) const {
  const Dialect& dialect = query_.dialect();
  std::vector<std::size_t> strides;  // of the axes that are cut
  std::vector<BinnedColumn> binned;
  std::string groups;
  std::size_t stride = 1;
  for (std::size_t axis = query_.axes(); axis-- > 0;) {
    if (request.edges[axis].empty()) continue;
    const std::string name = "gb" + std::to_string(axis);
    binned.push_back({query_.column(axis), name, request.edges[axis]});
    (groups += groups.empty() ? "" : ", ") += name;
    strides.push_back(stride);
    stride *= request.edges[axis].size() + 1;
  }
  if (request.by_fold) (groups += groups.empty() ? "" : ", ") += "gf";
  const bool has_copies = request.by_fold && have_weights(query_, rule_) && !query_.has_weights();
  std::string size = query_.size(request.by_exposure);
  if (has_copies) size = request.by_exposure && query_.has_exposure() ? "gw * ge" : "gw";
  const OutcomeScale& scale = summary_.scale;
  const bool is_scaled = scale.center != 0 || scale.unit != 1;
  const std::string z = !is_scaled ? "gy"
                                   : "(gy - " + double_literal(dialect, scale.center) + ") * " +
                                         double_literal(dialect, scale.inverse_unit);
  std::vector<NamedExpression> others;
  if (request.by_fold) others.push_back({"gf", "gf"});
  if (!size.empty()) others.push_back({size, "gn"});
  others.push_back({z, "gz"});
  const std::string inner =
      with_bins(dialect, binned, others, request.by_fold ? rows_with_folds(query_, rule_) : query_.rows());
  const std::string sums =
      size.empty() ? "count(*), sum(gz), sum(gz * gz)" : "sum(gn), sum(gn * gz), sum(gn * gz * gz)";
  const SqlAnswer answer = ask("SELECT " + groups + (groups.empty() ? "" : ", ") + sums + " FROM (" + inner + ") gv" +
                                   (groups.empty() ? "" : " GROUP BY " + groups),
                               strides.size() + (request.by_fold ? 1 : 0) + 3, progress);
  std::vector<CountedCells> folds(request.by_fold ? summary_.folds : 1);
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    std::size_t column = 0;
    std::uint64_t cell = 0;
    const auto next = [&] { return answer.columns[column++].numbers.at(row); };
    for (const std::size_t of_axis : strides) cell += of_axis * static_cast<std::uint64_t>(next());
    const auto fold = static_cast<std::size_t>(request.by_fold ? next() : 0.0);
    const double weight = next();
    const double sum = next();
    const double squares = next();
    if (!(weight > 0)) continue;
    const double mean = sum / weight;
    const double scatter = std::max(0.0, squares - sum * mean);
    folds.at(fold).push_back({cell, {weight * weight_unit_, mean, scatter * weight_unit_}});
  }
  for (CountedCells& fold : folds) std::ranges::sort(fold, {}, &CountedCell::number);
  check_total(folds, request.by_exposure && query_.has_exposure() ? total_size_ : summary_.total_weight);
  return folds;
}

void SqlCounter::check_total(const std::vector<CountedCells>& folds, double expected) const {
  double total = 0;
  for (const CountedCells& fold : folds) {
    for (const CountedCell& cell : fold) total += cell.stats.weight;
  }
  if (expected > 0 && !(std::abs(total - expected) <= rounding_of_sums * expected)) refuse_changed_table();
}

std::vector<RowDeviance> SqlCounter::row_deviances(Progress& progress) {
  if (summary_.loss->is_known_by_cells()) return {};
  const Dialect& dialect = query_.dialect();
  const bool has_weights = have_weights(query_, rule_);
  const std::string weight = has_weights ? "gw" : double_literal(dialect, 1);
  const std::string size = query_.has_exposure() ? weight + " * ge" : weight;
  const std::string logarithm = "ln(CASE WHEN gr > 0 THEN gr ELSE " + double_literal(dialect, 1) + " END)";
  const std::string term = summary_.loss->row_term() == RowTerm::x_log_x ? "gr * " + logarithm : logarithm;
  const std::string ratios = "SELECT gf, " + weight + " AS gk, " + size + " AS gn, gy / " +
                             double_literal(dialect, mean_outcome_ > 0 ? mean_outcome_ : 1) + " AS gr FROM (" +
                             rows_with_folds(query_, rule_) + ") gu" + std::string(kept_apart(dialect));
  const SqlAnswer answer =
      ask("SELECT gf, sum(gk), sum(gn), sum(gn * gr), sum(gn * " + term + ") FROM (" + ratios + ") gv GROUP BY gf", 5,
          progress);
  std::vector<RowDeviance> deviances(summary_.folds, RowDeviance{0, mean_outcome_, 0});
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    const auto number = [&](std::size_t column) { return answer.columns[column].numbers.at(row); };
    RowDeviance& fold = deviances.at(static_cast<std::size_t>(number(0)));
    fold.observations = number(1) * weight_unit_;
    const RowTermSums sums = {number(2) * weight_unit_, number(3) * weight_unit_, number(4) * weight_unit_};
    fold.deviance = std::max(0.0, summary_.loss->deviance_of_sums(sums, mean_outcome_));
  }
  return deviances;
}

NullSample SqlCounter::null_sample(std::uint64_t seed) const {
  return {summary_.total_weight, summary_.loss->has_identity_link() ? 0 : mean_outcome_, exposures_, seed};
}

}  // namespace gaptv::sql
