// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Fits a CSV file with a loss of one's own: custom_loss DATA.csv FEATURE FEATURE OUTCOME
#include <exception>
#include <iostream>

#include "examples/custom_loss/log_cosh_loss.h"
#include "gaptv/gaptv.h"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: custom_loss DATA.csv FEATURE FEATURE OUTCOME\n";
    return 2;
  }
  try {
    const auto loss = std::make_shared<LogCoshLoss>(0.5);
    const auto data = gaptv::read_csv(argv[1], {.features = {argv[2], argv[3]}, .outcome = argv[4]});
    const auto model = gaptv::fit(data, {.own_loss = loss, .bins_max = 20, .lambdas = 20});
    std::cout << model.surfaces.front().regions.size() << " regions with the loss " << model.record.loss << ", gap "
              << model.surfaces.front().record.certificate.relative_gap << '\n';
    std::cout << "deviance " << gaptv::evaluate(model, data.view(), 0, loss.get()).deviance << '\n';

    // The same on a graph: a chain with an outlier.
    gaptv::GraphProblem chain{{5, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}}}, {1, 1, 1, 1, 1}, {1, 1, 99, 1, 1}};
    std::cout << "smoothed:";
    for (const double value : gaptv::denoise(chain, 0.4, loss).value) std::cout << ' ' << value;
    std::cout << '\n';
    return 0;
  } catch (const gaptv::InvalidInput& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
