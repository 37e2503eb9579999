// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/gaptv_c.h"

namespace gaptv::c_interface {

// Turns the exception that is being handled into a status, and keeps its message for last_error(). Throws nothing, also
// where no memory is left.
gaptv_status status_of_exception() noexcept;

// Returns the message that the last call of status_of_exception() in this thread kept.
const char* last_error() noexcept;

// Does the work and tells how it ended. Every function of the interface goes through this, so that no exception leaves
// it.
template <typename Work>
gaptv_status run(const Work& work) noexcept {
  try {
    work();
    return GAPTV_OK;
  } catch (...) {
    return status_of_exception();
  }
}

// Throws InvalidInput if an argument is a null pointer.
void require(const void* argument, const char* name);

// Throws InvalidInput, which lists what an argument that is a choice can be.
[[noreturn]] void refuse_choice(const char* name, const std::string& given, const std::string& choices);

}  // namespace gaptv::c_interface
