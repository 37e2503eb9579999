// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/scan/prepared_rows.h"
#include "gaptv/scan/row_counter.h"
#include "gaptv/sql/first_facts.h"
#include "gaptv/sql/fold_query.h"
#include "gaptv/sql/sql_answer.h"
#include "gaptv/sql/sql_stretches.h"
#include "gaptv/sql/table_columns.h"

namespace gaptv::sql {

// Counts rows where they are, in a database: only cells cross the network. Statements read, they make nothing, so that
// nothing is left behind when one fails.
class SqlCounter final : public RowCounter {
 public:
  // The options are resolved. Runs the statements of the first look. Throws InvalidInput, with the column's name, where
  // the data are refused.
  SqlCounter(const Dialect& dialect, const TableColumns& table, const FitOptions& options, RunSql run,
             Progress& progress);

  const SourceSummary& summary() const override { return summary_; }
  std::size_t automatic_bins_max() const override { return bins_max_; }
  NullSample null_sample(std::uint64_t seed) const override;
  bool has_precision_weights() const override { return how_.precision.has_value(); }
  const std::vector<int>& fold_scales() const override { return rule_.scales; }
  std::vector<std::vector<ValueStretch>> take_stretches() override { return std::move(stretches_); }
  std::vector<std::vector<ValueStretch>> look_into(const std::vector<std::vector<ValueStretch>>& unclear,
                                                   const CountAhead& ahead, Progress& progress) override;
  std::vector<std::vector<CountedCells>> count(const std::vector<CountRequest>& requests, Progress& progress) override;
  std::vector<RowDeviance> row_deviances(Progress& progress) override;

 private:
  SqlAnswer ask(const std::string& statement, std::size_t columns, Progress& progress) const;
  double ask_number(const std::string& statement, Progress& progress) const;
  void read_columns(const FitOptions& options, Progress& progress);
  PrecisionScale add_up_precision(double largest, Progress& progress);
  void find_stretches(const FirstFacts& facts, Progress& progress);
  void take_exposures(const std::vector<ValueStretch>& exposures);
  void decide_bins_max(Progress& progress);
  void decide_copies(Progress& progress);
  void hash_facts(const FirstFacts& facts);
  std::string count_distinct(const std::string& columns, std::size_t limit) const;
  std::vector<CountedCells> count(const CountRequest& request, Progress& progress) const;
  // Throws InvalidInput where other rows were counted than before.
  void check_total(const std::vector<CountedCells>& folds, double expected) const;

  RunSql run_;
  RowQuery query_;
  std::vector<UsedColumn> columns_;
  RowPreparation how_;
  SourceSummary summary_;
  std::size_t bins_max_ = 0;
  FoldRule rule_;
  double mean_outcome_ = 0;
  double total_size_ = 0;  // by weight and exposure; 0 where only its parts are known
  double weight_unit_ = 1;
  std::unique_ptr<SqlStretches> divider_;
  std::vector<std::vector<ValueStretch>> stretches_;
  std::vector<double> exposures_;
};

}  // namespace gaptv::sql
