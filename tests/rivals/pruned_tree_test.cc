// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Classes with known probabilities: GapTV beside a classification tree that was pruned by cross-validation (R's rpart,
// run as a program). The Brier score of a prediction is, on average over what may happen, its squared distance from the
// true probabilities plus a part that no prediction can avoid; both are compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/gaptv.h"
#include "gaptv/output/csv.h"
#include "tests/rivals/rpart.h"

namespace gaptv::testing {
namespace {

constexpr std::size_t training_rows = 2000;
constexpr std::size_t fresh_rows = 4000;
constexpr std::size_t seeds = 6;

using Probabilities = std::vector<double>;                    // one per class
using ProbabilityColumns = std::vector<std::vector<double>>;  // a list per class, a number per row

// The probabilities of the classes at a point of the unit square.
struct Truth {
  std::string name;
  std::function<Probabilities(double, double)> at;
};

Probabilities two_classes(double p) {
  return {1 - p, p};
}

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

// Two classes: rectangles, which a tree can find exactly, and shapes that it cannot.
const std::vector<Truth>& truths_of_two() {
  static const std::vector<Truth> truths = {
      {"blocks",
       [](double a, double b) { return two_classes(a > 0.35 ? (b > 0.6 ? 0.9 : 0.45) : (b > 0.3 ? 0.15 : 0.7)); }},
      {"diagonal", [](double a, double b) { return two_classes(a + b > 1 ? 0.8 : 0.2); }},
      {"disc", [](double a, double b) { return two_classes(std::hypot(a - 0.5, b - 0.5) < 0.3 ? 0.85 : 0.15); }},
      {"smooth", [](double a, double b) { return two_classes(logistic(4 * (a - 0.5) + 3 * std::sin(5 * b))); }}};
  return truths;
}

Probabilities mostly(std::size_t class_number) {
  Probabilities p(3, 0.15);
  p[class_number] = 0.7;
  return p;
}

const std::vector<Truth>& truths_of_three() {
  static const std::vector<Truth> truths = {
      {"blocks", [](double a, double b) { return mostly(a < 0.4    ? 0
                                                        : b > 0.55 ? 1
                                                                   : 2); }},
      {"sectors",
       [](double a, double b) {
         const double turn = std::atan2(b - 0.5, a - 0.5) / (2 * std::numbers::pi) + 0.5;
         return mostly(std::min<std::size_t>(2, static_cast<std::size_t>(3 * turn)));
       }},
      {"smooth", [](double a, double b) {
         const Probabilities e = {std::exp(3 * a), std::exp(3 * b), std::exp(1.5 + 2 * std::cos(4 * (a + b)))};
         return Probabilities{e[0] / (e[0] + e[1] + e[2]), e[1] / (e[0] + e[1] + e[2]), e[2] / (e[0] + e[1] + e[2])};
       }}};
  return truths;
}

Dataset draw(const Truth& truth, std::size_t rows, Random random) {
  Dataset data;
  data.feature_names = {"x1", "x2"};
  data.outcome_name = "y";
  data.features.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
    const Probabilities p = truth.at(data.features[0][row], data.features[1][row]);
    std::size_t drawn = 0;
    for (double left = random.uniform() - p[0]; left >= 0 && drawn + 1 < p.size();) left -= p[++drawn];
    data.outcome.push_back(static_cast<double>(drawn));
  }
  const std::size_t classes = truth.at(0, 0).size();
  for (std::size_t k = 0; k < classes; ++k) data.classes.push_back(std::to_string(k));
  return data;
}

// Averages over rows, in the convention of evaluate(): of two classes the second counts alone, of more all are added
// up.
struct Score {
  double distance = 0;  // squared, from the true probabilities
  double brier = 0;     // on fresh outcomes
};

Score score(const ProbabilityColumns& predicted, const Truth& truth, const Dataset& fresh) {
  Score sums;
  for (std::size_t row = 0; row < fresh.rows(); ++row) {
    const Probabilities p = truth.at(fresh.features[0][row], fresh.features[1][row]);
    for (std::size_t k = p.size() == 2 ? 1 : 0; k < p.size(); ++k) {
      const double outcome = fresh.outcome[row] == static_cast<double>(k) ? 1 : 0;
      sums.distance += std::pow(predicted[k][row] - p[k], 2);
      sums.brier += std::pow(predicted[k][row] - outcome, 2);
    }
  }
  return {sums.distance / static_cast<double>(fresh.rows()), sums.brier / static_cast<double>(fresh.rows())};
}

ProbabilityColumns gaptv_probabilities(const Dataset& train, const Dataset& fresh) {
  const Model model = fit(train.view(), {.preset = "paper"});
  if (model.has_classes()) return predict_by_surface(model, fresh.view());
  const std::vector<double> second = predict(model, fresh.view());
  std::vector<double> first;
  for (const double p : second) first.push_back(1 - p);
  return {first, second};
}

// A sample of a truth.
struct Samples {
  std::size_t truth;
  Dataset train;
  Dataset fresh;
};

struct Comparison {
  std::string truth;
  Score gaptv;
  Score least;   // of the tree, pruned at the smallest cross-validated error
  Score one_se;  // of the tree, pruned by the rule of one standard error
};

// To a mean of "count" scores.
void add(Score& mean, const Score& one, std::size_t count) {
  mean.distance += one.distance / static_cast<double>(count);
  mean.brier += one.brier / static_cast<double>(count);
}

class PrunedTree : public RpartTest {
 protected:
  // Averages over the seeds, for every truth.
  std::vector<Comparison> compare(const std::vector<Truth>& truths) const {
    std::vector<Samples> cases;
    for (std::size_t t = 0; t < truths.size(); ++t) {
      for (std::size_t seed = 0; seed < seeds; ++seed) {
        cases.push_back({t, draw(truths[t], training_rows, Random(seed, 2 * t)),
                         draw(truths[t], fresh_rows, Random(seed, 2 * t + 1))});
      }
    }
    grow_trees(cases);
    if (HasFatalFailure()) return {};
    std::vector<Comparison> comparisons(truths.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const auto& [t, train, fresh] = cases[i];
      Comparison& comparison = comparisons[t];
      comparison.truth = truths[t].name;
      add(comparison.gaptv, score(gaptv_probabilities(train, fresh), truths[t], fresh), seeds);
      add(comparison.least, score(tree_probabilities(i, "least", fresh), truths[t], fresh), seeds);
      add(comparison.one_se, score(tree_probabilities(i, "one_se", fresh), truths[t], fresh), seeds);
    }
    return comparisons;
  }

 private:
  void grow_trees(const std::vector<Samples>& cases) const {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Dataset points = cases[i].fresh;
      points.outcome.clear();
      write("train_" + std::to_string(i), cases[i].train);
      write("points_" + std::to_string(i), points);
    }
    run_script("pruned_tree.R");
  }

  void write(const std::string& name, const Dataset& data) const {
    std::ofstream file(folder() / (name + ".csv"), std::ios::binary);
    write_csv(data, [&file](std::string_view text) { file << text; });
  }

  ProbabilityColumns tree_probabilities(std::size_t number, const std::string& pruning, const Dataset& fresh) const {
    CsvOptions columns;
    for (const std::string& label : fresh.classes) columns.features.push_back(pruning + "." + label);
    return read_csv((folder() / ("tree_" + std::to_string(number) + ".csv")).string(), columns).features;
  }
};

Score mean_score(const std::vector<Comparison>& comparisons, Score Comparison::*method) {
  Score mean;
  for (const Comparison& comparison : comparisons) add(mean, comparison.*method, comparisons.size());
  return mean;
}

void print(const char* title, const std::vector<Comparison>& comparisons) {
  std::printf("%s: squared distance from the truth, Brier score on fresh outcomes; mean of %zu samples of %zu rows\n",
              title, seeds, training_rows);
  std::printf("%-10s %18s %18s %18s\n", "truth", "GapTV", "tree, least error", "tree, 1 SE");
  std::vector<Comparison> lines = comparisons;
  lines.push_back({"mean", mean_score(comparisons, &Comparison::gaptv), mean_score(comparisons, &Comparison::least),
                   mean_score(comparisons, &Comparison::one_se)});
  for (const auto& [truth, gaptv, least, one_se] : lines) {
    std::printf("%-10s   %.5f  %.5f   %.5f  %.5f   %.5f  %.5f\n", truth.c_str(), gaptv.distance, gaptv.brier,
                least.distance, least.brier, one_se.distance, one_se.brier);
  }
}

// The better pruning on average over truths and seeds is the one to beat, in both measures.
void expect_better_than_the_tree(const std::vector<Comparison>& comparisons) {
  ASSERT_FALSE(comparisons.empty());
  const Score gaptv = mean_score(comparisons, &Comparison::gaptv);
  const Score least = mean_score(comparisons, &Comparison::least);
  const Score one_se = mean_score(comparisons, &Comparison::one_se);
  EXPECT_LT(gaptv.distance, std::min(least.distance, one_se.distance));
  EXPECT_LT(gaptv.brier, std::min(least.brier, one_se.brier));
}

TEST_F(PrunedTree, OfTwoClassesIsFurtherFromKnownProbabilitiesThanGapTvSlow) {
  const std::vector<Comparison> comparisons = compare(truths_of_two());
  print("Two classes", comparisons);
  expect_better_than_the_tree(comparisons);
}

TEST_F(PrunedTree, OfThreeClassesIsFurtherFromKnownProbabilitiesThanGapTvSlow) {
  const std::vector<Comparison> comparisons = compare(truths_of_three());
  print("Three classes", comparisons);
  expect_better_than_the_tree(comparisons);
}

}  // namespace
}  // namespace gaptv::testing
