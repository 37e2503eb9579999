// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gaptv {

// A group of people that follows from two sets of areas of the same rows by adding and subtracting published numbers.
struct SubtractedGroup {
  enum class Kind {
    rest_of_area,    // what is left of an area without the areas of the other set that lie in it
    rest_of_around,  // what is left of all areas that touch one of the other set, without that one
    rest_of_part     // what only one of the sets holds of a part of the map where both are otherwise the same
  };
  Kind kind = Kind::rest_of_area;
  bool is_of_first = true;  // of which set "area" is
  std::uint32_t area = 0;   // for rest_of_part: any area of that part
  std::size_t people = 0;
};

// Writes a number of people, as "1 person".
std::string people_text(std::size_t people);

// Says how a group follows; "whose" says of which file the subtracted areas are.
std::string describe(const SubtractedGroup& group, const std::string& whose);

// Finds the groups of fewer than "limit" people, and no empty ones. "first" and "second" say for every row in which
// area it is, in_no_area if it is in none; "who" says whom it is about. Other sums of areas are not searched: their
// number has no bound. O(rows log rows + pieces * limit), where a piece is what an area of one set has in common with
// one of the other.
std::vector<SubtractedGroup> find_subtracted_groups(std::span<const std::uint32_t> first,
                                                    std::span<const std::uint32_t> second,
                                                    std::span<const std::uint32_t> who, std::size_t limit);

}  // namespace gaptv
