// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/base/error.h"

namespace gaptv::testing {

// The message with which an action is refused; empty if it is not.
template <typename Action>
std::string refusal_of(Action&& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

inline bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace gaptv::testing
