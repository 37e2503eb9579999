// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/memory.h"

#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gaptv::cli {

void keep_freed_memory() {
#ifdef __GLIBC__
  // Only a wish: where it cannot be set, memory comes and goes as usual.
  mallopt(M_MMAP_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

}  // namespace gaptv::cli
