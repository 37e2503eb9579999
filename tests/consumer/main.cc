// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Uses the installed library as a stranger would, through gaptv/gaptv.h alone: consumer FILE-TO-WRITE
#include <gaptv/gaptv.h>

#include <cmath>
#include <cstddef>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#if GAPTV_VERSION_NUMBER < GAPTV_MAKE_VERSION(0, 1, 0)
#error "The headers are older than what find_package() asked for"
#endif

namespace {

// log cosh of the distance: a loss of the caller's own, so that the library calls back into this program.
class LogCosh final : public gaptv::OutcomeLoss {
 public:
  std::string_view name() const override { return "log-cosh"; }
  double value(const gaptv::Sample& cell, double t) const override {
    double sum = 0;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i)
      sum += cell.weight[i] * std::log(std::cosh(cell.outcome[i] - t));
    return sum;
  }
  gaptv::Slopes slopes(const gaptv::Sample& cell, double t) const override {
    gaptv::Slopes slopes;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) {
      const double slope = cell.weight[i] * std::tanh(t - cell.outcome[i]);
      slopes.left += slope;
      slopes.right += slope;
      slopes.curvature += cell.weight[i];
      slopes.size += std::abs(slope);
    }
    return slopes;
  }
};

// Outcomes 0 left of the middle and 1 right of it.
gaptv::Dataset two_steps() {
  gaptv::Dataset data{.feature_names = {"x"}, .outcome_name = "y", .features = {{}}};
  for (int i = 0; i < 200; ++i) {
    data.features[0].push_back(i);
    data.outcome.push_back(i < 100 ? 0.0 : 1.0);
  }
  return data;
}

int failures = 0;

void expect(bool is_true, const std::string& what) {
  if (is_true) return;
  std::cerr << "consumer: not so: " << what << '\n';
  ++failures;
}

void expect_same_predictions_from_file(const gaptv::Dataset& data, const std::string& path) {
  const gaptv::Model model = gaptv::fit(data, {.loss = "gaussian", .seed = 1, .threads = 2});
  gaptv::write_model(model, path);
  const std::vector<double> predicted = gaptv::predict(gaptv::read_model(path), data.view());
  expect(predicted == gaptv::predict(model, data.view()), "a model that was written and read predicts the same");
  expect(predicted.front() < 0.1 && predicted.back() > 0.9, "the prediction follows the two steps");
}

void expect_refusal(const gaptv::Dataset& data) {
  try {
    gaptv::fit(data, {.folds = 1});
    expect(false, "one fold is refused");
  } catch (const gaptv::InvalidInput& error) {
    expect(std::string(error.what()).find("fold") != std::string::npos, "the refusal names the folds");
  }
}

void expect_interruption(const gaptv::Dataset& data) {
  class Impatient final : public gaptv::Progress {
   public:
    bool should_stop() override { return true; }
  } impatient;
  try {
    gaptv::fit(data, {}, &impatient);
    expect(false, "a fit that is told to stop throws");
  } catch (const gaptv::Interrupted&) {
  }
}

void expect_own_loss(const gaptv::Dataset& data) {
  const gaptv::Model model = gaptv::fit(data, {.own_loss = std::make_shared<LogCosh>(), .bins_max = 10, .lambdas = 10});
  expect(model.record.loss == "custom:log-cosh", "the record names the caller's own loss");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const gaptv::Dataset data = two_steps();
  expect(gaptv::version() == GAPTV_VERSION, "headers and library are of the same version");
  expect_same_predictions_from_file(data, argv[1]);
  expect_refusal(data);
  expect_interruption(data);
  expect_own_loss(data);
  if (failures == 0) std::cout << "consumer: all is well with GapTV " << gaptv::version() << '\n';
  return failures == 0 ? 0 : 1;
}
