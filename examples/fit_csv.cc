// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Fits a CSV file and prints its regions: fit_csv DATA.csv FEATURE FEATURE OUTCOME
#include <exception>
#include <iostream>

#include "gaptv/gaptv.h"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: fit_csv DATA.csv FEATURE FEATURE OUTCOME\n";
    return 2;
  }
  try {
    const auto data = gaptv::read_csv(argv[1], {.features = {argv[2], argv[3]}, .outcome = argv[4]});
    const auto model = gaptv::fit(data, {.folds = 5, .seed = 1});
    std::cout << model.surfaces.front().regions.size() << " regions, gap "
              << model.surfaces.front().record.certificate.relative_gap << '\n';
    for (const gaptv::Region& region : model.surfaces.front().regions) {
      std::cout << "value " << region.value << " for " << region.weight << " rows\n";
    }
    return 0;
  } catch (const gaptv::InvalidInput& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
