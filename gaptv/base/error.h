// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <stdexcept>
#include <string>

#include "gaptv/base/export.h"

namespace gaptv {

// Says that the input was refused. The message says what is wrong, where, and what to do about it; it is fit to be
// shown to the user as it is.
class GAPTV_API InvalidInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Says that the caller asked for the work to stop (see Progress::should_stop). Nothing was written.
class GAPTV_API Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace gaptv
