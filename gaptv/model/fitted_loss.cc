// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fitted_loss.h"

#include <cmath>
#include <vector>

#include "gaptv/loss/loss_choice.h"
#include "gaptv/loss/noise_scale.h"

namespace gaptv {
namespace {

// For the noise: the finest grid with at least four observations in a cell on average, or the one that is fixed. Not
// the one that the gap statistic chooses, which outliers can change.
Grid grid_for_noise(const TableSource& source, const CutTables& tables, const FitOptions& options) {
  constexpr double observations_per_cell = 4;
  const std::size_t axes = source.summary().dimensions();
  if (options.bins == BinsRule::fixed) return tables.grid(bins_per_axis(options, axes));
  const double observations = source.summary().total_weight;
  std::size_t bins = 1;
  for (const std::size_t candidate : candidate_bins(options, observations)) {
    const double cells = std::pow(static_cast<double>(candidate), static_cast<double>(axes));
    if (cells * observations_per_cell <= observations) bins = candidate;
  }
  return tables.grid(std::vector<std::size_t>(axes, bins));
}

}  // namespace

std::string name_of_loss(const FitOptions& options) {
  if (options.own_loss) return own_loss_prefix + std::string(options.own_loss->name());
  const bool is_no_loss = options.loss == "auto" || is_one_vs_rest(options.loss);  // OutcomeData knows what to say
  return is_no_loss ? options.loss : parse_loss(options.loss).name;
}

FittedLoss loss_to_fit(const TableSource& source, const CutTables& tables, const FitOptions& options) {
  FittedLoss fitted;
  fitted.of_means = source.summary().loss;
  fitted.name = name_of_loss(options);
  if (fitted.name == "auto") fitted.name = fitted.of_means->name();
  fitted.table_scale = source.summary().scale;
  fitted.scale = fitted.table_scale;
  fitted.lambda_unit = fitted.scale.unit;
  if (!options.own_loss && !is_loss_of_outcomes(fitted.name)) return fitted;

  // Not centred at first: a quantile of the outcomes is one of them, to the last digit.
  fitted.scale.center = 0;
  fitted.base = fitted.table_scale.center * fitted.scale.inverse_unit;
  std::shared_ptr<const OutcomeLoss> loss = options.own_loss;
  if (!loss) {
    const LossChoice choice = parse_loss(options.loss);
    const auto noise = [&] {
      const Grid grid = grid_for_noise(source, tables, options);
      return fitted.scale.unit * noise_scale(tables.samples(grid, fitted.scale, fitted.base));
    };
    loss = make_outcome_loss(choice, needs_noise_scale(choice) ? noise() : 1.0);
  }
  fitted.parameter = loss->parameter();
  OutcomeLoss::InUnit scaled = loss->in_unit(fitted.scale.unit);
  if (scaled.loss) {
    fitted.of_outcomes = std::move(scaled.loss);
    fitted.lambda_unit = scaled.pull;
    if (scaled.may_be_centred) {
      fitted.scale = fitted.table_scale;
      fitted.base = 0;
    }
  } else {
    fitted.of_outcomes = std::move(loss);
    fitted.scale = {};
    fitted.lambda_unit = 1;
    fitted.base = fitted.table_scale.center;
  }
  return fitted;
}

double gap_reference(const FittedLoss& loss, const TableSource& source, const CutTables& tables, std::uint64_t seed) {
  if (!loss.of_outcomes) return loss.of_means->gap_reference(source.null_sample(seed));
  const Grid one_cell = tables.grid(std::vector<std::size_t>(source.summary().dimensions(), 1));
  const CellSamples all = tables.samples(one_cell, loss.scale, loss.base);
  return gap_reference(*loss.of_outcomes, all[0], seed) + 2 * std::log(loss.scale.unit);
}

}  // namespace gaptv
