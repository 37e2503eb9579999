// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/memory_for_fit.h"

#include <cstdint>
#include <limits>

#include "gaptv/base/byte_size.h"
#include "gaptv/loss/one_vs_rest.h"

namespace gaptv {

std::string reason_to_keep_rows(const FitOptions& options) {
  const std::string remedy = " needs them there: allow more, or fit a sample of the rows";
  if (has_loss_of_outcomes(options)) {
    return "the loss " + (options.own_loss ? "of your own" : options.loss) + remedy +
           ", or use a loss of means (`loss=gaussian`)";
  }
  if (options.method != "gaptv") return "the method " + options.method + remedy + ", or use `method=gaptv`";
  if (is_one_vs_rest(options.loss)) return "the loss " + options.loss + remedy;
  if (options.held_out == HeldOutRule::nested) return "`held_out=nested`" + remedy + ", or use `held_out=recipe`";
  return {};
}

MemoryForRows memory_for_fit(const FitOptions& options, std::size_t features, std::optional<std::size_t> bytes) {
  MemoryForRows memory;
  // What a fit remembers of each row: its fold and its hash, and its place along each feature.
  memory.bytes_per_row = sizeof(std::uint64_t) + features * sizeof(std::uint16_t);
  memory.reason_to_stay = reason_to_keep_rows(options);
  if (bytes) {
    memory.bytes = *bytes;
  } else {
    memory.bytes = memory.reason_to_stay.empty() ? usable_memory() / 2 : std::numeric_limits<std::size_t>::max();
  }
  return memory;
}

}  // namespace gaptv
