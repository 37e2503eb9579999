// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/option_table.h"
#include "gaptv/report/report.h"
#include "tests/report/report_parts.h"

namespace gaptv::testing {
namespace {

// The page from where a section begins to its end.
std::string section_of(const std::string& page, const std::string& id) {
  const std::size_t begin = page.find("<section id=\"" + id + "\">");
  return page.substr(begin, page.find("</section>", begin) - begin);
}

Dataset with_three_steps(std::size_t features) {
  Dataset data = rows_of_a_step(600, features);
  for (std::size_t row = 0; row < data.rows(); ++row) data.outcome[row] = std::floor(3 * data.features[0][row]);
  return data;
}

TEST(Report, ListsNoRegionAsHighestAndAsLowest) {
  const Model model = fit(with_three_steps(2), {.preset = "paper", .bins_max = 3});
  ASSERT_EQ(model.surfaces.front().regions.size(), 3U);
  const std::string map = section_of(html_report(model), "map");
  EXPECT_EQ(count_of(map, "<li>"), 2U) << map;
}

TEST(Report, SpeaksOfIntervalsWhereThereIsOneFeature) {
  const std::string line = html_report(fit(with_three_steps(1), {.preset = "paper"}));
  for (const char* const section : {"map", "why", "regions"}) {
    EXPECT_EQ(section_of(line, section).find("smallest box"), std::string::npos) << section;
  }
  EXPECT_NE(section_of(line, "why").find("A region is an interval of x1"), std::string::npos);
  EXPECT_NE(section_of(line, "map").find("Point at the curve"), std::string::npos);
  const std::string plane = html_report(fit(with_three_steps(2), {.preset = "paper", .bins_max = 3}));
  EXPECT_NE(section_of(plane, "map").find("smallest box"), std::string::npos);
  EXPECT_EQ(section_of(plane, "why").find("interval"), std::string::npos);
}

TEST(Report, HasNoMeansOfFewRowsUnlessTheyAreAskedFor) {
  // Nearly every cell is a region.
  const Model model = fit(rows_of_a_step(300), options_from_texts({{"bins", "10"}, {"lambda", "0.01"}}));
  const auto means_of_few = [](const std::string& page) {
    std::size_t count = 0;
    const nlohmann::json data = data_of(page);
    for (const nlohmann::json& region : data["models"][0]["regions"]) {
      if (region["rows"] < 5 && region["rows"] > 0 && !region["mean"].is_null()) ++count;
    }
    return count;
  };
  const std::string page = html_report(model);
  EXPECT_EQ(means_of_few(page), 0U);
  EXPECT_NE(page.find("Means of fewer than 5 rows are not shown."), std::string::npos);
  ReportOptions options;
  options.drawing.min_rows = 1;
  EXPECT_GE(means_of_few(html_report(model, options)), 1U);
}

TEST(Report, DrawsMeansOfAtLeastFiveRowsAlongOneFeature) {
  const nlohmann::json data = data_of(html_report(fit(with_three_steps(1), {})));
  const nlohmann::json& means = data["models"][0]["means"];
  ASSERT_GT(means.size(), 10U);
  for (const nlohmann::json& mean : means) EXPECT_GE(mean["weight"], 5);
}

TEST(Report, SaysForWhomThePageAndTheModelAre) {
  const std::string page = html_report(fit(with_three_steps(2), {}));
  EXPECT_NE(section_of(page, "experts").find("treat it like the data"), std::string::npos);
}

TEST(Report, ClaimsNoMoreOfOneRegionThanThatThereIsOne) {
  FitOptions options;
  options.regions = {RegionsRule::at_most, 0, 1};
  const std::string page = html_report(fit(with_three_steps(2), options));
  EXPECT_NE(page.find("One region: the same value is predicted everywhere."), std::string::npos);
  EXPECT_EQ(page.find("nothing in these data"), std::string::npos);  // the user asked for one
}

TEST(Report, SaysWhatWasRepeatedForTheErrorOnHeldOutRows) {
  FitOptions options;
  EXPECT_NE(html_report(fit(with_three_steps(2), options)).find("but not the grid and the smoothing, were found again"),
            std::string::npos);
  options.held_out = HeldOutRule::nested;
  EXPECT_NE(html_report(fit(with_three_steps(2), options)).find("everything was repeated"), std::string::npos);
}

TEST(Report, CallsTheStandardErrorWhatItIs) {
  const std::string page = html_report(fit(rows_of_a_step(300), {.preset = "paper"}));
  EXPECT_NE(page.find(">standard error, as if the regions had been given<"), std::string::npos);
  EXPECT_EQ(page.find("± of mean"), std::string::npos);
}

TEST(Report, WritesProbabilitiesAsPercentages) {
  Dataset data = rows_of_a_step(400);
  Random random(3);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    data.outcome[row] = random.uniform() < (data.features[0][row] > 0.5 ? 0.8 : 0.2) ? 1 : 0;
  }
  const Model model = fit(data, {.preset = "paper", .loss = "binomial"});
  const std::string table = section_of(html_report(model), "regions");
  const std::string value = "</th><td class=\"number\">";
  ASSERT_EQ(count_of(table, value), model.surfaces.front().regions.size());
  for (std::size_t at = table.find(value); at != std::string::npos; at = table.find(value, at + 1)) {
    const std::size_t end = table.find("</td>", at);
    EXPECT_EQ(table.substr(end - 2, 2), " %") << table.substr(at, end - at);
  }
  EXPECT_TRUE(data_of(html_report(model))["models"][0]["is_percent"]);
}

TEST(Report, HasTheTitleAndTheUnitOfTheUser) {
  ReportOptions options;
  options.drawing = {.title = "<i>Prices</i>", .unit = "km"};
  const Model model = fit(rows_of_a_step(300), {.preset = "paper"});
  const std::string page = html_report(model, options);
  EXPECT_NE(page.find("<h1>&lt;i&gt;Prices&lt;/i&gt;</h1>"), std::string::npos);
  EXPECT_NE(page.find(">y by x1 and x2</p>"), std::string::npos);
  EXPECT_NE(page.find(">value (km)<"), std::string::npos);
  EXPECT_EQ(data_of(page)["models"][0]["unit"], "km");
}

// The words of the method are for the part of the experts.
TEST(Report, DoesWithoutTheWordsOfTheMethodAtTheTop) {
  Dataset counts = rows_of_a_step(300);
  counts.exposure.assign(counts.rows(), 2.0);
  counts.exposure_name = "days";
  for (double& outcome : counts.outcome) outcome = std::floor(std::abs(outcome));
  Dataset classes = rows_of_a_step(300);
  classes.classes = {"ash", "birch", "oak"};
  for (std::size_t row = 0; row < classes.rows(); ++row) {
    classes.outcome[row] = std::clamp(std::floor(classes.outcome[row]), 0.0, 1.0) + (row % 7 == 0 ? 1 : 0);
  }
  const Model of_classes = fit(classes, {});
  EXPECT_NE(section_of(html_report(of_classes), "summary").find("Of all classes together the error on new rows is"),
            std::string::npos);
  for (const Model& model :
       {fit(rows_of_a_step(300), {.preset = "paper"}), fit(counts, {.loss = "poisson"}), of_classes}) {
    const std::string page = html_report(model);
    for (const char* const section : {"summary", "map", "why", "regions"}) {
      std::string text = section_of(page, section);
      // The names of elements are no texts.
      for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<')) {
        text.erase(at, text.find('>', at) + 1 - at);
      }
      for (const char* const word : {"lambda", "eviance", "ap statistic"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << word << " in " << text;
      }
    }
    EXPECT_NE(section_of(page, "experts").find("lambda"), std::string::npos);
  }
}

}  // namespace
}  // namespace gaptv::testing
