// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/cells/counted_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "tests/cells/rows_of_losses.h"

namespace gaptv::testing {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

FitOptions options_of(const Texts& texts) {
  FitOptions options;
  for (const auto& [name, text] : texts) set_option(options, name, text);
  return options;
}

std::string fit_of_cells(const Dataset& data, const FitOptions& options) {
  const std::string text = counted_rows_to_json(count_rows(data.view(), options));
  return model_to_json(fit_counted_rows(counted_rows_from_json(text, "cells"), options));
}

std::string refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refusal(const std::function<void()>& call, const std::string& part) {
  const std::string message = refusal_of(call);
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

class CountedRowsOf : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Losses, CountedRowsOf, ::testing::Values("gaussian", "binomial", "poisson", "gamma"));

TEST_P(CountedRowsOf, GiveTheFitOfTheRowsToTheLastBit) {
  for (const Texts& texts :
       {Texts{{"bins", "7"}}, Texts{{"bins", "7"}, {"shifts", "3"}}, Texts{{"preset", "paper"}},
        Texts{{"preset", "paper"}, {"bins", "gap-printed"}}, Texts{{"lambda", "bic"}}, Texts{{"preset", "best"}}}) {
    FitOptions options = options_of(texts);
    options.loss = GetParam();
    options.lambdas = 10;
    options.bins_max = 15;
    for (const std::size_t features : {1U, 2U}) {
      const Dataset data = rows_for_loss(GetParam(), features, 400);
      EXPECT_EQ(fit_of_cells(data, options), model_to_json(fit(data, options)))
          << GetParam() << " " << texts.front().second << " " << features;
    }
  }
}

TEST(CountedRows, GiveTheFitOfRowsThatWereAddedUpInSeveralLanesToTheLastBit) {
  const Dataset data = rows_for_loss("gaussian", 2, 140000);
  FitOptions options = options_of({{"bins", "6"}, {"lambdas", "5"}, {"bins_max", "9"}});
  EXPECT_EQ(fit_of_cells(data, options), model_to_json(fit(data, options)));
}

TEST(CountedRows, GiveTheFitOfWeightedRowsToTheLastBit) {
  for (const bool is_whole : {true, false}) {
    for (const char* bins : {"6", "gap"}) {
      Dataset data = rows_for_loss("gaussian", 2, 300);
      for (std::size_t row = 0; row < data.rows(); ++row) {
        data.weight.push_back(static_cast<double>(1 + row % 3) * (is_whole ? 1 : 0.3));
      }
      data.weight_name = "w";
      const FitOptions options = options_of({{"bins", bins}, {"lambdas", "10"}, {"bins_max", "12"}});
      EXPECT_EQ(fit_of_cells(data, options), model_to_json(fit(data, options))) << is_whole << bins;
    }
  }
}

TEST(CountedRows, GiveTheFitOfCountsWithExposuresToTheLastBit) {
  Dataset data = rows_for_loss("poisson", 2, 300);
  for (std::size_t row = 0; row < data.rows(); ++row) data.exposure.push_back(0.5 + static_cast<double>(row % 7));
  data.exposure_name = "days";
  for (const char* bins : {"6", "gap"}) {
    const FitOptions options = options_of({{"bins", bins}, {"lambdas", "10"}, {"bins_max", "12"}});
    EXPECT_EQ(fit_of_cells(data, options), model_to_json(fit(data, options))) << bins;
  }
}

TEST(CountedRows, GiveTheFitOfThreeFeaturesToTheLastBit) {
  const Dataset data = rows_for_loss("gaussian", 3, 300);
  const FitOptions options = options_of({{"lambdas", "8"}, {"bins_max", "6"}});
  EXPECT_EQ(fit_of_cells(data, options), model_to_json(fit(data, options)));
}

TEST(CountedRows, TakeFoldsAndSeedFromTheTableWhereTheyAreLeftOpen) {
  const Dataset data = rows_for_loss("gaussian", 2, 200);
  const FitOptions given = options_of({{"bins", "6"}, {"folds", "4"}, {"seed", "9"}});
  const CountedRows counted = count_rows(data.view(), given);
  EXPECT_EQ(model_to_json(fit_counted_rows(counted, options_of({{"bins", "6"}}))), model_to_json(fit(data, given)));
}

Dataset part_of(const Dataset& data, std::size_t begin, std::size_t end) {
  Dataset part = data;
  const auto cut = [&](std::vector<double>& column) {
    if (!column.empty())
      column = std::vector<double>(column.begin() + static_cast<std::ptrdiff_t>(begin),
                                   column.begin() + static_cast<std::ptrdiff_t>(end));
  };
  for (std::vector<double>& feature : part.features) cut(feature);
  cut(part.outcome);
  cut(part.exposure);
  return part;
}

void expect_near(const CountedCells& a, const CountedCells& b, const OutcomeScale& scale_a,
                 const OutcomeScale& scale_b) {
  constexpr double rounding = 1e-9;  // of outcomes around 1e6
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].number, b[i].number);
    ASSERT_NEAR(a[i].stats.weight, b[i].stats.weight, rounding);
    ASSERT_NEAR(scale_a.to_outcome(a[i].stats.mean), scale_b.to_outcome(b[i].stats.mean), rounding);
    ASSERT_NEAR(a[i].stats.scatter * scale_a.unit * scale_a.unit, b[i].stats.scatter * scale_b.unit * scale_b.unit,
                1e-7);
  }
}

TEST(CountedRows, OfTwoFilesAddUpToThoseOfAllRows) {
  for (const std::string loss : {"gaussian", "gamma", "poisson"}) {
    Dataset data = rows_for_loss(loss, 2, 600);
    const bool has_exposure = loss == "poisson";
    for (std::size_t row = 0; has_exposure && row < data.rows(); ++row) {
      // All different, so that no two rows are copies, which are dealt to folds file by file.
      data.exposure.push_back(0.5 + 0.001 * static_cast<double>(row));
    }
    const Dataset first = part_of(data, 0, 250);
    const Dataset second = part_of(data, 250, 600);
    const FitOptions options = options_of({{"loss", loss}, {"bins_max", "8"}});
    const CountedRows on_first = count_rows(first.view(), options);
    const CountedRows merged =
        merge_counted_rows({on_first, count_rows_on(on_first, second.view(), options)}, {"first", "second"});
    const CountedRows all = count_rows_on(on_first, data.view(), options);
    EXPECT_EQ(merged.summary.rows, 600);
    EXPECT_EQ(merged.summary.observations, 600);
    for (std::size_t fold = 0; fold < all.folds.size(); ++fold) {
      expect_near(merged.folds[fold], all.folds[fold], merged.summary.scale, all.summary.scale);
    }
    expect_near(merged.copies, all.copies, merged.summary.scale, all.summary.scale);
    EXPECT_EQ(merged.copies.empty(), !has_exposure);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      EXPECT_EQ(merged.axes[axis].lowest, all.axes[axis].lowest);
      EXPECT_EQ(merged.axes[axis].highest, all.axes[axis].highest);
    }
    // The fits agree, whatever the rows are measured from.
    const Model from_merged = fit_counted_rows(merged, options);
    const Model from_all = fit_counted_rows(all, options);
    EXPECT_NEAR(from_merged.record.train_deviance, from_all.record.train_deviance, 1e-6) << loss;
    ASSERT_EQ(from_merged.surfaces.front().record.cv.mean.size(), from_all.surfaces.front().record.cv.mean.size());
    for (std::size_t i = 0; i < from_all.surfaces.front().record.cv.mean.size(); ++i) {
      EXPECT_NEAR(from_merged.surfaces.front().record.cv.mean[i], from_all.surfaces.front().record.cv.mean[i], 1e-7)
          << loss << " " << i;
    }
  }
}

// The second file has larger values, which alone would have other scales.
TEST(CountedRows, OnTheEdgesOfAnotherTableAreInTheFoldsOfItsScales) {
  const Dataset data = rows_for_loss("gaussian", 2, 300);
  const FitOptions options = options_of({{"bins", "6"}});
  const CountedRows first = count_rows(data.view(), options);
  Dataset longer = data;
  for (std::vector<double>& feature : longer.features) feature.push_back(1e12);
  longer.outcome.push_back(-1e12);
  const CountedRows second = count_rows_on(first, longer.view(), options);
  EXPECT_EQ(second.fold_scales, first.fold_scales);
  EXPECT_NE(count_rows(longer.view(), options).fold_scales, first.fold_scales);
  double rows = 0;
  for (std::size_t fold = 0; fold < first.folds.size(); ++fold) {
    const auto weight_of = [fold](const CountedRows& table) {
      double sum = 0;
      for (const CountedCell& cell : table.folds[fold]) sum += cell.stats.weight;
      return sum;
    };
    EXPECT_GE(weight_of(second), weight_of(first));
    rows += weight_of(second);
  }
  EXPECT_EQ(rows, 301);
}

TEST(CountedRows, OfOtherEdgesOrOptionsAreNotMergedAndTheMessageSaysWhatDiffers) {
  const Dataset data = rows_for_loss("poisson", 2, 200);
  const auto counted = [&](const Texts& texts) { return count_rows(data.view(), options_of(texts)); };
  const CountedRows first = counted({{"bins", "6"}});
  const auto merged_with = [&first](CountedRows other) {
    return [&first, other] { merge_counted_rows({first, other}, {"a.cells", "b.cells"}); };
  };
  expect_refusal(merged_with(counted({{"bins", "5"}})),
                 "b.cells cannot be added to a.cells: the edges of feature 'x1' are others (4 instead of 5)");
  expect_refusal(merged_with(counted({{"bins", "6"}, {"folds", "3"}})), "folds 3 instead of 5");
  expect_refusal(merged_with(counted({{"bins", "6"}, {"seed", "3"}})), "seed 3 instead of 0");
  expect_refusal(merged_with(counted({{"bins", "6"}, {"loss", "poisson"}})), "loss poisson instead of gaussian");
  Dataset renamed = data;
  renamed.outcome_name = "z";
  expect_refusal(merged_with(count_rows(renamed.view(), options_of({{"bins", "6"}}))), "outcome 'z' instead of 'y'");
  renamed.feature_names[1] = "other";
  expect_refusal(merged_with(count_rows(renamed.view(), options_of({{"bins", "6"}}))),
                 "features 'x1', 'other' instead of 'x1', 'x2'");
  EXPECT_EQ(refusal_of(merged_with(first)), "accepted");
}

TEST(CountedRows, OfWeightsThatAreScaledByTheirSumAreNotMerged) {
  Dataset data = rows_for_loss("gaussian", 1, 100);
  for (std::size_t row = 0; row < data.rows(); ++row) data.weight.push_back(row % 2 == 0 ? 0.5 : 1.7);
  const CountedRows counted = count_rows(data.view(), options_of({{"bins", "6"}}));
  expect_refusal([&] { merge_counted_rows({counted, counted}, {"a", "b"}); }, "weights of the kind precision");
}

TEST(CountedRows, OnOtherEdgesThanAskedForAreCutAtTheNearestAndANoteSaysSo) {
  const Dataset data = rows_for_loss("gaussian", 2, 500);
  const CountedRows counted = count_rows(data.view(), options_of({{"bins", "20"}}));
  const Model model = fit_counted_rows(counted, options_of({{"bins", "10"}}));
  ASSERT_EQ(model.record.notes.size(), 2);  // one for each feature
  EXPECT_EQ(model.record.notes[0],
            "feature 'x1': the cell table was not made for 10 bins; each edge is the nearest of the 19 that it has");
  // Every second of 20 bins is one of 10, up to how quantiles are rounded to rows.
  const Model from_rows = fit(data, options_of({{"bins", "10"}}));
  EXPECT_EQ(model.surfaces.front().grid.axes[0].edges, from_rows.surfaces.front().grid.axes[0].edges);
  const Model plain = fit_counted_rows(counted, options_of({{"bins", "20"}}));
  EXPECT_EQ(plain.record.notes, fit(data, options_of({{"bins", "20"}})).record.notes);
}

TEST(CountedRows, AreRefusedWhereRowsAreNeededWithARemedy) {
  const Dataset data = rows_for_loss("gaussian", 2, 100);
  const CountedRows counted = count_rows(data.view(), options_of({{"bins", "5"}}));
  const auto fitted_with = [&](const Texts& texts) {
    return [&, texts] { fit_counted_rows(counted, options_of(texts)); };
  };
  expect_refusal(fitted_with({{"loss", "huber"}}), "the loss huber needs every single outcome");
  expect_refusal(fitted_with({{"loss", "quantile=0.9"}}), "fit the rows themselves");
  expect_refusal(fitted_with({{"method", "cart"}}), "the method cart is fitted to rows");
  expect_refusal(fitted_with({{"method", "crisp"}}), "`method=gaptv`");
  expect_refusal(fitted_with({{"loss", "one-vs-rest"}}), "cells are counted for one outcome");
  expect_refusal(fitted_with({{"loss", "poisson"}}),
                 "the fit asks for the loss poisson, but the cell table was made with "
                 "gaussian; leave out `loss`, or make the table anew");
  expect_refusal(fitted_with({{"folds", "7"}}), "7 folds, but the cell table was made with 5 folds");
  expect_refusal(fitted_with({{"seed", "7"}}), "the seed 7");
  expect_refusal(fitted_with({{"weight_kind", "copies"}}), "weights of the kind copies");
  const CountedRows without_folds =
      count_rows(data.view(), options_of({{"bins", "5"}, {"lambda", "bic"}, {"held_out", "off"}}));
  expect_refusal([&] { fit_counted_rows(without_folds, options_of({{"bins", "5"}})); }, "made with none");
  EXPECT_EQ(refusal_of(fitted_with({{"lambda", "bic"}})), "accepted");
}

TEST(CountedRows, OnTheEdgesOfAnotherTableMustHaveItsFeaturesAndFolds) {
  const Dataset data = rows_for_loss("gaussian", 2, 100);
  const CountedRows counted = count_rows(data.view(), options_of({{"bins", "5"}}));
  Dataset renamed = data;
  renamed.feature_names[0] = "other";
  expect_refusal([&] { count_rows_on(counted, renamed.view(), FitOptions()); }, "name the same columns");
  expect_refusal(
      [&] {
        count_rows_on(counted, data.view(), options_of({{"folds", "3"}}));
      },
      "3 folds where the table whose edges are taken has 5 folds");
}

}  // namespace
}  // namespace gaptv::testing
