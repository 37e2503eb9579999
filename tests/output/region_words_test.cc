// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gaptv/output/explanation.h"
#include "gaptv/output/region_csv.h"
#include "gaptv/output/region_text.h"
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
  EXPECT_EQ(write_region_csv(model),
            "region,value,rows,share,mean,standard_error,a_from,a_to,\"b, c_from\",\"b, c_to\"\n"
            "0,2,6,0.6,2,0.4472135954999579,2,,,\n"
            "1,1,3,0.3,1,0,,2,,\n"
            "2,5,1,0.1,5,,6,,3,\n");
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
