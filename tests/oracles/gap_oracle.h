// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv::testing {

// The rows as they would be without weights: a weight of 3 written out three times. Whole weights only.
inline Dataset with_repeated_rows(const Dataset& data) {
  Dataset repeated;
  repeated.feature_names = data.feature_names;
  repeated.outcome_name = data.outcome_name;
  repeated.exposure_name = data.exposure_name;
  repeated.classes = data.classes;
  repeated.features.resize(data.features.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const auto copies = data.weight.empty() ? std::size_t{1} : static_cast<std::size_t>(data.weight[row]);
    for (std::size_t copy = 0; copy < copies; ++copy) {
      for (std::size_t j = 0; j < data.features.size(); ++j) repeated.features[j].push_back(data.features[j][row]);
      repeated.outcome.push_back(data.outcome[row]);
      if (!data.exposure.empty()) repeated.exposure.push_back(data.exposure[row]);
    }
  }
  return repeated;
}

// numpy.quantile(values, numerator / denominator), from its documentation: position (n - 1) p in the sorted values,
// linear between the two neighbours.
inline double numpy_quantile(std::vector<double> values, std::size_t numerator, std::size_t denominator) {
  std::sort(values.begin(), values.end());
  const std::size_t product = (values.size() - 1) * numerator;
  const std::size_t rank = product / denominator;
  const double share = static_cast<double>(product % denominator) / static_cast<double>(denominator);
  const double a = values[rank];
  const double b = values[std::min(rank + 1, values.size() - 1)];
  return share < 0.5 ? a + (b - a) * share : b - (b - a) * (1 - share);
}

// The edges of q bins by the rule of gaptv/grid/quantiles.h, with a count of the rows below each.
inline std::vector<double> quantile_edges(std::vector<double> values, std::size_t q) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<std::ptrdiff_t>(values.size());
  const auto bins = static_cast<std::ptrdiff_t>(q);
  std::map<std::ptrdiff_t, std::vector<double>> cuts;  // by the rows below them
  for (std::ptrdiff_t i = 1; i < bins; ++i) {
    const double value = numpy_quantile(values, static_cast<std::size_t>(i), q);
    const auto first = std::lower_bound(values.begin(), values.end(), value) - values.begin();
    const auto end = std::upper_bound(values.begin(), values.end(), value) - values.begin();
    const auto middle = [&](std::ptrdiff_t below) {
      return below > 0 && below < n
                 ? values[static_cast<std::size_t>(below - 1)] / 2 + values[static_cast<std::size_t>(below)] / 2
                 : 0.0;
    };
    if (end - first <= 1) {  // between two values, or on one row
      cuts[first].push_back(value);
      continue;
    }
    // The ends of the stretch of equal rows and the quantile's position, times 2 q.
    const std::ptrdiff_t way_down = 2 * (n - 1) * i - 2 * first * bins;
    const std::ptrdiff_t way_up = 2 * (end - 1) * bins - 2 * (n - 1) * i;
    const bool goes_up = way_up < way_down || (way_up == way_down && 2 * i < bins);
    cuts[goes_up ? end : first].push_back(middle(goes_up ? end : first));
  }
  std::vector<double> edges;
  for (const auto& [below, places] : cuts) {
    if (below == 0 || below == n) continue;
    const auto above = static_cast<std::size_t>(below);
    edges.push_back(places.size() == 1 ? places.front() : values[above - 1] / 2 + values[above] / 2);
  }
  return edges;
}

// W(q) as the text of the paper defines it: cells by comparing with the edges, then a loop over all pairs of rows in a
// cell; the mean of their squared distances (as_printed: their sum over ordered pairs, divided by twice the count).
inline double within_cell_sum_by_pairs(const Dataset& weighted, std::size_t q, bool as_printed = false) {
  const Dataset data = with_repeated_rows(weighted);
  std::vector<std::vector<double>> edges;
  for (const std::vector<double>& feature : data.features) edges.push_back(quantile_edges(feature, q));
  std::map<std::vector<std::size_t>, std::vector<double>> cells;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::vector<std::size_t> cell;
    for (std::size_t j = 0; j < edges.size(); ++j) {
      std::size_t bin = 0;
      while (bin < edges[j].size() && edges[j][bin] <= data.features[j][row]) ++bin;
      cell.push_back(bin);
    }
    cells[cell].push_back(data.outcome[row]);
  }
  double sum = 0;
  for (const auto& [cell, outcomes] : cells) {
    double squares = 0;
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < outcomes.size(); ++a) {
      for (std::size_t b = a + 1; b < outcomes.size(); ++b) {
        squares += (outcomes[a] - outcomes[b]) * (outcomes[a] - outcomes[b]);
        ++pairs;
      }
    }
    if (pairs > 0) sum += squares / static_cast<double>(as_printed ? outcomes.size() : pairs);
  }
  return sum;
}

}  // namespace gaptv::testing
