// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/noise_scale.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "gaptv/loss/outcome_loss.h"

namespace gaptv {
namespace {

constexpr double median_of_absolute_normal = 0.6744897501960817;
constexpr double mean_of_absolute_normal = 0.7978845608028654;  // sqrt(2 / pi)

double median(const Sample& sample) {
  const Sample* const cells[] = {&sample};
  return middle_of(quantile_loss(0.5)->minimisers(cells, 0, {sample.outcome.front(), sample.outcome.back()}));
}

using Deviations = std::vector<CellSamples::Entry>;

// Differences of two outcomes, each with the weight of the pairs that it stands for, those of copies included.
void add_pairs(const Sample& sample, double per_pair, Deviations& deviations) {
  for (std::size_t i = 0; i < sample.outcome.size(); ++i) {
    const double copies = sample.weight[i];
    if (copies > 1) deviations.push_back({0, 0.0, per_pair * copies * (copies - 1) / 2});
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = sample.outcome[i] - sample.outcome[j];
      deviations.push_back({0, difference / std::numbers::sqrt2, per_pair * copies * sample.weight[j]});
    }
  }
}

void add_distances(const Sample& sample, double per_weight, Deviations& deviations) {
  const double centre = median(sample);
  for (std::size_t i = 0; i < sample.outcome.size(); ++i) {
    deviations.push_back({0, std::abs(sample.outcome[i] - centre), per_weight * sample.weight[i]});
  }
}

// 0 if there is nothing to tell it from.
double scale_within_cells(const CellSamples& samples) {
  constexpr std::size_t most_outcomes_for_pairs = 16;
  Deviations deviations;
  for (std::size_t cell = 0; cell < samples.cells(); ++cell) {
    const Sample sample = samples[cell];
    const double weight = sample.total_weight();
    if (!(weight > 1)) continue;
    if (sample.outcome.size() <= most_outcomes_for_pairs) {
      add_pairs(sample, 2 / weight, deviations);  // there are weight * (weight - 1) / 2 pairs
    } else {
      add_distances(sample, 1 - 1 / weight, deviations);
    }
  }
  if (deviations.empty()) return 0;
  const CellSamples all(1, deviations, 0);
  const Sample sample = all[0];
  const double typical = median(sample);
  if (typical > 0) return typical / median_of_absolute_normal;
  return sample.moment_about(0, 0, sample.outcome.size()) / sample.total_weight() / mean_of_absolute_normal;
}

}  // namespace

double noise_scale(const CellSamples& samples) {
  const double within = scale_within_cells(samples);
  if (within > 0) return within;
  const double overall = scale_within_cells(pool_samples(samples));
  return overall > 0 ? overall : 1.0;
}

}  // namespace gaptv
