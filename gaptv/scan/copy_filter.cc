// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/copy_filter.h"

#include <algorithm>
#include <atomic>
#include <bit>

namespace gaptv {
namespace {

constexpr std::size_t bits_per_word = 64;
constexpr std::size_t fewest_bits = std::size_t{1} << 20U;
constexpr std::size_t most_bits = std::size_t{1} << 29U;  // 64 MiB, twice
// Where nobody says how many rows there will be: enough for ten million.
constexpr std::size_t usual_bits = std::size_t{1} << 27U;

}  // namespace

SharedCopyFilter::SharedCopyFilter(std::size_t expected_rows) {
  const std::size_t wanted = expected_rows > 0 ? std::bit_ceil(std::min(8 * expected_rows, most_bits)) : usual_bits;
  const std::size_t words = std::clamp(wanted, fewest_bits, most_bits) / bits_per_word;
  seen_.assign(words, 0);
  seen_again_.assign(words, 0);
}

void SharedCopyFilter::add(std::uint64_t mixed_hash) {
  const std::size_t bit = mixed_hash & (seen_.size() * bits_per_word - 1);
  const std::uint64_t mask = std::uint64_t{1} << (bit % bits_per_word);
  const std::size_t word = bit / bits_per_word;
  const std::uint64_t before = std::atomic_ref(seen_[word]).fetch_or(mask, std::memory_order_relaxed);
  if ((before & mask) != 0) std::atomic_ref(seen_again_[word]).fetch_or(mask, std::memory_order_relaxed);
}

bool SharedCopyFilter::may_have_copy(std::uint64_t mixed_hash) const {
  const std::size_t bit = mixed_hash & (seen_.size() * bits_per_word - 1);
  return (seen_again_[bit / bits_per_word] >> (bit % bits_per_word) & 1U) != 0;
}

}  // namespace gaptv
