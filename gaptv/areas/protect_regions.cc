// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/protect_regions.h"

#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

constexpr auto nobody = std::numeric_limits<std::size_t>::max();

class Joining {
 public:
  Joining(std::vector<RegionRows> regions, const std::vector<std::pair<std::size_t, std::size_t>>& neighbours,
          const CellLoss& loss, const std::function<bool(const RegionRows&)>& is_safe)
      : regions_(std::move(regions)), neighbours_(regions_.size()), loss_(loss), is_safe_(is_safe) {
    for (const auto& [one, other] : neighbours) {
      if (one == other) continue;
      neighbours_[one].insert(other);
      neighbours_[other].insert(one);
    }
    for (std::size_t region = 0; region < regions_.size(); ++region) {
      parent_.push_back(region);
      wish_.emplace_back();
    }
    for (std::size_t region = 0; region < regions_.size(); ++region) renew_wish(region);
  }

  ProtectedRegions finish() {
    std::size_t joins = 0;
    for (; !waiting_.empty(); ++joins) {
      const std::size_t region = waiting_.begin()->second;
      join(region, wish_[region]->second);
    }
    ProtectedRegions result;
    result.joins = joins;
    std::vector<std::size_t> number(regions_.size(), nobody);
    for (std::size_t region = 0; region < regions_.size(); ++region) {
      const std::size_t root = find(region);
      if (number[root] == nobody) {
        number[root] = result.regions.size();
        result.regions.push_back(std::move(regions_[root]));
      }
      result.region_of.push_back(number[root]);
    }
    return result;
  }

 private:
  std::size_t find(std::size_t region) {
    while (parent_[region] != region) region = parent_[region] = parent_[parent_[region]];
    return region;
  }

  double cost(const RegionRows& one, const RegionRows& other) const {
    const double weight = one.outcomes.weight;
    const double other_weight = other.outcomes.weight;
    if (!(weight > 0 && other_weight > 0)) return 0;
    const double share = other_weight / (weight + other_weight);
    const double difference = other.outcomes.mean - one.outcomes.mean;
    const double variance = loss_.variance(one.outcomes.mean + difference * share);
    const double explained = weight * share * difference * difference;
    return explained > 0 ? explained / variance : 0;
  }

  // Finds again whom an unsafe region joins.
  void renew_wish(std::size_t region) {
    if (wish_[region]) waiting_.erase({wish_[region]->first, region});
    wish_[region].reset();
    if (is_safe_(regions_[region])) return;
    for (const std::size_t neighbour : neighbours_[region]) {
      const double price = cost(regions_[region], regions_[neighbour]);
      if (!wish_[region] || price < wish_[region]->first) wish_[region] = {price, neighbour};
    }
    if (!wish_[region]) {
      throw InvalidInput(
          "all rows together, or all of a part of the map that is not connected with the rest, break the rules; "
          "they cannot be published by these rules");
    }
    waiting_.insert({wish_[region]->first, region});
  }

  void join(std::size_t region, std::size_t into) {
    if (wish_[region]) waiting_.erase({wish_[region]->first, region});
    wish_[region].reset();
    parent_[region] = into;
    regions_[into].outcomes.add(regions_[region].outcomes);
    regions_[into].rows += regions_[region].rows;
    if (regions_[region].place) regions_[into].add_place(*regions_[region].place);
    regions_[into].has_several_places |= regions_[region].has_several_places;
    regions_[into].contributors.add_all(std::move(regions_[region].contributors));
    for (const std::size_t neighbour : neighbours_[region]) {
      neighbours_[neighbour].erase(region);
      if (neighbour == into) continue;
      neighbours_[neighbour].insert(into);
      neighbours_[into].insert(neighbour);
    }
    neighbours_[region].clear();
    renew_wish(into);
    for (const std::size_t neighbour : neighbours_[into]) {
      if (wish_[neighbour]) renew_wish(neighbour);
    }
  }

  std::vector<RegionRows> regions_;
  std::vector<std::set<std::size_t>> neighbours_;
  const CellLoss& loss_;
  const std::function<bool(const RegionRows&)>& is_safe_;
  std::vector<std::size_t> parent_;
  std::vector<std::optional<std::pair<double, std::size_t>>> wish_;  // of unsafe regions: the price, and whom
  std::set<std::pair<double, std::size_t>> waiting_;                 // the cheapest first
};

}  // namespace

ProtectedRegions protect_regions(std::vector<RegionRows> regions,
                                 const std::vector<std::pair<std::size_t, std::size_t>>& neighbours,
                                 const CellLoss& loss, const std::function<bool(const RegionRows&)>& is_safe) {
  return Joining(std::move(regions), neighbours, loss, is_safe).finish();
}

}  // namespace gaptv
