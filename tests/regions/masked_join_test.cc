// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/regions/held_out_path.h"
#include "gaptv/regions/join_path.h"
#include "gaptv/regions/region_choice.h"
#include "gaptv/regions/shifted_grids.h"

namespace gaptv::testing {
namespace {

// Columns 3 and 4 of 8 are left out, so that there are two parts.
std::vector<bool> strait(const Shape& shape) {
  std::vector<bool> left_out(shape.cells(), false);
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    left_out[cell] = shape.bin_of(cell, 0) == 3 || shape.bin_of(cell, 0) == 4;
  }
  return left_out;
}

struct MaskedMap {
  Shape shape{{8, 5}};
  std::vector<bool> left_out = strait(shape);
  std::vector<double> values;
  std::vector<double> weight;

  explicit MaskedMap(std::uint64_t seed) {
    Random random(seed);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      values.push_back(static_cast<double>(random.below(4)));
      weight.push_back(left_out[cell] ? 0.0 : 1.0 + random.uniform());
    }
    fill_left_out(
        {{Axis{.name = "a", .edges = {1, 2, 3, 4, 5, 6, 7}}, Axis{.name = "b", .edges = {1, 2, 3, 4}}}, left_out},
        values);
  }

  JoinPath join() const {
    return join_cells({shape, values, weight, left_out}, [](double) { return 1.0; });
  }
};

TEST(MaskedJoin, EndsWithARegionForEachPart) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const MaskedMap map(seed);
    const JoinPath path = map.join();
    EXPECT_EQ(path.fewest_regions(), 2U);
    const ConnectedCells last = path.cut(1);
    EXPECT_EQ(last.count, 2U);
    for (std::size_t cell = 0; cell < map.shape.cells(); ++cell) {
      if (map.left_out[cell]) continue;
      EXPECT_EQ(last.label[cell], map.shape.bin_of(cell, 0) < 3 ? 0U : 1U);
    }
  }
}

TEST(MaskedJoin, NoRegionReachesOverTheGapAnywhereOnThePath) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const MaskedMap map(seed);
    const JoinPath path = map.join();
    for (std::size_t count = 2; count <= path.most_regions(); ++count) {
      const ConnectedCells cut = path.cut(count);
      EXPECT_EQ(cut.count, count);
      std::vector<int> side(count, -1);
      for (std::size_t cell = 0; cell < map.shape.cells(); ++cell) {
        if (map.left_out[cell]) continue;
        const int of_cell = map.shape.bin_of(cell, 0) < 3 ? 0 : 1;
        EXPECT_TRUE(side[cut.label[cell]] == -1 || side[cut.label[cell]] == of_cell);
        side[cut.label[cell]] = of_cell;
      }
    }
  }
}

TEST(MaskedJoin, IsTheJoiningOfEachPartAlone) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const MaskedMap map(seed);
    std::vector<double> costs;
    const JoinPath whole = map.join();
    for (const Join& join : whole.joins()) costs.push_back(join.cost);
    std::vector<double> expected;
    for (const std::size_t first : {0U, 5U}) {
      const std::size_t begin = first * 5;
      const std::vector<double> values(map.values.begin() + static_cast<long>(begin),
                                       map.values.begin() + static_cast<long>(begin + 15));
      const std::vector<double> weight(map.weight.begin() + static_cast<long>(begin),
                                       map.weight.begin() + static_cast<long>(begin + 15));
      const Shape part{{3, 5}};
      const JoinPath alone = join_cells({part, values, weight}, [](double) { return 1.0; });
      for (const Join& join : alone.joins()) expected.push_back(join.cost);
    }
    std::ranges::sort(costs);
    std::ranges::sort(expected);
    ASSERT_EQ(costs.size(), expected.size());
    constexpr double rounding = 1e-12;
    for (std::size_t i = 0; i < costs.size(); ++i) EXPECT_NEAR(costs[i], expected[i], rounding);
  }
}

TEST(MaskedJoin, PartsThatDifferAreNotABorderThatIsPaidFor) {
  // Two parts of one value each: no border is left to explain anything, whatever the difference.
  MaskedMap map(1);
  for (std::size_t cell = 0; cell < map.shape.cells(); ++cell) map.values[cell] = map.shape.bin_of(cell, 0) < 4 ? 0 : 9;
  const JoinableCells cells = {map.values, map.weight, map.join()};
  EXPECT_EQ(count_worth_their_price(cells, squared_loss(), {1000, 2}), 2U);
  EXPECT_EQ(counts_to_measure(cells.path), (std::vector<std::size_t>{2}));
}

TEST(MaskedJoin, CoarseCellsStayIfOneOfTheirFineCellsStays) {
  Grid fine{{Axis{.name = "a", .edges = {1, 2, 3, 4, 5}, .bins_requested = 6, .lowest = 0, .highest = 6}}};
  fine.left_out = {false, false, true, true, true, false};
  for (const ShiftedGrid& shifted : make_shifted_grids(fine, {3})) {
    const Grid coarse = make_coarse_grid(fine, shifted);
    const std::vector<std::size_t> cells = find_coarse_cells(fine.shape(), shifted);
    for (std::size_t bin = 0; bin < coarse.axes[0].bins(); ++bin) {
      bool stays = false;
      for (std::size_t cell = 0; cell < 6; ++cell) stays = stays || (cells[cell] == bin && !fine.left_out[cell]);
      EXPECT_EQ(coarse.is_left_out(bin), !stays);
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
