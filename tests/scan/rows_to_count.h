// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/option_table.h"
#include "tests/cells/rows_of_losses.h"

// Rows that whoever counts rows, in batches or in a database, must fit as they are fitted in memory.
namespace gaptv::testing {

using Texts = std::vector<std::pair<std::string, std::string>>;

inline FitOptions options_of(const Texts& texts) {
  FitOptions options;
  options.lambdas = 10;
  for (const auto& [name, text] : texts) set_option(options, name, text);
  return options;
}

struct RowsToCount {
  std::string name;
  Dataset data;
  FitOptions options;
};

inline std::vector<RowsToCount> rows_of_one_loss(const std::string& loss) {
  std::vector<RowsToCount> all;
  for (const Texts& texts : {Texts{{"preset", "best"}}, Texts{{"preset", "paper"}}, Texts{{"bins", "7"}},
                             Texts{{"lambda", "bic"}, {"held_out", "off"}}}) {
    FitOptions options = options_of(texts);
    options.loss = loss;
    options.bins_max = 15;
    for (const std::size_t features : {1U, 2U, 3U}) {
      all.push_back({loss + " " + texts.front().second + " " + std::to_string(features),
                     rows_for_loss(loss, features, 700), options});
    }
  }
  return all;
}

inline std::vector<RowsToCount> weighted_rows() {
  std::vector<RowsToCount> all;
  for (const std::string loss : {"gaussian", "binomial"}) {
    for (const double unit : {1.0, 0.37}) {
      for (const bool are_equal : {true, false}) {
        Dataset data = rows_for_loss(loss, 2, 600);
        for (std::size_t row = 0; row < data.rows(); ++row) {
          data.weight.push_back(are_equal ? unit : unit * static_cast<double>(1 + row % 3));
        }
        data.weight_name = "w";
        // Repeated rows have copies.
        for (std::size_t row = 0; row < 40; ++row) {
          for (std::vector<double>& feature : data.features) feature[row] = feature[row % 4];
          data.outcome[row] = data.outcome[row % 4];
        }
        all.push_back({loss + " " + std::to_string(unit) + (are_equal ? " equal" : ""), std::move(data),
                       options_of({{"preset", "best"}, {"bins_max", "12"}})});
      }
    }
  }
  return all;
}

inline std::vector<RowsToCount> counts_with_exposures() {
  Dataset data = rows_for_loss("poisson", 2, 500);
  for (std::size_t row = 0; row < data.rows(); ++row) data.exposure.push_back(0.5 + static_cast<double>(row % 5));
  data.exposure_name = "e";
  Dataset weighted = data;
  for (std::size_t row = 0; row < data.rows(); ++row) weighted.weight.push_back(static_cast<double>(1 + row % 4));
  weighted.weight_name = "w";
  const FitOptions options = options_of({{"preset", "best"}, {"bins_max", "12"}});
  return {{"exposures", std::move(data), options}, {"exposures and weights", std::move(weighted), options}};
}

// A few outcomes recur, so that copies are told apart, but whether they are few depends on how many rows differ.
inline std::vector<RowsToCount> rows_with_copies() {
  std::vector<RowsToCount> all;
  Random random(3);
  for (const std::size_t values : {5U, 15U, 24U, 60U}) {
    Dataset data;
    data.feature_names = {"a", "b"};
    data.outcome_name = "y";
    data.features.resize(2);
    for (std::size_t row = 0; row < 900; ++row) {
      data.features[0].push_back(static_cast<double>(random.below(9)) - 4);
      data.features[1].push_back(static_cast<double>(random.below(7)));
      data.outcome.push_back(0.5 + static_cast<double>(random.below(values)));
    }
    all.push_back({std::to_string(values) + " outcomes", std::move(data),
                   options_of({{"preset", "paper"}, {"loss", "gaussian"}})});
  }
  return all;
}

}  // namespace gaptv::testing
