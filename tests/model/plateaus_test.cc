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
  model.surfaces.resize(1);
  for (const std::size_t count : bins) {
    Axis axis;
    for (std::size_t edge = 1; edge < count; ++edge) axis.edges.push_back(static_cast<double>(edge));
    model.surfaces.front().grid.axes.push_back(axis);
  }
  model.surfaces.front().beta = beta;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) {
    const double count = weight.empty() ? 1 : weight[cell];
    model.surfaces.front().cells.push_back({count, count > 0 ? beta[cell] : 0, 0});
  }
  find_regions(model.surfaces.front(), model.record.loss);
  return model;
}

TEST(Plateaus, CellsOfEqualValueThatOnlyTouchAtACornerAreApart) {
  const Model model = model_of({2, 2}, {1, 2,  //
                                        2, 1});
  EXPECT_EQ(model.surfaces.front().regions.size(), 4U);
  EXPECT_EQ(model.surfaces.front().region_of_cell, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(Plateaus, TheLargestComesFirstAndTiesKeepTheOrderOfTheirFirstCell) {
  const Model model = model_of({6}, {1, 2, 2, 3, 4, 5}, {1, 2, 2, 1, 9, 0});
  std::vector<double> values;
  for (const Region& plateau : model.surfaces.front().regions) values.push_back(plateau.value);
  EXPECT_EQ(values, (std::vector<double>{4, 2, 1, 3, 5}));
  EXPECT_EQ(model.surfaces.front().region_of_cell, (std::vector<std::size_t>{2, 1, 1, 3, 0, 4}));
}

TEST(Plateaus, WithEqualWeightTheOneWithMoreCellsComesFirst) {
  const Model model = model_of({3}, {1, 2, 2}, {2, 1, 1});
  EXPECT_EQ(model.surfaces.front().regions[0].value, 2);
  EXPECT_EQ(model.surfaces.front().regions[1].value, 1);
}

TEST(Plateaus, HaveTheirBoxWeightAndMean) {
  Model model = model_of({3, 3}, {7, 7, 0,  //
                                  0, 7, 0,  //
                                  0, 0, 0});
  model.surfaces.front().cells[0] = {3, 4, 0};
  model.surfaces.front().cells[1] = {1, 8, 0};
  model.surfaces.front().cells[4] = {0, 0, 0};
  find_regions(model.surfaces.front(), model.record.loss);
  ASSERT_EQ(model.surfaces.front().regions.size(), 2U);
  const Region& plateau = model.surfaces.front().regions[model.surfaces.front().region_of_cell[0]];
  EXPECT_EQ(plateau.value, 7);
  EXPECT_EQ(plateau.cells, 3U);
  EXPECT_EQ(plateau.weight, 4);
  EXPECT_EQ(plateau.mean, 5);
  EXPECT_EQ(plateau.first_bin, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(plateau.last_bin, (std::vector<std::size_t>{1, 1}));
}

TEST(Plateaus, WithoutObservationsTheMeanIsTheValue) {
  const Model model = model_of({2}, {1, 2}, {1, 0});
  EXPECT_EQ(model.surfaces.front().regions[1].weight, 0);
  EXPECT_EQ(model.surfaces.front().regions[1].mean, 2);
}

TEST(Plateaus, BothZerosAreOneValue) {
  EXPECT_EQ(model_of({3}, {0.0, -0.0, 0.0}).surfaces.front().regions.size(), 1U);
}

TEST(Plateaus, NeighboursInThreeDimensionsDoNotWrapAround) {
  // The last cell of a row and the first of the next one follow each other in number but are no neighbours.
  const Model model = model_of({2, 2, 2}, {0, 1, 1, 0, 0, 0, 0, 0});
  EXPECT_EQ(model.surfaces.front().regions.size(), 3U);
  EXPECT_NE(model.surfaces.front().region_of_cell[1], model.surfaces.front().region_of_cell[2]);
  EXPECT_EQ(model.surfaces.front().region_of_cell[0], model.surfaces.front().region_of_cell[3]);
}

TEST(Plateaus, FillTheGridOnce) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<std::size_t> bins = {1 + random.below(6), 1 + random.below(6), 1 + random.below(6)};
    std::vector<double> beta(bins[0] * bins[1] * bins[2]);
    for (double& value : beta) value = static_cast<double>(random.below(3));
    const Model model = model_of(bins, beta);
    std::vector<std::size_t> cells(model.surfaces.front().regions.size(), 0);
    for (std::size_t cell = 0; cell < beta.size(); ++cell) {
      ++cells[model.surfaces.front().region_of_cell[cell]];
      EXPECT_EQ(model.surfaces.front().regions[model.surfaces.front().region_of_cell[cell]].value, beta[cell]);
    }
    for (std::size_t id = 0; id < cells.size(); ++id) {
      EXPECT_EQ(model.surfaces.front().regions[id].id, id);
      EXPECT_EQ(model.surfaces.front().regions[id].cells, cells[id]);
    }
    EXPECT_TRUE(std::is_sorted(model.surfaces.front().regions.begin(), model.surfaces.front().regions.end(),
                               [](const Region& a, const Region& b) { return a.weight > b.weight; }));
  }
}

}  // namespace
}  // namespace gaptv
