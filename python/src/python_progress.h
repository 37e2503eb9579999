// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <thread>

#include "gaptv/base/progress.h"

namespace gaptv::python {

// Lets Ctrl-C through: Python looks at signals on its main thread only.
class PythonProgress final : public Progress {
 public:
  bool should_stop() override {
    if (std::this_thread::get_id() != caller_) return is_stopped_;
    const nanobind::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();  // the exception of the fit tells it again
      is_stopped_ = true;
    }
    return is_stopped_;
  }

 private:
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> is_stopped_{false};
};

}  // namespace gaptv::python
