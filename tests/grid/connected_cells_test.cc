// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/connected_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// Labels spread along edges of equal value until nothing changes.
std::vector<std::size_t> labels_by_spreading(const Shape& shape, const std::vector<double>& values) {
  std::vector<std::size_t> label(values.size());
  for (std::size_t cell = 0; cell < values.size(); ++cell) label[cell] = cell;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const Graph::Edge& edge : edges_of(shape)) {
      if (values[edge.from] != values[edge.to] || label[edge.from] == label[edge.to]) continue;
      label[edge.from] = label[edge.to] = std::min(label[edge.from], label[edge.to]);
      goes_on = true;
    }
  }
  return label;
}

TEST(ConnectedCells, AreNeighboursOfEqualValue) {
  Random random(91);
  for (const Shape& shape : {Shape{{40}}, Shape{{7, 9}}, Shape{{4, 3, 5}}, Shape{{1, 1}}}) {
    for (int trial = 0; trial < 10; ++trial) {
      std::vector<double> values(shape.cells());
      for (double& value : values) value = static_cast<double>(random.below(3));
      const ConnectedCells found = connect_equal_cells(shape, values);
      const std::vector<std::size_t> expected = labels_by_spreading(shape, values);
      EXPECT_EQ(found.count, std::set<std::size_t>(expected.begin(), expected.end()).size());
      for (std::size_t a = 0; a < values.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) EXPECT_EQ(found.label[a] == found.label[b], expected[a] == expected[b]);
      }
    }
  }
}

TEST(ConnectedCells, AreNumberedInTheOrderOfTheirFirstCell) {
  const ConnectedCells found = connect_equal_cells({{2, 3}}, {5, 1, 5, 5, 1, 1});
  EXPECT_EQ(found.count, 3U);
  EXPECT_EQ(found.label, (std::vector<std::size_t>{0, 1, 2, 0, 1, 1}));
}

TEST(ConnectedCells, DiagonalNeighboursAreNotConnected) {
  EXPECT_EQ(connect_equal_cells({{2, 2}}, {1, 2, 2, 1}).count, 4U);
}

TEST(ConnectedCells, RowsDoNotRunOnIntoTheNextRow) {
  EXPECT_EQ(connect_equal_cells({{2, 3}}, {0, 0, 7, 7, 1, 1}).count, 4U);
}

TEST(ConnectedCells, ToleranceIsMeasuredFromTheFirstCellOfTheSet) {
  EXPECT_EQ(connect_equal_cells({{4}}, {0, 0.9, 1.8, 2.7}, 1.0).label, (std::vector<std::size_t>{0, 0, 1, 1}));
}

}  // namespace
}  // namespace gaptv::testing
