// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv::cli {

// From now on Ctrl-C and a polite kill only set a flag, so that the work ends in order and leaves no temporary file; a
// second one ends the program at once. A broken pipe ends it silently, whatever the parent process set up.
void install_signal_handlers();

// Whether the user asked to stop.
bool is_interrupted();

}  // namespace gaptv::cli
