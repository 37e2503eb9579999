// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/row_facts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/data/fold_rule.h"
#include "gaptv/data/outcome_scale.h"

namespace gaptv {

void check_has_rows(const RowFacts& facts) {
  if (facts.rows > 0) return;
  throw InvalidInput(facts.dropped > 0
                         ? "no row is left: all " + std::to_string(facts.dropped) + " have a missing value"
                         : "there are no rows; at least one is needed");
}

void decide_loss(const RowFacts& facts, RowPreparation& how, SourceSummary& summary) {
  if (how.loss != "auto") {
    summary.loss = &loss_with_link_of(how.loss);
    return;
  }
  DataView names;
  names.outcome_name = summary.outcome_name;
  names.exposure_name = summary.exposure_name;
  names.classes = summary.classes;
  summary.loss = &choose_loss(facts.outcome, names, summary.notes);
  how.loss = summary.loss->name();
}

void decide_weights(const RowFacts& facts, const FitOptions& options, RowPreparation& how, SourceSummary& summary,
                    const std::function<PrecisionScale()>& add_up) {
  summary.has_weights = !summary.weight_name.empty();
  summary.observations = static_cast<double>(facts.rows);
  if (!summary.has_weights) return;
  const WeightKind kind = decide_weight_kind(facts.weights, options.weight_kind, WeightKind::automatic);
  summary.weight_kind = kind;
  how.weight_kind = kind;
  how.ignores_weights = are_like_none(facts.weights, kind);
  if (how.ignores_weights) return;
  if (kind == WeightKind::copies) {
    summary.observations = facts.weights.sum;
  } else {
    how.precision = add_up();
    summary.observations = how.precision->observations();
  }
  for (std::string& note :
       describe_weights(facts.weights, kind, options.weight_kind != WeightKind::automatic, summary.observations)) {
    summary.notes.push_back(std::move(note));
  }
}

double mean_outcome(const RowFacts& facts, const RowPreparation& how) {
  return (how.ignores_weights ? facts.all_unweighted : facts.all).mean;
}

void decide_scale(const RowFacts& facts, const RowPreparation& how, SourceSummary& summary) {
  summary.total_weight = summary.observations;
  // Probabilities and rates stay what they are: their logarithms know no other unit.
  if (!summary.loss->has_identity_link()) return;
  const double center = std::clamp(mean_outcome(facts, how), facts.lowest_outcome, facts.highest_outcome);
  const double deviation = std::max(facts.highest_outcome - center, center - facts.lowest_outcome);
  summary.scale = scale_around(center, deviation, summary.outcome_name);
}

std::vector<int> find_fold_scales(const RowFacts& facts, const SourceSummary& summary,
                                  const std::vector<std::vector<ValueStretch>>& stretches) {
  std::vector<int> scales;
  if (summary.folds < 2) return scales;
  for (const std::vector<ValueStretch>& axis : stretches) {
    scales.push_back(fold_scale(std::max(std::abs(axis.front().lowest), std::abs(axis.back().highest))));
  }
  scales.push_back(fold_scale(std::max(std::abs(facts.lowest_outcome), std::abs(facts.highest_outcome))));
  if (!summary.exposure_name.empty()) scales.push_back(fold_scale(facts.largest_exposure));
  return scales;
}

}  // namespace gaptv
