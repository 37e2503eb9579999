// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/differencing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include "gaptv/areas/area_locator.h"
#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

using Rows = std::vector<std::uint32_t>;
using Kind = SubtractedGroup::Kind;
using Found = std::set<std::tuple<Kind, bool, std::uint32_t, std::size_t>>;

// The rows of an area.
std::set<std::size_t> rows_of(const Rows& areas, std::uint32_t area) {
  std::set<std::size_t> rows;
  for (std::size_t row = 0; row < areas.size(); ++row) {
    if (areas[row] == area) rows.insert(row);
  }
  return rows;
}

std::set<std::uint32_t> people_of(const std::set<std::size_t>& rows, const Rows& who) {
  std::set<std::uint32_t> people;
  for (const std::size_t row : rows) people.insert(who[row]);
  return people;
}

std::set<std::size_t> without(const std::set<std::size_t>& rows, const std::set<std::size_t>& others) {
  std::set<std::size_t> rest;
  std::ranges::set_difference(rows, others, std::inserter(rest, rest.end()));
  return rest;
}

// The first two kinds, straight from their definitions.
Found expected_groups(const Rows& first, const Rows& second, const Rows& who, std::size_t limit) {
  Found found;
  for (const bool is_first : {true, false}) {
    const Rows& areas = is_first ? first : second;
    const Rows& others = is_first ? second : first;
    for (const std::uint32_t area : std::set<std::uint32_t>(areas.begin(), areas.end())) {
      if (area == in_no_area) continue;
      const std::set<std::size_t> rows = rows_of(areas, area);
      std::set<std::size_t> inside;
      std::set<std::size_t> around;
      std::set<std::uint32_t> touching;
      for (const std::size_t row : rows) touching.insert(others[row]);
      for (const std::uint32_t other : touching) {
        if (other == in_no_area) continue;
        const std::set<std::size_t> other_rows = rows_of(others, other);
        if (without(other_rows, rows).empty()) inside.insert(other_rows.begin(), other_rows.end());
        around.insert(other_rows.begin(), other_rows.end());
      }
      const std::size_t rest = people_of(without(rows, inside), who).size();
      if (!inside.empty() && rest > 0 && rest < limit) found.insert({Kind::rest_of_area, is_first, area, rest});
      const std::size_t beside = people_of(without(around, rows), who).size();
      if (touching.size() > 1 && !touching.contains(in_no_area) && beside > 0 && beside < limit) {
        found.insert({Kind::rest_of_around, is_first, area, beside});
      }
    }
  }
  return found;
}

TEST(Differencing, FindsWhatFollowsByDefinition) {
  std::size_t groups = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    Random random(seed);
    const auto below = [&](double end) { return static_cast<std::uint32_t>(std::floor(random.uniform() * end)); };
    const std::size_t rows = 1 + below(40);
    const double kinds = 1 + below(6);
    const bool is_finer = random.uniform() < 0.5;
    Rows first;
    Rows second;
    Rows who;
    for (std::size_t row = 0; row < rows; ++row) {
      first.push_back(random.uniform() < 0.1 ? in_no_area : below(kinds));
      // Either nearly the same areas in finer parts, or any.
      second.push_back(random.uniform() < 0.1 ? in_no_area : is_finer ? 2 * first.back() + below(2) : below(5));
      if (first.back() == in_no_area && is_finer) second.back() = in_no_area;
      who.push_back(random.uniform() < 0.5 ? static_cast<std::uint32_t>(100 + row) : below(10));
    }
    Found found;
    for (const SubtractedGroup& group : find_subtracted_groups(first, second, who, 4)) {
      if (group.kind != Kind::rest_of_part) found.insert({group.kind, group.is_of_first, group.area, group.people});
    }
    ASSERT_EQ(found, expected_groups(first, second, who, 4)) << seed;
    groups += found.size();
  }
  EXPECT_GT(groups, 500U);
}

TEST(Differencing, FindsWhatOnlyOneSetHoldsOfAPart) {
  // Areas 0 and 1 of the first set cross areas 0 and 1 of the second, which miss the last row.
  const Rows first = {0, 0, 1, 1, 2, 2, 0};
  const Rows second = {0, 1, 0, 1, 2, 2, in_no_area};
  const Rows who = {0, 1, 2, 3, 4, 5, 6};
  const std::vector<SubtractedGroup> groups = find_subtracted_groups(first, second, who, 2);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].kind, Kind::rest_of_part);
  EXPECT_TRUE(groups[0].is_of_first);
  EXPECT_EQ(groups[0].people, 1U);
  // If each misses a row of the other, neither follows.
  const Rows both_miss = {0, 1, 0, in_no_area, 2, 2, 1};
  const Rows other = {0, 1, 0, 1, 2, 2, in_no_area};
  for (const SubtractedGroup& group : find_subtracted_groups(both_miss, other, who, 2)) {
    EXPECT_NE(group.kind, Kind::rest_of_part);
  }
}

}  // namespace
}  // namespace gaptv::testing
