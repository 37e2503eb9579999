// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Laws that hold for every model, whatever the method, the loss, the weights and the ties. Random small data: most of
// them are odd in one way or another, which is the point.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/crisp/certificate.h"
#include "gaptv/baselines/method.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/tv/certificate.h"
#include "tests/oracles/gap_oracle.h"

namespace gaptv {
namespace {

enum class Weights { none, ones, twos, whole, fractional, wide, count };

// What a case is made of; printed if a law fails.
struct Case {
  std::string method;
  std::string loss;
  Weights weights = Weights::none;
  Dataset data;
  FitOptions options{.preset = "paper"};
};

double pick(Random& random, std::initializer_list<double> values) {
  return values.begin()[random.below(values.size())];
}

std::string pick_name(Random& random, std::initializer_list<const char*> names) {
  return names.begin()[random.below(names.size())];
}

double random_weight(Random& random, Weights weights) {
  switch (weights) {
    case Weights::twos:
      return 2;
    case Weights::whole:
      return static_cast<double>(1 + random.below(5));
    case Weights::fractional:
      return static_cast<double>(1 + random.below(30)) / 10;
    case Weights::wide:
      return std::pow(10.0, 12 * random.uniform() - 6);
    default:
      return 1;
  }
}

double random_outcome(Random& random, const std::string& loss, double signal) {
  if (loss == "binomial") return random.uniform() < 0.3 + 0.4 * signal ? 1 : 0;
  if (loss == "poisson") return static_cast<double>(random.below(2 + static_cast<std::uint64_t>(4 * signal)));
  if (loss == "one-vs-rest") return static_cast<double>(random.below(3));
  return signal + random.normal();
}

Case random_case(std::uint64_t number) {
  Random random(number, 16);
  Case it;
  it.method = pick_name(random, {"gaptv", "gaptv", "gaptv", "gaptv", "gapcrisp", "crisp", "cart", "cart-cv"});
  const bool is_crisp = it.method.ends_with("crisp");
  const bool is_tree = it.method.starts_with("cart");
  it.loss = is_crisp  ? "gaussian"
            : is_tree ? pick_name(random, {"gaussian", "binomial", "one-vs-rest"})
                      : pick_name(random, {"gaussian", "gaussian", "binomial", "poisson", "huber", "huber=0.5",
                                           "quantile", "quantile=0.9", "one-vs-rest"});
  it.weights = static_cast<Weights>(random.below(static_cast<std::uint64_t>(Weights::count)));

  const std::size_t rows = 1 + random.below(random.below(4) == 0 ? 60 : 15);
  const std::size_t features = 1 + random.below(is_crisp ? 2 : 3);
  const bool has_tied_features = random.below(2) == 0;
  const bool has_tied_outcomes = random.below(2) == 0;
  const bool has_copies = random.below(3) == 0;
  const double offset = pick(random, {0, 0, 0, 1000, -1e8});
  const double unit = pick(random, {1, 1, 1, 1e-6, 1e9});
  const bool is_number = it.loss != "binomial" && it.loss != "poisson" && it.loss != "one-vs-rest";
  Dataset& data = it.data;
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  data.outcome_name = "y";
  if (it.loss == "one-vs-rest") data.classes = {"a", "b", "c"};
  const bool has_exposure = it.loss == "poisson" && random.below(2) == 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool is_copy = has_copies && row > 0 && random.below(2) == 0;
    const std::size_t source = is_copy ? random.below(row) : 0;
    for (std::vector<double>& feature : data.features) {
      const double fresh = has_tied_features ? static_cast<double>(random.below(4)) : random.uniform();
      feature.push_back(is_copy ? feature[source] : fresh);
    }
    double y = random_outcome(random, it.loss, data.features[0].back() > 0.5 ? 1 : 0);
    if (is_number && has_tied_outcomes) y = std::round(y);
    if (is_number) y = offset + unit * y;
    data.outcome.push_back(is_copy ? data.outcome[source] : y);
    if (has_exposure) {
      const double fresh = 0.5 + random.uniform();
      data.exposure.push_back(is_copy ? data.exposure[source] : fresh);
    }
    if (it.weights != Weights::none) data.weight.push_back(random_weight(random, it.weights));
  }
  if (has_exposure) data.exposure_name = "e";

  FitOptions& options = it.options;
  options.method = it.method;
  options.loss = it.loss;
  if (it.method == "gaptv") set_option(options, "preset", pick_name(random, {"best", "paper"}));
  set_option(options, "bins",
             it.method == "crisp" ? "4" : pick_name(random, {"gap", "gap", "gap", "cv", "1", "2", "5"}));
  options.bins_max = 6;
  set_option(options, "lambda",
             pick_name(random, {"cv", "cv", "cv-paired", "cv-1se", "aic", "bic", "0", "0.1", "1e6"}));
  if (!is_crisp && !is_tree && !is_loss_of_outcomes(it.loss.substr(0, it.loss.find('=')))) {
    set_option(options, "edges", pick_name(random, {"rank", "rank", "metric"}));
  }
  options.lambdas = 1 + random.below(8);
  options.folds = 2 + random.below(4);
  set_option(options, "prune", pick_name(random, {"none", "1se", "min"}));
  options.seed = random.below(5);
  options.threads = 1;
  options = options_for_method(std::move(options), it.method);
  return it;
}

std::string describe(std::uint64_t number, const Case& it) {
  std::ostringstream text;
  text.precision(17);
  text << "case " << number << ":";
  for (const auto& [name, value] : recorded_options(it.options)) text << ' ' << name << ' ' << value;
  text << "\n";
  for (std::size_t row = 0; row < it.data.rows(); ++row) {
    for (const std::vector<double>& feature : it.data.features) text << feature[row] << ',';
    text << it.data.outcome[row];
    if (!it.data.exposure.empty()) text << ',' << it.data.exposure[row];
    if (!it.data.weight.empty()) text << ",w " << it.data.weight[row];
    text << '\n';
  }
  return text.str();
}

// None if the data are refused, as they are if there are fewer rows than folds.
std::optional<Model> fit_or_refuse(const Dataset& data, const FitOptions& options) {
  try {
    return fit(data.view(), options, nullptr);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

void expect_is_read_to_the_same_bytes(const Model& model) {
  const std::string text = model_to_json(model);
  EXPECT_EQ(model_to_json(model_from_json(text, "the model")), text);
}

void expect_predicts_finite_values(const Model& model, const Dataset& data) {
  std::vector<std::vector<double>> all = predict_by_surface(model, data.view(), PredictionType::response, 1);
  if (!model.has_classes()) all.push_back(predict(model, data.view(), PredictionType::link));
  for (const std::vector<double>& values : all) {
    for (const double value : values) EXPECT_TRUE(std::isfinite(value));
  }
}

void expect_is_certified(const Model& model) {
  const double accepted = model.record.method.ends_with("crisp") ? accepted_crisp_gap : accepted_relative_gap;
  for (const Surface& surface : model.surfaces) {
    if (surface.record.leaves) continue;
    EXPECT_LE(surface.record.certificate.relative_gap, accepted);
    EXPECT_LE(surface.record.cv.worst_relative_gap, accepted);
    EXPECT_TRUE(std::isfinite(surface.record.certificate.max_violation));
  }
}

// Forgets what may differ: how the rows were written.
std::string text_without_kind(Model model) {
  model.record.rows = 0;
  model.record.weight_kind.clear();
  model.record.notes.clear();
  model.record.options.clear();
  return model_to_json(model);
}

Dataset with_weights_times(const Dataset& data, double factor) {
  Dataset scaled = data;
  for (double& weight : scaled.weight) weight *= factor;
  return scaled;
}

void expect_same_model(const std::optional<Model>& one, const std::optional<Model>& other) {
  ASSERT_EQ(one.has_value(), other.has_value());
  if (!one) return;
  EXPECT_EQ(text_without_kind(*one), text_without_kind(*other));
}

bool is_whole(Weights weights) {
  return weights == Weights::ones || weights == Weights::twos || weights == Weights::whole;
}

// Whether there was a model.
bool check_case(const Case& it) {
  std::optional<Model> model = fit_or_refuse(it.data, it.options);
  if (model) {
    expect_is_read_to_the_same_bytes(*model);
    expect_predicts_finite_values(*model, it.data);
    expect_is_certified(*model);
  }
  if (is_whole(it.weights)) {
    const Dataset repeated = testing::with_repeated_rows(it.data);
    // Without weights fewer rows than folds are refused.
    if (repeated.rows() >= it.options.folds) expect_same_model(model, fit_or_refuse(repeated, it.options));
  }
  if (it.weights != Weights::none) {
    FitOptions precision = it.options;
    precision.weight_kind = WeightKind::precision;
    const std::optional<Model> plain = fit_or_refuse(it.data, precision);
    if (plain) expect_is_read_to_the_same_bytes(*plain);
    expect_same_model(plain, fit_or_refuse(with_weights_times(it.data, 7.3), precision));
    const bool has_equal_weights = it.weights == Weights::ones || it.weights == Weights::twos;
    if (has_equal_weights && it.data.rows() >= it.options.folds) {
      Dataset unweighted = it.data;
      unweighted.weight.clear();
      expect_same_model(plain, fit_or_refuse(unweighted, it.options));
    }
  }
  return model.has_value();
}

void check_cases(std::uint64_t first, std::uint64_t count) {
  std::uint64_t models = 0;
  for (std::uint64_t number = first; number < first + count; ++number) {
    const Case it = random_case(number);
    SCOPED_TRACE(describe(number, it));
    try {
      if (check_case(it)) ++models;
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
  // Most data can be fitted; otherwise nothing was tested.
  EXPECT_GT(2 * models, count);
  std::cout << models << " models of " << count << " cases\n";
}

std::uint64_t number_from_environment(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : usual;
}

TEST(EveryModel, IsReadBackCertifiedAndKnowsWhatWeightsMean) {
  check_cases(0, 200);
}

// GAPTV_CASES=100000 GAPTV_FIRST_CASE=0: a longer search.
TEST(EveryModel, SlowIsReadBackCertifiedAndKnowsWhatWeightsMeanInManyCases) {
  check_cases(number_from_environment("GAPTV_FIRST_CASE", 200), number_from_environment("GAPTV_CASES", 2000));
}

}  // namespace
}  // namespace gaptv
