// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/model/model.h"

namespace gaptv {
namespace {

// A grid with these numbers of bins, one observation in each cell unless told otherwise.
Model model_of(const std::vector<std::size_t>& bins, const std::vector<double>& beta,
               const std::vector<double>& weight = {}) {
  Model model;
  for (const std::size_t count : bins) {
    Axis axis;
    for (std::size_t edge = 1; edge < count; ++edge) axis.edges.push_back(static_cast<double>(edge));
    model.grid.axes.push_back(axis);
  }
  model.beta = beta;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) {
    const double count = weight.empty() ? 1 : weight[cell];
    model.cells.push_back({count, count > 0 ? beta[cell] : 0, 0});
  }
  find_plateaus(model);
  return model;
}

TEST(Plateaus, CellsOfEqualValueThatOnlyTouchAtACornerAreApart) {
  const Model model = model_of({2, 2}, {1, 2,  //
                                        2, 1});
  EXPECT_EQ(model.plateaus.size(), 4U);
  EXPECT_EQ(model.plateau_of_cell, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(Plateaus, TheLargestComesFirstAndTiesKeepTheOrderOfTheirFirstCell) {
  const Model model = model_of({6}, {1, 2, 2, 3, 4, 5}, {1, 2, 2, 1, 9, 0});
  std::vector<double> values;
  for (const Plateau& plateau : model.plateaus) values.push_back(plateau.value);
  EXPECT_EQ(values, (std::vector<double>{4, 2, 1, 3, 5}));
  EXPECT_EQ(model.plateau_of_cell, (std::vector<std::size_t>{2, 1, 1, 3, 0, 4}));
}

TEST(Plateaus, WithEqualWeightTheOneWithMoreCellsComesFirst) {
  const Model model = model_of({3}, {1, 2, 2}, {2, 1, 1});
  EXPECT_EQ(model.plateaus[0].value, 2);
  EXPECT_EQ(model.plateaus[1].value, 1);
}

TEST(Plateaus, HaveTheirBoxWeightAndMean) {
  Model model = model_of({3, 3}, {7, 7, 0,  //
                                  0, 7, 0,  //
                                  0, 0, 0});
  model.cells[0] = {3, 4, 0};
  model.cells[1] = {1, 8, 0};
  model.cells[4] = {0, 0, 0};
  find_plateaus(model);
  ASSERT_EQ(model.plateaus.size(), 2U);
  const Plateau& plateau = model.plateaus[model.plateau_of_cell[0]];
  EXPECT_EQ(plateau.value, 7);
  EXPECT_EQ(plateau.cells, 3U);
  EXPECT_EQ(plateau.weight, 4);
  EXPECT_EQ(plateau.mean, 5);
  EXPECT_EQ(plateau.first_bin, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(plateau.last_bin, (std::vector<std::size_t>{1, 1}));
}

TEST(Plateaus, WithoutObservationsTheMeanIsTheValue) {
  const Model model = model_of({2}, {1, 2}, {1, 0});
  EXPECT_EQ(model.plateaus[1].weight, 0);
  EXPECT_EQ(model.plateaus[1].mean, 2);
}

TEST(Plateaus, BothZerosAreOneValue) {
  EXPECT_EQ(model_of({3}, {0.0, -0.0, 0.0}).plateaus.size(), 1U);
}

TEST(Plateaus, NeighboursInThreeDimensionsDoNotWrapAround) {
  // The last cell of a row and the first of the next one follow each other in number but are no neighbours.
  const Model model = model_of({2, 2, 2}, {0, 1, 1, 0, 0, 0, 0, 0});
  EXPECT_EQ(model.plateaus.size(), 3U);
  EXPECT_NE(model.plateau_of_cell[1], model.plateau_of_cell[2]);
  EXPECT_EQ(model.plateau_of_cell[0], model.plateau_of_cell[3]);
}

TEST(Plateaus, FillTheGridOnce) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<std::size_t> bins = {1 + random.below(6), 1 + random.below(6), 1 + random.below(6)};
    std::vector<double> beta(bins[0] * bins[1] * bins[2]);
    for (double& value : beta) value = static_cast<double>(random.below(3));
    const Model model = model_of(bins, beta);
    std::vector<std::size_t> cells(model.plateaus.size(), 0);
    for (std::size_t cell = 0; cell < beta.size(); ++cell) {
      ++cells[model.plateau_of_cell[cell]];
      EXPECT_EQ(model.plateaus[model.plateau_of_cell[cell]].value, beta[cell]);
    }
    for (std::size_t id = 0; id < cells.size(); ++id) {
      EXPECT_EQ(model.plateaus[id].id, id);
      EXPECT_EQ(model.plateaus[id].cells, cells[id]);
    }
    EXPECT_TRUE(std::is_sorted(model.plateaus.begin(), model.plateaus.end(),
                               [](const Plateau& a, const Plateau& b) { return a.weight > b.weight; }));
  }
}

}  // namespace
}  // namespace gaptv
