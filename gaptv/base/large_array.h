// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "gaptv/base/large_pages.h"

namespace gaptv {

// Allocates so that tables which are written at random places come in large pages, where the system has them: the
// addresses of small ones do not fit into the processor's own table.
template <typename T>
class LargePageAllocator {
 public:
  using value_type = T;

  LargePageAllocator() = default;
  template <typename Other>
  LargePageAllocator(const LargePageAllocator<Other>& /*other*/) {}  // NOLINT: allocators convert

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const memory = bytes < large ? ::operator new(bytes) : ::operator new (bytes, std::align_val_t{large});
    advise_large_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < large) {
      ::operator delete(memory);
    } else {
      ::operator delete (memory, std::align_val_t{large});
    }
  }
  bool operator==(const LargePageAllocator& /*other*/) const { return true; }

 private:
  static constexpr std::size_t large = std::size_t{1} << 21U;
};

template <typename T>
using LargeArray = std::vector<T, LargePageAllocator<T>>;

}  // namespace gaptv
