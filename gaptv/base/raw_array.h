// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "gaptv/base/large_pages.h"

namespace gaptv {

// Holds one number per row, not initialised: the threads that fill it touch the memory first, and nobody has to write
// zeros that are written over.
template <typename T>
class RawArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  RawArray() = default;
  explicit RawArray(std::size_t size) : data_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {
    advise_large_pages(data_.get(), size * sizeof(T));
  }

  std::size_t size() const { return size_; }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  bool operator==(const RawArray& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0;
};

}  // namespace gaptv
