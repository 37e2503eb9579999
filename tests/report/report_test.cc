// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/report.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/option_table.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/region_facts.h"
#include "gaptv/output/shell_word.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/packed.h"
#include "gaptv/report/page_assets.h"
#include "tests/report/report_parts.h"

namespace gaptv::testing {
namespace {

// RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(report::encode_base64(""), "");
  EXPECT_EQ(report::encode_base64("f"), "Zg==");
  EXPECT_EQ(report::encode_base64("fo"), "Zm8=");
  EXPECT_EQ(report::encode_base64("foo"), "Zm9v");
  EXPECT_EQ(report::encode_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(report::encode_base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(report::encode_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(report::encode_base64("\xff\xfe\xfd"), "//79");
}

TEST(HtmlText, LeavesNothingThatHtmlUnderstands) {
  EXPECT_EQ(report::html_text("<b a='1' c=\"2\">&\x01\xff</b>"),
            "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;\uFFFD\uFFFD&lt;/b&gt;");
  EXPECT_EQ(report::html_text("größe λ"), "größe λ");
}

TEST(ShellWord, IsOneWordForAShell) {
  EXPECT_EQ(shell_word("data.csv"), "data.csv");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("income, net"), "'income, net'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(RegionFacts, AreThoseOfTheRowsOfARegion) {
  const Dataset data = rows_of_a_step(400);
  FitOptions options{.preset = "paper"};
  options.preset = "best";
  const Model model = fit(data, options);
  const std::vector<RegionFacts> facts = region_facts(model, model.surfaces.front(), 1);
  ASSERT_EQ(facts.size(), model.surfaces.front().regions.size());
  for (const Region& plateau : model.surfaces.front().regions) {
    double squares = 0;
    double count = 0;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const std::vector<double> x = {data.features[0][row], data.features[1][row]};
      if (model.surfaces.front().region_of_cell[model.surfaces.front().cell_of(x)] != plateau.id) continue;
      squares += std::pow(data.outcome[row] - plateau.mean, 2);
      ++count;
    }
    ASSERT_EQ(count, plateau.weight);
    if (count < 2) {
      EXPECT_FALSE(facts[plateau.id].standard_error.has_value());
      continue;
    }
    EXPECT_NEAR(*facts[plateau.id].spread, std::sqrt(squares / (count - 1)), 1e-9);
    EXPECT_NEAR(*facts[plateau.id].standard_error, std::sqrt(squares / (count - 1) / count), 1e-9);
  }
}

TEST(RegionFacts, CallNoShareCertain) {
  Dataset data = rows_of_a_step(300);
  for (std::size_t row = 0; row < data.rows(); ++row) data.outcome[row] = data.features[0][row] > 0.5 ? 1 : 0;
  const Model model = fit(data, {.preset = "paper", .loss = "binomial"});
  for (const RegionFacts& facts : region_facts(model, model.surfaces.front())) {
    if (facts.standard_error) {
      EXPECT_GT(*facts.standard_error, 0);
    }
    EXPECT_FALSE(facts.spread.has_value());
  }
}

TEST(Report, HoldsTheModelAndItsPath) {
  const Model model = fit(rows_of_a_step(300), {.preset = "paper"});
  const std::string page = html_report(model);
  const nlohmann::json data = data_of(page);
  ASSERT_EQ(data["models"].size(), 1U);
  const nlohmann::json& shown = data["models"][0];
  ASSERT_EQ(shown["regions"].size(), model.surfaces.front().regions.size());
  for (std::size_t i = 0; i < model.surfaces.front().regions.size(); ++i) {
    EXPECT_EQ(shown["regions"][i]["value"].get<double>(), model.surfaces.front().regions[i].value);
    EXPECT_EQ(shown["regions"][i]["weight"].get<double>(), model.surfaces.front().regions[i].weight);
  }
  const std::size_t chosen = shown["path"]["chosen"];
  EXPECT_NEAR(shown["path"]["error"][chosen].get<double>(),
              std::sqrt(model.surfaces.front().record.cv.mean[model.surfaces.front().record.cv.best()]), 1e-12);
  EXPECT_EQ(shown["path"]["counts"][chosen], model.surfaces.front().regions.size());
  EXPECT_FALSE(shown.contains("points"));
  EXPECT_EQ(count_of(page, " data-region=\""), model.surfaces.front().regions.size());
}

TEST(Report, HasTheSameFitWithFewerAndMoreRegionsAndTheirErrors) {
  const Model model = fit(rows_of_a_step(600), {});
  const Surface& surface = model.surfaces.front();
  const nlohmann::json shown = data_of(html_report(model))["models"][0];
  const std::vector<std::size_t> counts = shown["path"]["counts"];
  ASSERT_GT(counts.size(), 5U);
  EXPECT_EQ(counts.front(), 1U);
  EXPECT_TRUE(std::ranges::is_sorted(counts));
  EXPECT_EQ(counts[shown["path"]["chosen"].get<std::size_t>()], surface.regions.size());
  ASSERT_TRUE(surface.record.held_out.has_value());
  const HeldOut& held_out = *surface.record.held_out;
  constexpr double rounding = 1e-12;
  EXPECT_NEAR(shown["path"]["error"][shown["path"]["chosen"].get<std::size_t>()].get<double>(),
              std::sqrt(held_out.error), rounding);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto at = std::ranges::find(held_out.path.regions, counts[k]);
    if (at == held_out.path.regions.end() || counts[k] == surface.regions.size()) continue;
    const double error = held_out.path.error[static_cast<std::size_t>(at - held_out.path.regions.begin())];
    EXPECT_NEAR(shown["path"]["error"][k].get<double>(), std::sqrt(error), rounding);
    EXPECT_NEAR(shown["path"]["explained"][k].get<double>(), 1 - error / held_out.error_of_one, rounding);
  }
}

TEST(Report, SaysWhatSimplicityCosts) {
  FitOptions options;
  options.axis_bins = AxisBinsRule::equal;  // cells enough for ten regions
  const Model model = fit(rows_of_a_step(600), options);
  const std::string page = html_report(model);
  const std::size_t begin = page.find("What simplicity costs");
  ASSERT_NE(begin, std::string::npos);
  const std::string table = page.substr(begin, page.find("</table>", begin) - begin);
  for (const char* const count : {">1<", ">2<", ">5<", ">10<"})
    EXPECT_NE(table.find(count), std::string::npos) << table;
  EXPECT_EQ(count_of(table, "this model"), 1U);
}

TEST(Report, ShowsTheRowsOfRegionsBesideTheirExposure) {
  Dataset counts = rows_of_a_step(300);
  counts.exposure.assign(counts.rows(), 2.5);
  counts.exposure_name = "days";
  for (double& outcome : counts.outcome) outcome = std::floor(std::abs(outcome));
  const Model model = fit(counts, {.loss = "poisson"});
  const std::string page = html_report(model);
  EXPECT_NE(page.find(">rows</button></th><th scope=\"col\" aria-sort=\"none\" data-key=\"weight\"><button "
                      "type=\"button\">exposure<"),
            std::string::npos);
  double rows = 0;
  const nlohmann::json data = data_of(page);
  for (const nlohmann::json& region : data["models"][0]["regions"]) rows += region["rows"].get<double>();
  EXPECT_EQ(rows, 300);
}

TEST(Report, PacksLabelsThatUnpackToTheRegions) {
  const Model model = fit(rows_of_a_step(200), {.lambda = LambdaRule::fixed, .fixed_lambda = 2});
  const nlohmann::json data = data_of(html_report(model))["models"][0];
  const std::string text = data["labels"];
  std::string bytes;
  unsigned group = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    group = group << 6 | static_cast<unsigned>(text[i] == '=' ? 0 : digits.find(text[i]));
    if (i % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(group >> shift & 0xff);
  }
  const std::size_t cells = model.surfaces.front().beta.size();
  std::string planes(4 * cells, '\0');
  auto size = static_cast<uLongf>(planes.size());
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(planes.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                       static_cast<uLong>(bytes.size())),
            Z_OK);
  ASSERT_EQ(size, planes.size());
  std::uint32_t label = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::uint32_t difference = 0;
    for (std::size_t plane = 0; plane < 4; ++plane) {
      difference |= static_cast<std::uint32_t>(static_cast<unsigned char>(planes[plane * cells + cell])) << 8 * plane;
    }
    label += difference;
    EXPECT_EQ(label, model.surfaces.front().region_of_cell[cell]);
  }
}

TEST(Report, ShowsNamesAsTextWhateverTheyHold) {
  const std::string attack = "</script><script>alert(1)</script>\"><img src=x onerror=alert(1)>";
  Dataset data = rows_of_a_step(100);
  data.feature_names = {attack, "'\"><svg onload=alert(2)>"};
  data.outcome_name = attack;
  ReportOptions options;
  options.command = attack;
  options.methods = {{attack, {1, 0.1}, {2, 0.1}, {3, 0.1}}};
  options.error_name = attack;
  Model model = fit(data, {.preset = "paper"});
  model.surfaces.front().grid.axes[1].name +=
      "\xff";  // which a fit refuses, but not whoever makes a model in another way
  const std::string page = html_report(model, options);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<svg"), std::string::npos);
  EXPECT_EQ(count_of(page, "</script>"), 2U);  // the data's and the script's
  EXPECT_EQ(data_of(page)["models"][0]["axes"][0]["name"], attack);
  EXPECT_NE(page.find("&lt;img src=x"), std::string::npos);
}

// That the digests are those of the script and the style is for the browser tests to say.
TEST(Report, LetsOnlyItsOwnScriptAndStylePass) {
  const std::string page = html_report(fit(rows_of_a_step(60), {.preset = "paper"}));
  for (const std::string_view part : {report::page_script, report::page_style}) {
    EXPECT_EQ(count_of(page, std::string(part)), 1U);
  }
  EXPECT_NE(page.find("script-src 'sha256-" + std::string(report::page_script_digest) + "';"), std::string::npos);
  EXPECT_NE(page.find("style-src 'sha256-" + std::string(report::page_style_digest) + "';"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("unsafe-inline"), std::string::npos);
  EXPECT_EQ(page.find("http://", page.find("</style>")), page.find("http://www.w3.org/2000/svg"));
  EXPECT_EQ(page.find("https://"), std::string::npos);
  EXPECT_EQ(page.find(" style="), std::string::npos);  // which the policy would not let pass
}

TEST(Report, OfFitsAlongLambdaTellsTheRecordedErrorOfTheModel) {
  // Nested errors are not those of the cross-validation that chose lambda.
  const Model model =
      fit(rows_of_a_step(200), {.preset = "paper", .bins_max = 8, .lambdas = 10, .held_out = HeldOutRule::nested});
  const nlohmann::json path = data_of(html_report(model))["models"][0]["path"];
  const double error = path["error"][path["chosen"].get<std::size_t>()].get<double>();
  EXPECT_NEAR(error, *held_out_error(model.record, model.surfaces.front().record), 1e-6 * error);
}

TEST(Report, StaysSmall) {
  FitOptions options{.preset = "paper"};
  set_option(options, "bins", "50");
  EXPECT_LE(html_report(fit(rows_of_a_step(10000), options)).size(), 600000U);
}

TEST(ReportSlow, OfALargeGridStaysSmall) {
  FitOptions options{.preset = "paper"};
  set_option(options, "bins", "200");
  EXPECT_LE(html_report(fit(rows_of_a_step(60000), options)).size(), 5000000U);
}

TEST(Report, IsThereForEveryKindOfModel) {
  for (const std::size_t features : {1U, 2U, 3U}) {
    const Dataset data = rows_of_a_step(120, features);
    for (const char* loss : {"gaussian", "huber"}) {
      const std::string page = html_report(fit(data, {.preset = "paper", .loss = loss, .bins_max = 8, .lambdas = 10}));
      EXPECT_EQ(data_of(page)["models"][0]["path"].is_null(), loss == std::string("huber"));
    }
    EXPECT_EQ(data_of(html_report(fit(data.view(), {.method = "cart"})))["models"].size(), 1U);
  }
  Dataset classes = rows_of_a_step(200);
  classes.classes = {"a", "b", "</script>"};
  for (std::size_t row = 0; row < classes.rows(); ++row)
    classes.outcome[row] = std::floor(3 * classes.features[0][row]);
  const nlohmann::json data =
      data_of(html_report(fit(classes.view(), {.preset = "paper", .bins_max = 8, .lambdas = 10})));
  ASSERT_EQ(data["models"].size(), 3U);
  EXPECT_EQ(data["models"][2]["name"], "</script>");
}

TEST(Report, HoldsRowsOnlyIfAsked) {
  const Dataset data = rows_of_a_step(5000);
  const Model model = fit(data, {.preset = "paper", .bins_max = 8, .lambdas = 10});
  ReportOptions options;
  options.points = &data;
  const nlohmann::json points = data_of(html_report(model, options))["models"][0]["points"];
  EXPECT_EQ(points["count"], most_points_in_report);
  EXPECT_EQ(points["of"], 5000);
  Dataset reversed = data;
  for (std::vector<double>& feature : reversed.features) std::reverse(feature.begin(), feature.end());
  std::reverse(reversed.outcome.begin(), reversed.outcome.end());
  options.points = &reversed;
  EXPECT_EQ(data_of(html_report(model, options))["models"][0]["points"], points);
}

TEST(Report, SaysSoWhereNoCommandRepeatsTheFit) {
  Model model = fit(rows_of_a_step(60), {.preset = "paper"});
  EXPECT_NE(html_report(model).find("<code>gaptv fit DATA.csv"), std::string::npos);
  model.record.loss = "custom:mine";
  const std::string page = html_report(model);
  EXPECT_EQ(page.find("<code>gaptv fit"), std::string::npos);
  EXPECT_NE(page.find("No command repeats it"), std::string::npos);
}

TEST(RepeatCommand, NamesWhatTheRecordKnows) {
  Dataset data = rows_of_a_step(100);
  data.feature_names[0] = "income, net";
  FitOptions options{.preset = "paper"};
  options.seed = 7;
  set_option(options, "lambda", "2.5");
  EXPECT_EQ(repeat_command(fit(data, options)),
            "gaptv fit DATA.csv --x '\"income, net\",x2' --y y --lambda 2.5 --seed 7");
}

}  // namespace
}  // namespace gaptv::testing
