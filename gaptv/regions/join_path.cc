// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/join_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "gaptv/base/numeric.h"

namespace gaptv {
namespace {

// Regions while they are joined.
class Regions {
 public:
  Regions(const JoinedCells& cells, const ConnectedCells& start, const std::function<double(double)>& variance,
          const std::optional<FewestRows>& few)
      : variance_(variance), few_(few), remaining_(start.count), region_(start.count), into_(start.count) {
    std::iota(into_.begin(), into_.end(), 0);
    for (std::size_t cell = 0; cell < cells.values.size(); ++cell) {
      Region& region = region_[start.label[cell]];
      region.weight += cells.weight[cell];
      region.mean = cells.values[cell];
      if (few_) region.rows += few_->rows[cell];
    }
    add_neighbours(cells.shape, start, cells.left_out);
  }

  // Joins all, step by step. Returns how many regions were left when none had too few rows any more.
  std::size_t join_all(std::vector<Join>& joins) {
    std::size_t most_regions = remaining_;
    offer_all();
    while (!offers_.empty()) {
      const Offer best = offers_.top();
      if (!is_current(best.one, best.version_of_one) || !is_current(best.other, best.version_of_other)) {
        offers_.pop();
        continue;
      }
      if (few_ && !is_looking_at_rows_ && remaining_ <= few_->regions) {
        is_looking_at_rows_ = true;
        offers_ = {};
        offer_all();
        most_regions = remaining_;
        continue;
      }
      offers_.pop();
      joins.push_back(join(best.one, best.other, best.cost));
      if (best.is_forced) most_regions = remaining_;
    }
    return most_regions;
  }

 private:
  struct Region {
    double weight = 0;
    double mean = 0;
    double rows = 0;
    std::uint32_t version = 0;              // grows with every join
    std::vector<std::uint32_t> neighbours;  // some may have been joined to others since
  };
  struct Offer {
    bool is_forced;  // one of the two has too few rows
    double cost;
    // These decide which is next: the cost and, among those that cost nothing, the distance of the values, without
    // their last digits. An empty cell is often half-way between its neighbours, and sums of the same rows in another
    // order (another engine, other batches) must not choose between them.
    double rounded_cost;
    double rounded_distance;
    std::uint32_t one;
    std::uint32_t other;
    std::uint32_t version_of_one;
    std::uint32_t version_of_other;

    bool operator<(const Offer& later) const {  // the queue has the largest one on top
      if (is_forced != later.is_forced) return later.is_forced;
      return std::tie(later.rounded_cost, later.rounded_distance, later.one, later.other) <
             std::tie(rounded_cost, rounded_distance, one, other);
    }
  };

  void add_neighbours(const Shape& shape, const ConnectedCells& start, const std::vector<bool>& left_out) {
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t stride = shape.stride(axis);
      for (std::size_t cell = 0; cell < start.label.size(); ++cell) {
        if (shape.bin_of(cell, axis) + 1 == shape.bins[axis]) continue;
        if (!left_out.empty() && (left_out[cell] || left_out[cell + stride])) continue;
        const auto one = static_cast<std::uint32_t>(start.label[cell]);
        const auto other = static_cast<std::uint32_t>(start.label[cell + stride]);
        if (one == other) continue;
        region_[one].neighbours.push_back(other);
        region_[other].neighbours.push_back(one);
      }
    }
    for (Region& region : region_) keep_each_once(region.neighbours);
  }

  static void keep_each_once(std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  static void add(Region& target, const Region& other) {
    const double weight = target.weight + other.weight;
    if (weight > 0) target.mean += (other.mean - target.mean) * (other.weight / weight);
    target.weight = weight;
    target.rows += other.rows;
  }

  std::uint32_t root(std::uint32_t region) {
    while (into_[region] != region) region = into_[region] = into_[into_[region]];
    return region;
  }

  bool is_current(std::uint32_t region, std::uint32_t version) const {
    return into_[region] == region && region_[region].version == version;
  }

  bool has_too_few_rows(const Region& region) const { return is_looking_at_rows_ && region.rows < few_->fewest; }

  void offer_all() {
    for (std::uint32_t region = 0; region < region_.size(); ++region) {
      if (into_[region] != region) continue;
      for (std::uint32_t& neighbour : region_[region].neighbours) neighbour = root(neighbour);
      keep_each_once(region_[region].neighbours);
      std::erase(region_[region].neighbours, region);
      for (const std::uint32_t other : region_[region].neighbours) {
        if (region < other) offer(region, other);
      }
    }
  }

  void offer(std::uint32_t one, std::uint32_t other) {
    const Region& a = region_[one];
    const Region& b = region_[other];
    const double distance = std::abs(a.mean - b.mean);
    double cost = 0;
    if (a.weight > 0 && b.weight > 0 && distance > 0) {
      const double share = b.weight / (a.weight + b.weight);
      cost = a.weight * share * distance * distance / variance_(a.mean + share * (b.mean - a.mean));
    }
    offers_.push({has_too_few_rows(a) || has_too_few_rows(b), cost, round_to_32_bits(cost), round_to_32_bits(distance),
                  one, other, a.version, b.version});
  }

  Join join(std::uint32_t one, std::uint32_t other, double cost) {
    // The one with more neighbours stays, so that the shorter list is the one that is copied.
    if (region_[one].neighbours.size() < region_[other].neighbours.size()) std::swap(one, other);
    Region& kept = region_[one];
    Region& gone = region_[other];
    add(kept, gone);
    ++kept.version;
    into_[other] = one;
    --remaining_;
    kept.neighbours.insert(kept.neighbours.end(), gone.neighbours.begin(), gone.neighbours.end());
    gone.neighbours = {};
    for (std::uint32_t& neighbour : kept.neighbours) neighbour = root(neighbour);
    keep_each_once(kept.neighbours);
    std::erase(kept.neighbours, one);
    for (const std::uint32_t neighbour : kept.neighbours) {
      region_[neighbour].neighbours.push_back(one);
      offer(one, neighbour);
    }
    return {one, other, cost};
  }

  const std::function<double(double)>& variance_;
  const std::optional<FewestRows>& few_;
  bool is_looking_at_rows_ = false;
  std::size_t remaining_;
  std::vector<Region> region_;
  std::vector<std::uint32_t> into_;  // by region, the one that it was joined to; itself if none
  std::priority_queue<Offer> offers_;
};

}  // namespace

std::size_t JoinPath::count_at_price(double price) const {
  std::size_t done = start_.count - most_regions_;
  while (done < joins_.size() && joins_[done].cost < price) ++done;
  return start_.count - done;
}

ConnectedCells JoinPath::cut(std::size_t regions) const {
  const std::size_t wanted = std::clamp<std::size_t>(regions, fewest_regions(), most_regions());
  std::vector<std::size_t> into(start_.count);
  std::iota(into.begin(), into.end(), 0);
  // A region that is gone is never kept later, so that going backwards every chain has one link.
  for (std::size_t i = start_.count - wanted; i-- > 0;) into[joins_[i].gone] = into[joins_[i].kept];
  ConnectedCells result{0, std::vector<std::size_t>(start_.label.size())};
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> number(start_.count, none);
  for (std::size_t cell = 0; cell < result.label.size(); ++cell) {
    std::size_t& of_region = number[into[start_.label[cell]]];
    if (of_region == none) of_region = result.count++;
    result.label[cell] = of_region;
  }
  return result;
}

JoinPath join_cells(const JoinedCells& cells, const std::function<double(double)>& variance,
                    const std::optional<FewestRows>& few) {
  ConnectedCells start = connect_equal_cells(cells.shape, {cells.values.begin(), cells.values.end()}, cells.left_out);
  std::vector<Join> joins;
  joins.reserve(start.count - 1);
  const std::size_t most_regions = Regions(cells, start, variance, few).join_all(joins);
  return {std::move(start), std::move(joins), most_regions};
}

}  // namespace gaptv
