// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/version.h"

namespace gaptv {

std::string version() {
  return GAPTV_VERSION;
}

}  // namespace gaptv
