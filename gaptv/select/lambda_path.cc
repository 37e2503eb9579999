// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/lambda_path.h"

#include <cmath>

namespace gaptv {

std::vector<double> lambda_path(double lambda_max, std::size_t count, double ratio) {
  if (lambda_max <= 0 || count <= 1) return {lambda_max};
  std::vector<double> path;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    path.push_back(lambda_max * std::pow(ratio, -share));
  }
  return path;
}

}  // namespace gaptv
