// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/number_text.h"

#include <array>
#include <cstdio>

namespace gaptv {

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

}  // namespace gaptv
