// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/select/folded_data.h"

namespace gaptv::testing {

// Fits that nobody may accept: each is fine but for one thing.
inline std::vector<Certificate> unacceptable_certificates() {
  const double none = std::nan("");
  return {{1, none, 0, true}, {1, 1e-8, 0, true}, {1, INFINITY, 0, true}, {1, 0, none, true}, {1, 0, 0.5, false}};
}

// A constant with a certificate that is made up.
class UnprovenSolver final : public PathSolver {
 public:
  UnprovenSolver(std::size_t cells, const Certificate& certificate) : cells_(cells), certificate_(certificate) {}

  double lambda_max() override { return 1; }

 private:
  PathFit solve_unchecked(double) override {
    PathFit fit;
    fit.beta.assign(cells_, 0.5);
    fit.certificate = certificate_;
    return fit;
  }

  std::size_t cells_;
  Certificate certificate_;
};

}  // namespace gaptv::testing
