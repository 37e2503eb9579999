// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

namespace gaptv::testing {

// Real data beside the repository. Not everybody has them: tests skip where the file is not there.
inline std::string shared_file(const std::string& name) {
  return std::string(GAPTV_SOURCE_DIR "/../shared/data/").append(name);
}

}  // namespace gaptv::testing
