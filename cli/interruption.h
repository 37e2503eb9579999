// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv::cli {

// Installs handlers: from now on Ctrl-C and a polite kill only set a flag, so that the work ends in order and leaves no
// temporary file; a second one ends the program at once. A broken pipe ends it silently, whatever the parent process
// set up.
void install_signal_handlers();

// Tells whether the user asked to stop.
bool is_interrupted();

}  // namespace gaptv::cli
