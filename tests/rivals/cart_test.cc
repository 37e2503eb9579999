// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Trees beside R's rpart, run as a program: every node, the complexity table, and its cross-validation with the same
// folds.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "experiments/simulate.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/cart/impurity.h"
#include "gaptv/baselines/cart/pruning.h"
#include "gaptv/baselines/cart/rows.h"
#include "gaptv/baselines/cart/tree.h"
#include "gaptv/baselines/cart/validation.h"
#include "gaptv/gaptv.h"
#include "tests/oracles/shared_data.h"
#include "tests/rivals/rpart.h"

namespace gaptv::testing {
namespace {

// Both sum the same numbers in different orders; what is published has 15 digits.
constexpr double rounding = 1e-9;

struct Case {
  std::string name;
  Dataset data;
  std::size_t classes = 0;  // 0: numbers
  FitOptions options = {};
};

FitOptions deep() {
  FitOptions options;
  options.cp = 0;
  return options;
}

double round_to(double value, double unit) {
  return std::round(value / unit) * unit;
}

// A step, a slope and noise. x_unit, y_unit: rounded to multiples of these, so that many rows are tied; 0: not at all.
struct Recipe {
  std::string name;
  std::size_t rows;
  std::size_t features;
  double x_unit = 0;
  double y_unit = 0;
  std::size_t classes = 0;
  bool is_weighted = false;
  FitOptions options = {};
};

Case simulate_case(const Recipe& recipe, std::uint64_t seed) {
  Random random(seed, 0);
  Case made = {recipe.name, {}, recipe.classes, recipe.options};
  Dataset& data = made.data;
  data.features.resize(recipe.features);
  for (std::size_t row = 0; row < recipe.rows; ++row) {
    double truth = 0;
    for (std::size_t j = 0; j < recipe.features; ++j) {
      const double x = random.uniform();
      data.features[j].push_back(recipe.x_unit > 0 ? round_to(x, recipe.x_unit) : x);
      truth += (x > 0.3 ? 2.0 : 0.0) * (j == 0 ? 1 : truth > 1 ? 1 : -1) + x;
    }
    const double noisy = truth + random.normal();
    if (recipe.classes > 0) {
      const double scaled = std::floor((noisy + 1) / 4 * static_cast<double>(recipe.classes));
      data.outcome.push_back(std::clamp(scaled, 0.0, static_cast<double>(recipe.classes - 1)));
    } else {
      data.outcome.push_back(recipe.y_unit > 0 ? round_to(noisy, recipe.y_unit) : noisy);
    }
    data.weight_kind = WeightKind::precision;  // limits count rows, as in rpart
    if (recipe.is_weighted) data.weight.push_back(1 + std::floor(random.uniform() * 4));
  }
  return made;
}

std::vector<Case> simulated_cases() {
  const std::vector<Recipe> recipes = {{"numbers, one feature", 150, 1},
                                       {"numbers, two features", 300, 2},
                                       {"numbers, three features", 1000, 3},
                                       {"numbers, few rows", 30, 2},
                                       {"numbers, too few rows", 15, 2},
                                       {"numbers, tied features", 400, 2, 0.1},
                                       {"numbers, everything tied", 500, 2, 0.05, 0.5},
                                       {"numbers, whole outcomes", 800, 2, 0, 1},
                                       {"numbers, weights", 400, 2, 0, 0, 0, true},
                                       {"numbers, weights and ties", 600, 2, 0.1, 0.5, 0, true},
                                       {"numbers, deep", 600, 2, 0, 0, 0, false, deep()},
                                       {"numbers, deep, ties", 1000, 2, 0.02, 0, 0, false, deep()},
                                       {"numbers, other limits",
                                        500,
                                        2,
                                        0,
                                        0,
                                        0,
                                        false,
                                        {.cp = 0.002, .min_split = 40, .min_bucket = 5, .max_depth = 4}},
                                       {"two classes", 400, 2, 0, 0, 2},
                                       {"two classes, ties", 600, 2, 0.1, 0, 2},
                                       {"two classes, weights", 500, 2, 0.01, 0, 2, true},
                                       {"two classes, deep", 800, 2, 0, 0, 2, false, deep()},
                                       {"three classes", 600, 2, 0, 0, 3},
                                       {"four classes, three features, deep", 900, 3, 0, 0, 4, false, deep()},
                                       {"three classes, weights and ties", 700, 2, 0.1, 0, 3, true}};
  std::vector<Case> cases;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const Recipe& recipe : recipes) cases.push_back(simulate_case(recipe, seed));
  }
  for (const std::size_t rows : {std::size_t{100}, std::size_t{1000}, std::size_t{10000}}) {
    cases.push_back({"plateaus", simulate({.kind = "plateaus", .rows = rows, .seed = 3}).sample, 0, {}});
  }
  return cases;
}

std::vector<Case> real_cases() {
  struct File {
    std::string name;
    std::vector<std::string> x;
    std::string y;
    std::size_t classes = 0;
    FitOptions options = {};
  };
  const std::vector<File> files = {
      {"airfoil.csv", {"freq", "attackangle"}, "soundpressure"},
      {"airfoil.csv", {"freq", "attackangle"}, "soundpressure", 0, {.cp = 0.001}},
      {"austin2014_grid100.csv", {"ix", "iy"}, "log_count"},
      {"chicago2015_grid100.csv", {"ix", "iy"}, "log_count"},
      {"chicago2015_grid200.csv", {"ix", "iy"}, "log_count", 0, {.cp = 0.001}},
      {"bikeshares.csv", {"temp", "windspeed"}, "cnt"},
      {"brain.csv", {"X", "Y"}, "medFPQ"},
      {"california_housing.csv", {"longitude", "latitude"}, "median_house_value"},
      {"california_housing.csv", {"longitude", "latitude", "median_income"}, "median_house_value", 0, {.cp = 0.001}},
      {"concrete.csv", {"Water", "Coarse Aggr."}, "Compressive Strength (28-day)(Mpa)"},
      {"lidar.csv", {"range"}, "logratio"},
      {"mack.csv", {"lat", "lon", "b.depth"}, "egg.dens"},
      {"violence.csv", {"medIncome", "PopDens"}, "ViolentCrimesPerPop"},
      {"banana.csv", {"x1", "x2"}, "y", 2},
      {"banana.csv", {"x1", "x2"}, "y", 2, deep()},
      {"chicago2015_arrest.csv", {"lat", "lon"}, "arrest", 2, {.cp = 0.001}}};
  std::vector<Case> cases;
  for (const File& file : files) {
    if (!std::filesystem::exists(shared_file(file.name))) continue;
    CsvOptions columns;
    columns.features = file.x;
    columns.outcome = file.y;
    columns.outcome_kind = OutcomeKind::number;
    cases.push_back({file.name, read_csv(shared_file(file.name), columns), file.classes, file.options});
  }
  return cases;
}

// A tree of GapTV's own with all that rpart says of its own.
struct GrownTree {
  CartTree tree;
  std::vector<double> collapse_points;
  PruningTable table;
};

constexpr std::size_t folds_of_cases = 5;

FoldAssignment folds_of(const Case& one) {
  Progress silent;
  // Rows as wholes, as rpart's are: by content as if nothing had a weight.
  DataView unweighted = one.data.view();
  unweighted.weight = {};
  return assign_folds(unweighted, {.folds = folds_of_cases, .seed = 1, .threads = 1}, silent);
}

CartLimits limits_of(const Case& one, double smallest_risk) {
  const CartLimits usual;
  return {one.options.min_split.value_or(usual.min_split), one.options.min_bucket.value_or(usual.min_bucket),
          one.options.max_depth, smallest_risk};
}

GrownTree grow(const Case& one) {
  Progress silent;
  GrownTree grown;
  const DataView data = one.data.view();
  const CartRows rows = sort_rows(data, one.classes, 1, silent);
  const double root_risk = summarise(rows, {rows.by_feature.front().data(), rows.count()}).risk;
  const CartLimits limits = limits_of(one, one.options.cp * root_risk);
  const CartTree whole = grow_tree(rows.copy(), limits, 1, silent);
  grown.collapse_points = collapse_points(whole);
  grown.table = pruning_table(whole, grown.collapse_points, limits.smallest_risk);
  grown.tree = prune(whole, grown.collapse_points, limits.smallest_risk);
  grown.collapse_points = collapse_points(grown.tree);
  return grown;
}

class CartBesideRpart : public RpartTest {
 protected:
  void run_rpart(const std::vector<Case>& cases) const {
    std::ofstream list(folder() / "cases.csv");
    list.precision(17);
    list << "classes,min_split,min_bucket,cp,max_depth\n";
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const CartLimits limits = limits_of(cases[i], 0);
      list << cases[i].classes << ',' << limits.min_split << ',' << limits.min_bucket << ',' << cases[i].options.cp
           << ',' << limits.max_depth << '\n';
      write_case(i, cases[i]);
    }
    list.close();
    run_script("cart.R");
  }

  std::vector<std::vector<double>> read(const std::string& what, std::size_t number,
                                        const std::vector<std::string>& columns) const {
    CsvOptions options;
    options.features = columns;
    return read_csv((folder() / (what + "_" + std::to_string(number) + ".csv")).string(), options).features;
  }

  void compare(const std::vector<Case>& cases) const {
    run_rpart(cases);
    if (HasFatalFailure()) return;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      SCOPED_TRACE(cases[i].name + ", case " + std::to_string(i));
      const GrownTree ours = grow(cases[i]);
      compare_nodes(i, ours);
      compare_table(i, cases[i], ours);
    }
  }

 private:
  void write_case(std::size_t number, const Case& one) const {
    std::ofstream file(folder() / ("case_" + std::to_string(number) + ".csv"));
    file.precision(17);
    const FoldAssignment folds = folds_of(one);
    for (std::size_t j = 0; j < one.data.features.size(); ++j) file << 'x' << j + 1 << ',';
    file << "y,w,fold\n";
    for (std::size_t row = 0; row < one.data.rows(); ++row) {
      for (const std::vector<double>& feature : one.data.features) file << feature[row] << ',';
      file << one.data.outcome[row] << ',' << (one.data.weight.empty() ? 1 : one.data.weight[row]) << ','
           << folds.fold[row] + 1 << '\n';
    }
  }

  void compare_nodes(std::size_t number, const GrownTree& ours) const {
    const auto rpart =
        read("nodes", number, {"feature", "split", "n", "weight", "risk", "complexity", "value", "first_value"});
    ASSERT_EQ(ours.tree.nodes.size(), rpart[0].size()) << "number of nodes";
    const double root_risk = ours.tree.nodes.front().risk;
    std::vector<std::size_t> waiting = {0};
    for (std::size_t line = 0; line < rpart[0].size(); ++line) {
      const std::size_t place = waiting.back();
      waiting.pop_back();
      const CartNode& node = ours.tree.nodes[place];
      SCOPED_TRACE("node " + std::to_string(line));
      ASSERT_EQ(node.is_leaf() ? 0.0 : node.feature + 1.0, rpart[0][line]);
      ASSERT_NEAR(node.is_leaf() ? 0.0 : node.split, rpart[1][line], rounding * std::abs(rpart[1][line]));
      ASSERT_EQ(static_cast<double>(node.count), rpart[2][line]);
      EXPECT_NEAR(node.weight, rpart[3][line], rounding * node.weight);
      EXPECT_NEAR(node.risk, rpart[4][line], rounding * root_risk);
      if (!node.is_leaf()) {
        EXPECT_NEAR(ours.collapse_points[place] / root_risk, rpart[5][line], rounding);
      }
      const std::span<const double> values = ours.tree.values_of(place);
      EXPECT_NEAR(values.back(), rpart[6][line], rounding * std::max(1.0, std::abs(values.back())));
      EXPECT_NEAR(values.front(), rpart[7][line], rounding * std::max(1.0, std::abs(values.front())));
      if (node.is_leaf()) continue;
      waiting.push_back(node.right);
      waiting.push_back(node.left);
    }
  }

  void compare_table(std::size_t number, const Case& one, const GrownTree& ours) const {
    Progress silent;
    const auto rpart = read("table", number, {"CP", "nsplit", "rel.error", "xerror", "xstd"});
    ASSERT_EQ(ours.table.alpha.size(), rpart[0].size()) << "rows of the table";
    const DataView data = one.data.view();
    const CartRows rows = sort_rows(data, one.classes, 1, silent);
    const CartErrors errors = cross_validate_tree(data, rows, folds_of(one), ours.table, limits_of(one, 0), 1, silent);
    const double root_risk = ours.tree.nodes.front().risk;
    const bool is_validated = rpart[0].size() > 1;  // without a split rpart leaves out the cross-validation
    for (std::size_t row = 0; row < rpart[0].size(); ++row) {
      SCOPED_TRACE("row " + std::to_string(row) + " of the table");
      EXPECT_NEAR(ours.table.alpha[row] / root_risk, rpart[0][row], rounding);
      EXPECT_EQ(static_cast<double>(ours.table.splits[row]), rpart[1][row]);
      EXPECT_NEAR(ours.table.risk[row] / root_risk, rpart[2][row], rounding);
      if (!is_validated) continue;
      EXPECT_NEAR(errors.sum[row] / root_risk, rpart[3][row], rounding);
      EXPECT_NEAR(errors.standard_error[row] / root_risk, rpart[4][row], rounding);
    }
  }
};

TEST_F(CartBesideRpart, GrowsTheSameTreesOfSimulatedDataSlow) {
  compare(simulated_cases());
}

TEST_F(CartBesideRpart, GrowsTheSameTreesOfRealDataSlow) {
  const std::vector<Case> cases = real_cases();
  if (cases.empty()) GTEST_SKIP() << "the folder shared/data beside the repository is not there";
  compare(cases);
}

}  // namespace
}  // namespace gaptv::testing
