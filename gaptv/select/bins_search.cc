// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/bins_search.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gaptv {
namespace {

constexpr double growth = 1.4;
constexpr std::size_t patience = 3;  // so many larger numbers in a row may be worse before the search goes back

// Errors by position among the candidates.
class BinsSearch {
 public:
  BinsSearch(const std::vector<std::size_t>& candidates, const std::function<double(std::size_t)>& error_of)
      : candidates_(candidates), error_of_(error_of) {}

  void grow(double enough) {
    std::size_t worse = 0;
    for (std::size_t position = 0; position < candidates_.size() && worse < patience;) {
      const bool is_better = try_at(position);
      const bool may_stop = static_cast<double>(candidates_[position]) > enough;
      worse = is_better || !may_stop ? 0 : worse + 1;
      const double next = std::ceil(growth * static_cast<double>(candidates_[position]));
      const auto found = std::lower_bound(candidates_.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                                          candidates_.end(), static_cast<std::size_t>(next));
      const auto last = candidates_.size() - 1;
      const auto step = static_cast<std::size_t>(found - candidates_.begin());
      position = position == last ? candidates_.size() : std::min(step, last);
    }
  }

  // Until the neighbours of the best have been tried, or are so near that it does not matter.
  void halve() {
    for (bool is_new = true; is_new;) {
      const auto centre = errors_.find(best_);
      const std::size_t above = std::next(centre) == errors_.end() ? best_ : std::next(centre)->first;
      const std::size_t below = centre == errors_.begin() ? best_ : std::prev(centre)->first;
      const bool is_wide_above = is_wide(best_, above);
      const bool is_wide_below = is_wide(below, best_);
      const std::size_t from = best_;
      if (is_wide_below) try_at((below + from) / 2);
      if (is_wide_above) try_at((from + above) / 2);
      is_new = is_wide_above || is_wide_below;
    }
  }

  const std::vector<std::size_t>& tried() const { return tried_; }

 private:
  // Between which a number of bins differs by more than a twentieth from both.
  bool is_wide(std::size_t low, std::size_t high) const {
    return high > low + 1 && static_cast<double>(candidates_[high]) > 1.1 * static_cast<double>(candidates_[low]);
  }

  // Whether it is the best so far.
  bool try_at(std::size_t position) {
    const double error = error_of_(candidates_[position]);
    const bool is_better = errors_.empty() || error < errors_[best_];
    errors_[position] = error;
    tried_.push_back(candidates_[position]);
    if (is_better) best_ = position;
    return is_better;
  }

  const std::vector<std::size_t>& candidates_;
  const std::function<double(std::size_t)>& error_of_;
  std::map<std::size_t, double> errors_;
  std::vector<std::size_t> tried_;
  std::size_t best_ = 0;
};

}  // namespace

std::vector<std::size_t> search_bins(const std::vector<std::size_t>& candidates, double enough,
                                     const std::function<double(std::size_t)>& error_of) {
  if (candidates.empty()) return {};
  BinsSearch search(candidates, error_of);
  search.grow(enough);
  search.halve();
  return search.tried();
}

}  // namespace gaptv
