// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gaptv/output/explanation.h"
#include "gaptv/output/region_csv.h"
#include "gaptv/output/region_facts.h"
#include "gaptv/output/region_text.h"
#include "gaptv/output/row_means.h"
#include "tests/output/small_model.h"

namespace gaptv::testing {
namespace {

std::vector<double> values_of(const std::vector<Region>& regions) {
  std::vector<double> values;
  for (const Region& region : regions) values.push_back(region.value);
  return values;
}

TEST(ExtremeRegions, AreNeverHighAndLowAtOnce) {
  const auto extremes_of = [](const std::vector<double>& values) {
    return find_extreme_regions(small_model({axis_with("a", even_cuts(values.size()))}, values).surfaces.front(), 3);
  };
  const ExtremeRegions of_two = extremes_of({5, 1});
  EXPECT_EQ(values_of(of_two.highest), (std::vector<double>{5}));
  EXPECT_EQ(values_of(of_two.lowest), (std::vector<double>{1}));
  const ExtremeRegions of_five = extremes_of({1, 4, 2, 5, 3});
  EXPECT_EQ(values_of(of_five.highest), (std::vector<double>{5, 4}));
  EXPECT_EQ(values_of(of_five.lowest), (std::vector<double>{1, 2}));
  const ExtremeRegions of_eight = extremes_of({1, 4, 2, 5, 3, 8, 6, 7});
  EXPECT_EQ(values_of(of_eight.highest), (std::vector<double>{8, 7, 6}));
  EXPECT_EQ(values_of(of_eight.lowest), (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(extremes_of({1}).highest.empty());
}

TEST(DescribeRelaxing, SaysHowFarValuesWereMoved) {
  const std::string text = describe_relaxing(0.5, false);
  EXPECT_NE(text.find("up to 50 % of the way towards the mean"), std::string::npos) << text;
  EXPECT_NE(text.find("less where rows are few"), std::string::npos) << text;
  EXPECT_NE(describe_relaxing(0.5, true).find("nearly all of the way"), std::string::npos);
  EXPECT_EQ(describe_relaxing(1, true), "The value of a region is the mean of its rows.");
}

TEST(RegionCsv, HasALineForEachRegionWithItsBounds) {
  Model model = small_model({axis_with("a", {2, 6}), axis_with("b, c", {3})}, {1, 1, 2, 2, 2, 5}, {3, 0, 2, 2, 2, 1});
  model.surfaces.front().cells[2].scatter = 6;
  EXPECT_EQ(write_region_csv(model, 1),
            "region,value,rows,share,mean,standard_error,a_from,a_to,\"b, c_from\",\"b, c_to\"\n"
            "0,2,6,0.6,2,0.4472135954999579,2,,,\n"
            "1,1,3,0.3,1,0,,2,,\n"
            "2,5,1,0.1,5,,6,,3,\n");
}

TEST(RegionCsv, HasNoMeansOfFewRows) {
  const Model model = small_model({axis_with("a", {2, 6})}, {1, 2, 5}, {5, 4, 1});
  const std::string heading = "region,value,rows,share,mean,standard_error,a_from,a_to\n";
  EXPECT_EQ(write_region_csv(model), heading + "0,1,5,0.5,1,0,,2\n1,2,4,0.4,,,2,6\n2,5,1,0.1,,,6,\n");
  EXPECT_EQ(write_region_csv(model, 4), heading + "0,1,5,0.5,1,0,,2\n1,2,4,0.4,2,0,2,6\n2,5,1,0.1,,,6,\n");
}

TEST(RegionFacts, CountRowsNotExposures) {
  Model model = small_model({axis_with("a", {5})}, {1, 2}, {400, 300});
  model.record.exposure = "days";
  model.surfaces.front().rows = {6, 2};
  find_regions(model.surfaces.front(), model.record.loss);
  const std::vector<RegionFacts> facts = region_facts(model, model.surfaces.front());
  EXPECT_TRUE(facts[0].mean.has_value());
  EXPECT_FALSE(facts[1].mean.has_value() || facts[1].standard_error.has_value() || facts[1].spread.has_value());
  EXPECT_EQ(note_on_hidden_means(model.surfaces.front(), facts, 5), "Means of fewer than 5 rows are not shown.");
  EXPECT_EQ(note_on_hidden_means(model.surfaces.front(), region_facts(model, model.surfaces.front(), 2), 2), "");
}

TEST(RowMeans, TakeBinsTogetherUntilThereAreEnoughRows) {
  const Model model = small_model({axis_with("a", even_cuts(7))}, {1, 2, 0, 4, 5, 6, 7}, {1, 1, 0, 2, 3, 1, 1});
  const std::vector<RowMean> means = means_of_rows(model.surfaces.front(), 3);
  ASSERT_EQ(means.size(), 2U);
  EXPECT_EQ(means[0].first_bin, 0U);
  EXPECT_EQ(means[0].last_bin, 3U);
  EXPECT_EQ(means[0].weight, 4);
  EXPECT_EQ(means[0].mean, 11.0 / 4);
  EXPECT_EQ(means[1].first_bin, 4U);
  EXPECT_EQ(means[1].last_bin, 6U);  // two rows are left at the end
  EXPECT_EQ(means[1].mean, 28.0 / 5);
  EXPECT_EQ(means_of_rows(model.surfaces.front(), 1).size(), 6U);
  EXPECT_TRUE(means_of_rows(model.surfaces.front(), 10).empty());
}

TEST(RegionCsv, NamesTheClassAndTheExposure) {
  Model model = small_model({axis_with("a", {5})}, {1, 2});
  model.record.exposure = "days";
  EXPECT_TRUE(write_region_csv(model).starts_with("region,value,rows,exposure,share")) << write_region_csv(model);
  model.record.exposure = "";
  model.surfaces.push_back(model.surfaces.front());
  model.surfaces[0].label = "red";
  model.surfaces[1].label = "green";
  const std::string text = write_region_csv(model);
  EXPECT_TRUE(text.starts_with("class,region,value,rows,")) << text;
  EXPECT_NE(text.find("\ngreen,0,"), std::string::npos) << text;
}

}  // namespace
}  // namespace gaptv::testing
