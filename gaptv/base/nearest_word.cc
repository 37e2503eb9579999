// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/nearest_word.h"

#include <algorithm>
#include <cstddef>

namespace gaptv {
namespace {

// Changed, missing and added letters, and neighbours that were swapped.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      distance[i][j] = std::max(i, j);
      if (i == 0 || j == 0) continue;
      const std::size_t change = distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      distance[i][j] = std::min({change, distance[i - 1][j] + 1, distance[i][j - 1] + 1});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
    }
  }
  return distance[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(const std::string& written, const std::vector<std::string>& words) {
  constexpr std::size_t longest_compared = 100;
  if (written.size() > longest_compared) return {};
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, written.size() / 3) + 1;
  for (const std::string& word : words) {
    const std::size_t distance = edit_distance(written, word);
    if (distance >= least) continue;
    least = distance;
    nearest = word;
  }
  return nearest;
}

}  // namespace gaptv
