// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/predict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/base/random.h"

namespace gaptv {
namespace {

// Each cell's value is its number.
Model numbered_model(const std::vector<std::vector<double>>& edges) {
  Model model;
  model.surfaces.resize(1);
  for (const std::vector<double>& axis_edges : edges) {
    model.surfaces.front().grid.axes.push_back({"x", axis_edges, axis_edges.size() + 1, -10, 10});
  }
  const std::size_t cells = model.surfaces.front().grid.shape().cells();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    model.surfaces.front().beta.push_back(static_cast<double>(cell));
    model.surfaces.front().cells.push_back({1, static_cast<double>(cell), 0});
  }
  find_regions(model.surfaces.front(), model.record.loss);
  return model;
}

Dataset points(std::vector<std::vector<double>> features) {
  Dataset data;
  data.features = std::move(features);
  return data;
}

TEST(Predict, AnEdgeBelongsToTheBinOnItsRight) {
  const Model model = numbered_model({{-1, 0, 2}});
  const double below_2 = std::nextafter(2.0, 0.0);
  EXPECT_EQ(predict(model, points({{-1.5, -1, -0.5, -0.0, 0, 1, below_2, 2, 3}}).view()),
            (std::vector<double>{0, 1, 1, 2, 2, 2, 2, 3, 3}));
}

TEST(Predict, TheLastAxisVariesFastest) {
  const Model model = numbered_model({{0}, {0, 1}});
  EXPECT_EQ(predict(model, points({{-1, -1, 0, 0}, {-1, 1, 0.5, 1}}).view()), (std::vector<double>{0, 2, 4, 5}));
}

TEST(Predict, PointsOutsideTheTrainingRangeGetTheOuterCellAndAreFlagged) {
  const Model model = numbered_model({{-1, 1}, {0}});
  const Dataset data = points({{-11, -10, 10, 10.5, infinity, -infinity, 0}, {0, 0, 0, 0, 0, -1, 1e300}});
  EXPECT_EQ(predict(model, data.view()), (std::vector<double>{1, 1, 5, 5, 5, 0, 3}));
  EXPECT_EQ(is_outside_training_range(model, data.view()), (std::vector<std::uint8_t>{1, 0, 0, 1, 1, 1, 1}));
}

TEST(Predict, TheLinkScaleOfTheSquaredLossIsTheScaleOfTheOutcome) {
  const Model model = numbered_model({{-1, 1}});
  const Dataset data = points({{-2, 0, 2}});
  EXPECT_EQ(predict(model, data.view(), PredictionType::link), predict(model, data.view()));
}

TEST(Predict, PlateauIdsAreThoseOfTheCells) {
  Model model = numbered_model({{0, 1, 2}});
  model.surfaces.front().beta = {5, 5, 7, 5};
  model.surfaces.front().cells = {{1, 5, 0}, {1, 5, 0}, {9, 7, 0}, {0, 0, 0}};
  find_regions(model.surfaces.front(), model.record.loss);
  EXPECT_EQ(predict(model, points({{-1, 0, 1, 2}}).view(), PredictionType::region), (std::vector<double>{1, 1, 0, 2}));
}

TEST(Predict, AnotherNumberOfFeaturesIsRefused) {
  const Model model = numbered_model({{0}, {0}});
  EXPECT_THROW(predict(model, points({{1, 2}}).view()), InvalidInput);
  EXPECT_THROW(locate(model.surfaces.front(), points({{1}, {2}, {3}}).view()), InvalidInput);
}

TEST(Predict, StridedColumnsAreReadInPlace) {
  const Model model = numbered_model({{0}, {0}});
  const std::vector<double> row_major = {-1, -1, -1, 1, 1, -1, 1, 1};
  DataView data;
  data.features = {ColumnView(row_major.data(), 4, 2), ColumnView(row_major.data() + 1, 4, 2)};
  EXPECT_EQ(predict(model, data), (std::vector<double>{0, 1, 2, 3}));
}

TEST(Locate, AgreesWithHalvingOnEveryKindOfEdges) {
  Random random(5);
  std::vector<std::vector<double>> kinds(6);
  for (int i = 0; i < 300; ++i) {
    kinds[0].push_back(i);                                               // even
    kinds[1].push_back(std::exp(0.05 * i * i / 10));                     // very skewed: nearly all in the first bucket
    kinds[2].push_back(1 + i * std::numeric_limits<double>::epsilon());  // neighbouring doubles
    kinds[3].push_back(i * std::numeric_limits<double>::denorm_min());   // too narrow for buckets
  }
  kinds[4] = {-1.7e308, -1, 0, 1e-300, 1.7e308};  // the range overflows
  kinds[5] = {};
  for (const std::vector<double>& edges : kinds) {
    const Model model = numbered_model({edges});
    std::vector<double> x = {infinity, -infinity, 0, -0.0, 1e308, -1e308};
    for (const double edge : edges) {
      for (const double near : {edge, std::nextafter(edge, infinity), std::nextafter(edge, -infinity)})
        x.push_back(near);
    }
    for (int i = 0; i < 2000 && !edges.empty(); ++i) {
      x.push_back(edges.front() + random.uniform() * (edges.back() / 2 - edges.front() / 2));
    }
    const std::vector<std::uint32_t> cells = locate(model.surfaces.front(), points({x}).view());
    for (std::size_t row = 0; row < x.size(); ++row) {
      std::size_t edges_up_to_x = 0;
      for (const double edge : edges) {
        if (edge <= x[row]) ++edges_up_to_x;
      }
      ASSERT_EQ(cells[row], edges_up_to_x) << x[row];
      ASSERT_EQ(model.surfaces.front().grid.axes[0].bin_of(x[row]), edges_up_to_x) << x[row];
      ASSERT_EQ(model.surfaces.front().cell_of({&x[row], 1}), edges_up_to_x) << x[row];
    }
  }
}

TEST(Predict, OneTwoOrSevenThreadsGiveTheSame) {
  const Model model = numbered_model({{-0.5, 0, 0.5}, {0.1, 0.2}});
  Random random(2);
  Dataset data = points({{}, {}});
  constexpr std::size_t several_tasks = 200001;
  for (std::size_t row = 0; row < several_tasks; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.normal());
  }
  const std::vector<double> expected = predict(model, data.view(), PredictionType::response, 1);
  for (const std::size_t threads : {std::size_t{2}, std::size_t{7}}) {
    EXPECT_EQ(predict(model, data.view(), PredictionType::response, threads), expected);
  }
  std::vector<double> x(2);
  for (std::size_t row = 0; row < several_tasks; row += 997) {
    x = {data.features[0][row], data.features[1][row]};
    EXPECT_EQ(expected[row], model.surfaces.front().beta[model.surfaces.front().cell_of(x)]);
  }
}

}  // namespace
}  // namespace gaptv
