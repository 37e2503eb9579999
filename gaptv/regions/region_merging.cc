// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_merging.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "gaptv/grid/connected_cells.h"

namespace gaptv {
namespace {

// Regions while they are joined.
class Regions {
 public:
  Regions(const Shape& shape, std::span<const double> values, std::span<const double> weight,
          const std::function<double(double)>& variance)
      : variance_(variance), cells_(connect_equal_cells(shape, {values.begin(), values.end()})) {
    region_.resize(cells_.count);
    into_.resize(cells_.count);
    std::iota(into_.begin(), into_.end(), 0);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
      Region& region = region_[cells_.label[cell]];
      region.weight += weight[cell];
      region.mean = values[cell];
    }
    add_neighbours(shape);
    remaining_ = cells_.count;
  }

  void join_below(double price) {
    for (std::uint32_t region = 0; region < region_.size(); ++region) {
      for (const std::uint32_t other : region_[region].neighbours) {
        if (region < other) offer(region, other);
      }
    }
    while (!offers_.empty() && offers_.top().cost < price) {
      const Offer best = offers_.top();
      offers_.pop();
      if (is_current(best.one, best.version_of_one) && is_current(best.other, best.version_of_other)) {
        join(best.one, best.other);
      }
    }
  }

  // All of them, if together they explain less than so much per border.
  void join_all_below(double price) {
    if (remaining_ < 2) return;
    Region all;
    for (std::uint32_t region = 0; region < region_.size(); ++region) {
      if (into_[region] == region) add(all, region_[region]);
    }
    double explained = 0;
    for (std::uint32_t region = 0; region < region_.size(); ++region) {
      if (into_[region] != region || region_[region].weight <= 0) continue;
      const double distance = region_[region].mean - all.mean;
      explained += region_[region].weight * distance * distance / variance_(all.mean);
    }
    if (explained < price * static_cast<double>(remaining_ - 1)) one_mean_ = all.mean;
  }

  std::vector<double> values() {
    std::vector<double> result;
    result.reserve(cells_.label.size());
    for (const std::size_t label : cells_.label) {
      result.push_back(one_mean_ ? *one_mean_ : region_[root(static_cast<std::uint32_t>(label))].mean);
    }
    return result;
  }

 private:
  struct Region {
    double weight = 0;
    double mean = 0;
    std::uint32_t version = 0;              // grows with every join
    std::vector<std::uint32_t> neighbours;  // some may have been joined to others since
  };
  struct Offer {
    double cost;
    double distance;  // of the values: decides among those that cost nothing
    std::uint32_t one;
    std::uint32_t other;
    std::uint32_t version_of_one;
    std::uint32_t version_of_other;

    bool operator<(const Offer& later) const {  // the queue has the largest one on top
      return std::tie(later.cost, later.distance, later.one, later.other) < std::tie(cost, distance, one, other);
    }
  };

  void add_neighbours(const Shape& shape) {
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t stride = shape.stride(axis);
      for (std::size_t cell = 0; cell < cells_.label.size(); ++cell) {
        if (shape.bin_of(cell, axis) + 1 == shape.bins[axis]) continue;
        const auto one = static_cast<std::uint32_t>(cells_.label[cell]);
        const auto other = static_cast<std::uint32_t>(cells_.label[cell + stride]);
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
  }

  std::uint32_t root(std::uint32_t region) {
    while (into_[region] != region) region = into_[region] = into_[into_[region]];
    return region;
  }

  bool is_current(std::uint32_t region, std::uint32_t version) const {
    return into_[region] == region && region_[region].version == version;
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
    offers_.push({cost, distance, one, other, a.version, b.version});
  }

  void join(std::uint32_t one, std::uint32_t other) {
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
  }

  const std::function<double(double)>& variance_;
  ConnectedCells cells_;
  std::vector<Region> region_;
  std::vector<std::uint32_t> into_;  // by region, the one that it was joined to; itself if none
  std::priority_queue<Offer> offers_;
  std::size_t remaining_ = 0;
  std::optional<double> one_mean_;  // of all, if they have become one
};

}  // namespace

std::vector<double> merge_regions(const Shape& shape, std::span<const double> values, std::span<const double> weight,
                                  const std::function<double(double)>& variance, const RegionPrices& prices) {
  Regions regions(shape, values, weight, variance);
  regions.join_below(prices.border);
  regions.join_all_below(prices.first);
  return regions.values();
}

}  // namespace gaptv
