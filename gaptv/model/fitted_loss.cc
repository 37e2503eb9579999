// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fitted_loss.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/base/hash.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/loss/noise_scale.h"

namespace gaptv {
namespace {

// For the noise: the finest grid with at least four observations in a cell on average, or the one that is fixed. Not
// the one that the gap statistic chooses, which outliers can change.
Grid grid_for_noise(const BinnedRows& rows, const FitOptions& options) {
  constexpr double observations_per_cell = 4;
  if (options.bins == BinsRule::fixed) return rows.grid(bins_per_axis(options, rows.dimensions()));
  const double observations = total_weight(rows.data());
  std::size_t bins = 1;
  for (const std::size_t candidate : candidate_bins(options, observations)) {
    const double cells = std::pow(static_cast<double>(candidate), static_cast<double>(rows.dimensions()));
    if (cells * observations_per_cell <= observations) bins = candidate;
  }
  return rows.grid(std::vector<std::size_t>(rows.dimensions(), bins));
}

// What the null model of a loss of means needs to know.
NullSample null_sample(const DataView& data, const CellLoss& loss, std::uint64_t seed) {
  NullSample sample;
  sample.observations = total_weight(data);
  sample.seed = seed;
  if (loss.has_identity_link()) return sample;  // the rest would cost a pass over the rows
  double sum = 0;
  double weight = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double row_weight = data.size_of(row);
    sum += row_weight * data.outcome[row];
    weight += row_weight;
  }
  sample.mean = sum / weight;
  // Rows picked by a hash: no pattern in their order can make them unlike the rest.
  constexpr std::size_t most_exposures = 10000;
  for (std::size_t i = 0; i < std::min(most_exposures, data.exposure.size); ++i) {
    sample.exposure.push_back(data.exposure[data.rows() <= most_exposures ? i : mix64(i) % data.rows()]);
  }
  return sample;
}

}  // namespace

std::string name_of_loss(const FitOptions& options) {
  if (options.own_loss) return own_loss_prefix + std::string(options.own_loss->name());
  const bool is_no_loss = options.loss == "auto" || is_one_vs_rest(options.loss);  // OutcomeData knows what to say
  return is_no_loss ? options.loss : parse_loss(options.loss).name;
}

FittedLoss loss_to_fit(const OutcomeData& outcome, const BinnedRows& rows, const FitOptions& options) {
  FittedLoss fitted;
  fitted.of_means = &outcome.loss();
  fitted.name = name_of_loss(options);
  if (fitted.name == "auto") fitted.name = fitted.of_means->name();
  // Probabilities and rates stay what they are: their logarithms know no other unit.
  if (fitted.of_means->has_identity_link()) fitted.table_scale = outcome_scale(rows.data(), options.threads);
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
      const Grid grid = grid_for_noise(rows, options);
      return fitted.scale.unit * noise_scale(rows.tabulate_samples(grid, fitted.scale, fitted.base));
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

double gap_reference(const FittedLoss& loss, const BinnedRows& rows, std::uint64_t seed) {
  if (!loss.of_outcomes) return loss.of_means->gap_reference(null_sample(rows.data(), *loss.of_means, seed));
  const Grid one_cell = rows.grid(std::vector<std::size_t>(rows.dimensions(), 1));
  const CellSamples all = rows.tabulate_samples(one_cell, loss.scale, loss.base);
  return gap_reference(*loss.of_outcomes, all[0], seed) + 2 * std::log(loss.scale.unit);
}

}  // namespace gaptv
