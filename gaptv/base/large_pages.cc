// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/large_pages.h"

#include <sys/mman.h>

#include <memory>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gaptv {

void advise_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = std::size_t{1} << 21U;
  // Only advice: a refusal changes nothing but speed.
  if (std::align(page, page, memory, bytes) != nullptr) {
    static_cast<void>(madvise(memory, bytes / page * page, MADV_HUGEPAGE));
  }
#endif
}

void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace gaptv
