// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "bench/measurements.h"
#include "gaptv/model/option_table.h"

namespace {

int usage() {
  std::fprintf(stderr,
               "usage: gaptv_bench fit ROWS REPEATS [BINS]\n"
               "       gaptv_bench stream ROWS REPEATS\n"
               "       gaptv_bench predict ROWS REPEATS\n"
               "       gaptv_bench accuracy TRIALS SEED [ROWS ...]\n"
               "       gaptv_bench losses ROWS REPEATS BINS\n"
               "       gaptv_bench denoise SIDE REPEATS LAMBDA [THREADS]\n"
               "       gaptv_bench image SIDE FILE\n"
               "       gaptv_bench score SIDE LAMBDA FILE\n"
               "       gaptv_bench chain NODES REPEATS\n"
               "       gaptv_bench path SIDE REPEATS\n"
               "       gaptv_bench networks SIDE REPEATS\n"
               "       gaptv_bench tree ROWS REPEATS cart|cart-cv\n"
               "       gaptv_bench crisp ROWS REPEATS BINS\n");
  return 2;
}

gaptv::FitOptions with_bins(const std::string& text) {
  gaptv::FitOptions options;
  gaptv::set_option(options, "bins", text);
  return options;
}

// What the words ask for; false if they are not understood.
bool run(const std::vector<std::string>& words) {
  using namespace gaptv::bench;
  const auto number = [&](std::size_t i) { return std::stoul(words[i]); };
  const std::size_t count = words.size();
  if (count < 3) return false;
  const std::string& what = words[0];
  if (what == "fit") {
    measure_fit(number(1), number(2), count > 3 ? with_bins(words[3]) : gaptv::FitOptions{.preset = "paper"});
  } else if (what == "stream") {
    measure_stream(number(1), number(2));
  } else if (what == "predict") {
    measure_predict(number(1), number(2));
  } else if (what == "accuracy") {
    std::vector<std::size_t> rows;
    for (std::size_t i = 3; i < count; ++i) rows.push_back(number(i));
    if (rows.empty()) rows = {50, 100, 200, 500, 1000, 2000, 5000, 10000};
    measure_accuracy(rows, number(1), number(2));
  } else if (what == "losses" && count > 3) {
    measure_losses(number(1), number(2), with_bins(words[3]));
  } else if (what == "denoise" && count > 3) {
    measure_denoise(number(1), number(2), std::stod(words[3]), count > 4 ? number(4) : 0);
  } else if (what == "image") {
    write_image(number(1), words[2]);
  } else if (what == "score" && count > 3) {
    score_image(number(1), std::stod(words[2]), words[3]);
  } else if (what == "chain") {
    measure_chain(number(1), number(2));
  } else if (what == "path") {
    measure_cube_path(number(1), number(2));
  } else if (what == "networks") {
    measure_networks(number(1), number(2));
  } else if (what == "tree" && count > 3) {
    gaptv::FitOptions options;
    options.method = words[3];
    measure_tree(number(1), number(2), options);
  } else if (what == "crisp" && count > 3) {
    measure_crisp(number(1), number(2), with_bins(words[3]));
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc)) ? 0 : usage();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gaptv_bench: %s\n", error.what());
    return 1;
  }
}
