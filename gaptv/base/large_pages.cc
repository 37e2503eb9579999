// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/large_pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace gaptv {

void advise_large_pages([[maybe_unused]] const void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21U;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  // Only advice: a refusal changes nothing but speed.
  if (begin < end) static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

}  // namespace gaptv
