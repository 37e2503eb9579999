// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gaptv/base/random.h"
#include "gaptv/regions/held_out_path.h"

namespace gaptv {
namespace {

std::vector<RegionEvidence> random_regions(const CellLoss& loss, std::size_t count, Random& random) {
  std::vector<RegionEvidence> regions;
  for (std::size_t i = 0; i < count; ++i) {
    const double mean = 0.05 + 0.9 * random.uniform();
    regions.push_back({1 + random.uniform(),
                       std::min(0.97, mean * (0.6 + 0.8 * random.uniform())),
                       {std::floor(1 + 50 * random.uniform()), mean, 0.1}});
    if (loss.has_identity_link()) regions.back().outcomes.mean = 5 * random.normal();
  }
  return regions;
}

TEST(RegionValues, AddUpToTheOutcomesForEveryLoss) {
  Random random(5);
  for (const CellLoss* const loss : all_cell_losses()) {
    for (const double relax : {0.0, 0.5, 1.0}) {
      for (const std::size_t count : {1U, 3U, 40U}) {
        const std::vector<RegionEvidence> regions = random_regions(*loss, count, random);
        const std::vector<double> values = value_regions(regions, {loss, relax, count == 3 ? 13.0 : 1.0});
        double predicted = 0;
        double observed = 0;
        for (std::size_t i = 0; i < count; ++i) {
          predicted += regions[i].outcomes.weight * values[i];
          observed += regions[i].outcomes.weight * regions[i].outcomes.mean;
        }
        EXPECT_NEAR(predicted, observed, 1e-12 * (1 + std::abs(observed))) << loss->name() << ' ' << relax;
      }
    }
  }
}

TEST(RegionValues, OfOutcomesThatAreAllAtAnEndArePublishedOnes) {
  const std::vector<RegionEvidence> regions = {{1, 0.01, {20, 0, 0}}, {1, 0.02, {30, 0, 0}}};
  for (const double value : value_regions(regions, {&binomial_loss(), 0.5, 1})) {
    EXPECT_GT(value, 0);
    EXPECT_LT(value, 0.05);
  }
}

// Many rows with a rate of 0.498 were given 0.629, because their neighbours' rate is high.
TEST(RegionValues, OfLargeRegionsAreTheirMeans) {
  const std::vector<RegionEvidence> regions = {{1, 0.76, {3000, 0.498, 0}}, {1, 5.5, {140, 11.0, 0}}};
  const std::vector<double> values = value_regions(regions, {&poisson_loss(), 0.5, 1});
  EXPECT_NEAR(values[0], 0.498, 0.02);
}

// Regions are chosen by the data, so that the means of small ones are too extreme.
TEST(RegionValues, OfFewRowsDoNotFollowTheirMeansHoweverFarTheseAre) {
  const RegionEvidence cluster{1, 0.27, {12, 0.67, 0}};
  EXPECT_LT(share_of_way(cluster, {&binomial_loss(), 0.5, 1}), 0.1);
  const RegionEvidence rare{1, 0.0059, {100000, 0.0014, 0}};
  EXPECT_GT(share_of_way(rare, {&binomial_loss(), 0.5, 1}), 0.9);
}

TEST(RegionValues, OfOutcomesThatVaryMoreFollowTheirMeansLess) {
  const RegionEvidence region{1, 2, {20, 6, 0}};
  const double of_independent_events = share_of_way(region, {&poisson_loss(), 0.5, 1});
  const double of_dispersed = share_of_way(region, {&poisson_loss(), 0.5, 13});
  EXPECT_GT(of_independent_events, 0.4);
  EXPECT_LT(of_dispersed, 0.05);
  const RegionEvidence many{1, 2, {13 * 20, 6, 0}};
  EXPECT_NEAR(share_of_way(many, {&poisson_loss(), 0.5, 13}), of_independent_events, 1e-12);
}

TEST(RegionValues, OfASingleOutlierStayNearItsNeighbours) {
  const RegionEvidence outlier{1, 0.5, {1, 50, 0}};
  EXPECT_LT(share_of_way(outlier, {&poisson_loss(), 0.5, 1}), 0.15);
  EXPECT_LT(share_of_way(outlier, {&squared_loss(), 0.5, 1}), 0.2);
  EXPECT_EQ(share_of_way(outlier, {&squared_loss(), 1, 1}), 1);
  EXPECT_EQ(share_of_way(outlier, {&squared_loss(), 0, 1}), 0);
}

CellTable random_table(const Shape& shape, const CellLoss& loss, Random& random) {
  CellTable table(shape);
  for (CellStats& cell : table.cells) {
    const auto rows = static_cast<std::size_t>(4 * random.uniform());
    for (std::size_t i = 0; i < rows; ++i) {
      cell.add(loss.accepts().are_two_classes ? std::floor(2 * random.uniform()) : 0.5 + 3 * random.uniform(), 1.0);
    }
  }
  return table;
}

TEST(HeldOutPath, IsTheDevianceOfEachPartitionsValues) {
  Random random(9);
  for (const CellLoss* const loss : all_cell_losses()) {
    const Shape shape{{6, 5}};
    const CellTable training = random_table(shape, *loss, random);
    const CellTable held_out = random_table(shape, *loss, random);
    std::vector<double> values;
    std::vector<double> weight;
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      values.push_back(0.1 + 0.8 * random.uniform());
      weight.push_back(0.2 + random.uniform());
    }
    const JoinableCells cells{values, weight,
                              join_cells({shape, values, weight}, [&](double mean) { return loss->variance(mean); })};
    const Valuation how{loss, 0.5, 0.7};
    const std::vector<std::size_t> counts = {7, 1, 30, 3};
    const std::vector<double> measured = measure_held_out(cells, training, held_out, how, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const ConnectedCells regions = cells.path.cut(counts[i]);
      const std::vector<double> of_region = value_regions(sum_evidence(regions, values, weight, training), how);
      std::vector<double> of_cell;
      for (const std::size_t region : regions.label) of_cell.push_back(of_region[region]);
      EXPECT_NEAR(measured[i], deviance(*loss, held_out, of_cell), 1e-9 * measured[i]) << loss->name();
    }
  }
}

}  // namespace
}  // namespace gaptv
