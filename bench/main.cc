// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "bench/measurements.h"

namespace {

int usage() {
  std::fprintf(stderr,
               "usage: gaptv_bench fit ROWS REPEATS [BINS]\n"
               "       gaptv_bench predict ROWS REPEATS\n"
               "       gaptv_bench accuracy TRIALS SEED [ROWS ...]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 3) return usage();
    const std::size_t first = std::stoul(words[1]);
    const std::size_t second = std::stoul(words[2]);
    if (words[0] == "fit") {
      gaptv::FitOptions options;
      if (words.size() > 3) gaptv::set_bins(options, words[3]);
      gaptv::bench::measure_fit(first, second, options);
    } else if (words[0] == "predict") {
      gaptv::bench::measure_predict(first, second);
    } else if (words[0] == "accuracy") {
      std::vector<std::size_t> rows;
      for (std::size_t i = 3; i < words.size(); ++i) rows.push_back(std::stoul(words[i]));
      if (rows.empty()) rows = {50, 100, 200, 500, 1000, 2000, 5000, 10000};
      gaptv::bench::measure_accuracy(rows, first, second);
    } else {
      return usage();
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gaptv_bench: %s\n", error.what());
    return 1;
  }
}
