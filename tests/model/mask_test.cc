// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/model/fitted_path.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/model/region_path.h"
#include "gaptv/tv/total_variation.h"

namespace gaptv::testing {
namespace {

MaskRing box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}, {left, bottom}};
}

CellMask of_polygons(std::vector<MaskPolygon> polygons) {
  MaskPolygons shapes;
  shapes.polygons = std::move(polygons);
  return {.rule = CellMask::Rule::polygons,
          .file = "land.geojson",
          .polygons = std::make_shared<const MaskPolygons>(std::move(shapes))};
}

CellMask near_data(std::size_t reach) {
  CellMask mask;
  mask.rule = CellMask::Rule::near_data;
  mask.reach = reach;
  return mask;
}

// Two shores of a lake that reaches from x = 0.35 to 0.65, with these levels and noise. Far away to the north and to
// the east there is more land, as cells end where rows are: without rows anywhere at the lake's x it would have no
// cells.
Dataset shores(std::size_t rows, double left, double right, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "price";
  data.feature_names = {"x", "y"};
  data.features.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t land = row % 4;
    const double u = random.uniform();
    const double v = random.uniform();
    data.features[0].push_back(land == 0 ? 0.35 * u : land == 1 ? 1 - 0.35 * u : land == 2 ? 2 * u : 2 + u);
    data.features[1].push_back(land == 2 ? 2 + v : land == 3 ? 2 * v : v);
    data.outcome.push_back((land == 0 ? left : land == 1 ? right : (left + right) / 2) + random.normal());
  }
  return data;
}

CellMask land() {
  return of_polygons({{box(0, 0, 0.35, 1)}, {box(0.65, 0, 1, 1)}, {box(0, 2, 2, 3)}, {box(2, 0, 3, 2)}});
}

FitOptions on_bins(std::size_t bins, double lambda, const CellMask& mask) {
  FitOptions options;
  options.preset = "paper";
  options.bins = BinsRule::fixed;
  options.fixed_bins = {bins};
  options.lambda = LambdaRule::fixed;
  options.fixed_lambda = lambda;
  options.mask = mask;
  return options;
}

double at(const Model& model, double x, double y) {
  Dataset place;
  place.features = {{x}, {y}};
  place.outcome = {0};
  return predict(model, place.view()).front();
}

TEST(Mask, ThePlainFitIsThatOfTheGraphWithoutTheCellsThatAreLeftOut) {
  Random random(91);
  for (int trial = 0; trial < 12; ++trial) {
    Dataset data;
    data.feature_names = {"a", "b"};
    data.outcome_name = "z";
    data.features.resize(2);
    std::vector<MaskPolygon> polygons;
    for (int i = 0; i < 4; ++i) {
      const double x = random.uniform();
      const double y = random.uniform();
      polygons.push_back({box(x, y, x + 0.4, y + 0.3)});
    }
    for (int row = 0; row < 150; ++row) {
      data.features[0].push_back(random.uniform());
      data.features[1].push_back(random.uniform());
      data.outcome.push_back(data.features[0].back() + random.normal());
    }
    // Rows in a part of the square only, so that there are cells to leave out.
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const bool is_thinned = row > 3 && data.features[0][row] > 0.3;
      if (is_thinned) data.features[0][row] = data.features[0][row] * data.features[1][row];
    }
    for (const double lambda : {0.1, 1.0, 5.0}) {
      const CellMask mask = trial % 2 == 0 ? near_data(1) : of_polygons(polygons);
      const Model model = fit(data, on_bins(12, lambda, mask));
      const Surface& surface = model.surfaces.front();
      const Shape shape = surface.grid.shape();
      EXPECT_FALSE(surface.grid.left_out.empty());
      std::vector<std::uint32_t> node(shape.cells(), 0);
      Graph graph;
      NodeStatistics statistics;
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        if (surface.grid.is_left_out(cell)) continue;
        node[cell] = static_cast<std::uint32_t>(graph.nodes++);
        statistics.weight.push_back(surface.cells[cell].weight);
        statistics.mean.push_back(surface.cells[cell].mean);
      }
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        for (std::size_t axis = 0; axis < 2; ++axis) {
          if (shape.bin_of(cell, axis) + 1 == shape.bins[axis]) continue;
          const std::size_t next = cell + shape.stride(axis);
          if (surface.grid.is_left_out(cell) || surface.grid.is_left_out(next)) continue;
          graph.edges.push_back({node[cell], node[next], 1.0});
        }
      }
      const PathFit expected = make_tv_solver({graph, statistics})->solve(lambda);
      constexpr double tolerance = 1e-8;
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        if (surface.grid.is_left_out(cell) || surface.cells[cell].weight <= 0) continue;
        EXPECT_NEAR(surface.beta[cell], expected.beta[node[cell]], tolerance) << "trial " << trial << ", cell " << cell;
      }
    }
  }
}

TEST(Mask, SmoothingDoesNotCrossALake) {
  const Dataset data = shores(400, 0, 1, 5);
  // So much smoothing makes one value of all where the shores are joined over the lake.
  const Model without = fit(data, on_bins(60, 500, {}));
  EXPECT_EQ(without.surfaces.front().regions.size(), 1U);
  EXPECT_EQ(at(without, 0.1, 0.5), at(without, 0.9, 0.5));
  const Model with = fit(data, on_bins(60, 500, land()));
  EXPECT_EQ(with.surfaces.front().regions.size(), count_parts(with.surfaces.front().grid));
  double mean[4] = {0, 0, 0, 0};
  for (std::size_t row = 0; row < data.rows(); ++row) mean[row % 4] += data.outcome[row] / 100;
  constexpr double of_sums = 1e-9;
  EXPECT_NEAR(at(with, 0.1, 0.5), mean[0], of_sums);
  EXPECT_NEAR(at(with, 0.9, 0.5), mean[1], of_sums);
  EXPECT_LE(with.surfaces.front().record.certificate.relative_gap, 1e-9);
}

TEST(Mask, TheUsualFitKeepsShoresApartAtEveryNumberOfRegions) {
  const Dataset data = shores(600, 0, 0.2, 6);
  FitOptions options;
  options.mask = land();
  options.regions = {.rule = RegionsRule::at_most, .at_most = 1};
  const Model model = fit(data, options);
  const Surface& surface = model.surfaces.front();
  const std::size_t parts = count_parts(surface.grid);
  EXPECT_GE(parts, 3U);
  EXPECT_EQ(surface.regions.size(), parts);
  EXPECT_NE(at(model, 0.1, 0.5), at(model, 0.9, 0.5));
  EXPECT_EQ(surface.record.held_out->path.regions.front(), parts);
  const auto has = [&](const std::string& text) {
    return std::ranges::any_of(model.record.notes,
                               [&](const std::string& note) { return note.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("cuts the map into " + std::to_string(parts) + " parts"));
  EXPECT_TRUE(has("no fewer regions than parts"));
  Progress progress;
  for (const FitWithRegions& fit : region_path(model, surface, 1, progress)) EXPECT_GE(fit.regions, parts);
  std::vector<double> one;
  for (const double value : data.outcome) one.push_back(value);
  // One value for all explains nothing: its error is about the variance of the outcomes.
  double mean = 0;
  double variance = 0;
  for (const double value : one) mean += value / static_cast<double>(one.size());
  for (const double value : one) variance += (value - mean) * (value - mean) / static_cast<double>(one.size());
  EXPECT_NEAR(surface.record.held_out->error_of_one, variance, 0.02 * variance);
}

TEST(Mask, RegionsCountTheCellsThatStay) {
  const Model model = fit(shores(400, 0, 3, 7), {.mask = land()});
  const Surface& surface = model.surfaces.front();
  std::size_t cells = 0;
  double rows = 0;
  for (const Region& region : surface.regions) {
    cells += region.cells;
    rows += region.rows;
    EXPECT_GT(region.cells, 0U);
  }
  EXPECT_EQ(cells + count_left_out(surface.grid), surface.cells.size());
  EXPECT_EQ(rows, 400);
  EXPECT_GT(count_left_out(surface.grid), 0U);
}

TEST(Mask, PredictionsHaveAValueEverywhereAndSayWhatIsOutside) {
  const Model model = fit(shores(400, 0, 3, 8), {.mask = land()});
  Dataset places;
  places.features = {{0.1, 0.5, 0.9}, {0.5, 0.5, 0.5}};
  places.outcome = {0, 0, 0};
  for (const double value : predict(model, places.view())) EXPECT_TRUE(std::isfinite(value));
  EXPECT_EQ(is_outside_training_range(model, places.view()), (std::vector<std::uint8_t>{0, 1, 0}));
}

TEST(Mask, ModelsReadBackAndRepeatTheirFit) {
  const Model model = fit(shores(500, 0, 1, 9), {.mask = land()});
  const std::string text = model_to_json(model);
  const Model again = model_from_json(text, "model.json");
  EXPECT_EQ(model_to_json(again), text);
  EXPECT_EQ(again.surfaces.front().grid.left_out, model.surfaces.front().grid.left_out);
  EXPECT_EQ(recorded_option(again.record, "mask"), "land.geojson");
  Progress progress;
  const auto path = region_path(model, model.surfaces.front(), 1, progress);
  const auto path_again = region_path(again, again.surfaces.front(), 1, progress);
  ASSERT_EQ(path.size(), path_again.size());
  for (std::size_t k = 0; k < path.size(); ++k) EXPECT_EQ(path[k].values, path_again[k].values);
  const auto chosen = std::ranges::find_if(path, &FitWithRegions::is_model);
  ASSERT_NE(chosen, path.end());
  EXPECT_EQ(chosen->values, fitted_values(model.surfaces.front()));
}

TEST(Mask, ModelsWithoutOneDoNotMentionIt) {
  const std::string text = model_to_json(fit(shores(100, 0, 1, 10), {.preset = "paper"}));
  EXPECT_EQ(text.find("mask"), std::string::npos);
  EXPECT_EQ(text.find("left_out"), std::string::npos);
}

TEST(Mask, ThatLeavesOutNothingChangesNoValue) {
  const Dataset data = shores(300, 0, 1, 11);
  const Model plain = fit(data, {});
  const Model masked = fit(data, {.mask = near_data(10000)});
  EXPECT_EQ(fitted_values(masked.surfaces.front()), fitted_values(plain.surfaces.front()));
  EXPECT_TRUE(std::ranges::any_of(masked.record.notes, [](const std::string& note) {
    return note.find("leaves out no cell") != std::string::npos;
  }));
}

TEST(Mask, GoesWithEveryLossAndOneToThreeFeatures) {
  for (const std::size_t features : {1U, 2U, 3U}) {
    Random random(92);
    Dataset data;
    data.outcome_name = "y";
    data.features.resize(features);
    for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j));
    for (int row = 0; row < 200; ++row) {
      const double place = random.uniform();
      for (auto& feature : data.features) feature.push_back(place + random.uniform() / 20);
      data.outcome.push_back(place > 0.5 ? 1 : static_cast<double>(random.below(2)));
    }
    for (const std::string loss : {"gaussian", "binomial", "poisson", "huber", "quantile"}) {
      FitOptions options{.loss = loss};
      options.bins = BinsRule::fixed;
      options.fixed_bins = {features == 3 ? std::size_t{8} : std::size_t{20}};
      options.preset = loss == "huber" || loss == "quantile" ? "paper" : "best";
      options.mask = near_data(1);
      const Model model = fit(data, options);
      const Surface& surface = model.surfaces.front();
      EXPECT_EQ(count_left_out(surface.grid) > 0, features > 1) << loss;
      EXPECT_EQ(model_to_json(model_from_json(model_to_json(model), "again")), model_to_json(model)) << loss;
    }
  }
}

TEST(Mask, OtherRulesAndNestedErrorsSeeIt) {
  const Dataset data = shores(300, 0, 1, 12);
  for (const LambdaRule rule : {LambdaRule::cv, LambdaRule::aic, LambdaRule::bic}) {
    FitOptions options = on_bins(60, 0, land());
    options.lambda = rule;
    EXPECT_GE(count_parts(fit(data, options).surfaces.front().grid), 3U);
  }
  FitOptions nested{.mask = near_data(0)};
  nested.held_out = HeldOutRule::nested;
  EXPECT_TRUE(std::isfinite(fit(data, nested).surfaces.front().record.held_out->error));
  FitOptions relaxed = on_bins(60, 0, land());
  relaxed.lambda = LambdaRule::cv;
  relaxed.relax_by_cv = true;
  EXPECT_GE(count_parts(fit(data, relaxed).surfaces.front().grid), 3U);
}

TEST(Mask, IsTheSameWithAnyNumberOfThreads) {
  const Dataset data = shores(300, 0, 1, 13);
  FitOptions options{.mask = near_data(2)};
  options.threads = 1;
  const std::string one = model_to_json(fit(data, options));
  options.threads = 3;
  EXPECT_EQ(model_to_json(fit(data, options)), one);
}

TEST(Mask, TextsOfTheOptionAreReadAndWritten) {
  for (const std::string text : {"none", "data", "data:1", "data:250", "land.geojson", "a b/LAND.JSON"}) {
    FitOptions options;
    set_option(options, "mask", text);
    EXPECT_EQ(find_option("mask").get(options), text);
  }
  for (const std::string text :
       {"dat", "data:", "data:0", "data:-1", "data:1.5", "data:99999", "data: 2", "land.shp", "NONE"}) {
    FitOptions options;
    EXPECT_THROW(set_option(options, "mask", text), InvalidInput) << text;
  }
  FitOptions other{.method = "cart"};
  other.mask = near_data(1);
  EXPECT_THROW(check(other, 2), InvalidInput);
  FitOptions three;
  three.mask = land();
  EXPECT_THROW(check(three, 3), InvalidInput);
  EXPECT_NO_THROW(check(three, 2));
}

TEST(Mask, FilesWithAnImpossibleOneAreRefused) {
  const Model model = fit(shores(200, 0, 1, 14), on_bins(10, 1, land()));
  const std::string text = model_to_json(model);
  const std::size_t begin = text.find("\"left_out\"");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t open = text.find('[', begin);
  const std::size_t close = text.find(']', begin);
  for (const std::string runs : {"[]", "[100]", "[0,100]", "[50,0,50]", "[99]", "[0,1,99,1]", "[99,2]", "[1.5,98.5]",
                                 "[18446744073709551615,2]", "[0,99,1]", "\"x\""}) {
    const std::string changed = text.substr(0, open) + runs + text.substr(close + 1);
    EXPECT_THROW(model_from_json(changed, "model.json"), InvalidInput) << runs;
  }
}

}  // namespace
}  // namespace gaptv::testing
