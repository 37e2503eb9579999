// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv::cli {

// Sees to it that memory that one step has freed is used again by the next, instead of going back to the system and
// coming anew, cleared page by page: a fit of ten million rows frees and takes hundreds of megabytes. This is a
// decision for a whole process, so the program makes it and not the library.
void keep_freed_memory();

}  // namespace gaptv::cli
