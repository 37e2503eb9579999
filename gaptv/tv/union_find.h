// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv::tv {

// Finds the root of i in a forest of sets, parent[root] == root. Shortens the way up for the next time.
template <typename Index>
Index find_root(Index* parent, Index i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

}  // namespace gaptv::tv
