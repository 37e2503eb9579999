// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/differencing.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "gaptv/areas/area_locator.h"

namespace gaptv {
namespace {

// What two areas have in common, as a range of the sorted rows.
struct Piece {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::size_t begin = 0;
  std::size_t end = 0;

  std::uint32_t area(bool is_of_first) const { return is_of_first ? first : second; }
};

class Subtraction {
 public:
  Subtraction(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second,
              std::span<const std::uint32_t> who, std::size_t limit)
      : who_(who), limit_(limit), rows_(first.size()) {
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::ranges::sort(rows_, [&](std::size_t a, std::size_t b) {
      return std::tie(first[a], second[a], a) < std::tie(first[b], second[b], b);
    });
    for (std::size_t begin = 0; begin < rows_.size();) {
      Piece piece = {first[rows_[begin]], second[rows_[begin]], begin, begin};
      while (piece.end < rows_.size() && first[rows_[piece.end]] == piece.first &&
             second[rows_[piece.end]] == piece.second) {
        ++piece.end;
      }
      begin = piece.end;
      pieces_.push_back(piece);
    }
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      for (const bool is_first : {true, false}) {
        const std::uint32_t area = pieces_[piece].area(is_first);
        if (area != in_no_area) of_area_[is_first ? 0 : 1][area].push_back(piece);
      }
    }
  }

  std::vector<SubtractedGroup> find() {
    for (const bool is_first : {true, false}) {
      for (const auto& [area, pieces] : of_area_[is_first ? 0 : 1]) {
        find_rest_of_area(is_first, area, pieces);
        find_rest_of_around(is_first, area, pieces);
      }
    }
    find_rests_of_parts();
    return std::move(groups_);
  }

 private:
  using Kind = SubtractedGroup::Kind;

  const std::vector<std::size_t>& pieces_of(bool is_first, std::uint32_t area) const {
    return of_area_[is_first ? 0 : 1].at(area);
  }

  // Adds people until there are as many as the limit.
  void add_people(std::size_t piece, std::unordered_set<std::uint32_t>& people) const {
    for (std::size_t i = pieces_[piece].begin; i < pieces_[piece].end && people.size() < limit_; ++i) {
      people.insert(who_[rows_[i]]);
    }
  }

  void keep_if_small(Kind kind, bool is_first, std::uint32_t area, const std::unordered_set<std::uint32_t>& people) {
    if (!people.empty() && people.size() < limit_) groups_.push_back({kind, is_first, area, people.size()});
  }

  void find_rest_of_area(bool is_first, std::uint32_t area, const std::vector<std::size_t>& pieces) {
    std::unordered_set<std::uint32_t> people;
    bool has_inside = false;
    for (const std::size_t piece : pieces) {
      const std::uint32_t other = pieces_[piece].area(!is_first);
      // An area with one piece is all in it.
      const bool is_inside = other != in_no_area && pieces_of(!is_first, other).size() == 1;
      has_inside = has_inside || is_inside;
      if (!is_inside) add_people(piece, people);
    }
    if (has_inside) keep_if_small(Kind::rest_of_area, is_first, area, people);
  }

  void find_rest_of_around(bool is_first, std::uint32_t area, const std::vector<std::size_t>& pieces) {
    std::unordered_set<std::uint32_t> people;
    for (const std::size_t piece : pieces) {
      const std::uint32_t other = pieces_[piece].area(!is_first);
      if (other == in_no_area) return;  // the others do not hold all of it
      for (const std::size_t beside : pieces_of(!is_first, other)) {
        if (people.size() >= limit_) return;
        if (pieces_[beside].area(is_first) != area) add_people(beside, people);
      }
    }
    // Around one area only it is the rest of that area, which is found there.
    if (pieces.size() > 1) keep_if_small(Kind::rest_of_around, is_first, area, people);
  }

  // Areas that have rows in common, and those that have rows in common with these, are a part of the map.
  void find_rests_of_parts() {
    std::vector<std::size_t> part(pieces_.size());
    std::iota(part.begin(), part.end(), std::size_t{0});
    const auto find = [&](std::size_t piece) {
      while (part[piece] != piece) piece = part[piece] = part[part[piece]];
      return piece;
    };
    for (const auto& areas : of_area_) {
      for (const auto& entry : areas) {
        for (const std::size_t piece : entry.second) part[find(piece)] = find(entry.second.front());
      }
    }
    struct Rest {
      std::unordered_set<std::uint32_t> people[2];
      std::uint32_t area[2] = {in_no_area, in_no_area};
      bool has_common = false;
    };
    std::map<std::size_t, Rest> rests;
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      Rest& rest = rests[find(piece)];
      const Piece& of = pieces_[piece];
      if (of.first != in_no_area && of.second != in_no_area) {
        rest.has_common = true;
        continue;
      }
      const std::size_t set = of.first != in_no_area ? 0 : 1;
      rest.area[set] = of.area(set == 0);
      add_people(piece, rest.people[set]);
    }
    for (const auto& entry : rests) {
      const Rest& rest = entry.second;
      if (!rest.has_common || rest.people[0].empty() == rest.people[1].empty()) continue;
      const std::size_t set = rest.people[0].empty() ? 1 : 0;
      keep_if_small(Kind::rest_of_part, set == 0, rest.area[set], rest.people[set]);
    }
  }

  std::span<const std::uint32_t> who_;
  std::size_t limit_;
  std::vector<std::size_t> rows_;
  std::vector<Piece> pieces_;
  std::map<std::uint32_t, std::vector<std::size_t>> of_area_[2];
  std::vector<SubtractedGroup> groups_;
};

}  // namespace

std::vector<SubtractedGroup> find_subtracted_groups(std::span<const std::uint32_t> first,
                                                    std::span<const std::uint32_t> second,
                                                    std::span<const std::uint32_t> who, std::size_t limit) {
  return Subtraction(first, second, who, limit).find();
}

std::string people_text(std::size_t people) {
  return std::to_string(people) + (people == 1 ? " person" : " people");
}

std::string describe(const SubtractedGroup& group, const std::string& whose) {
  std::string text = group.kind == SubtractedGroup::Kind::rest_of_part ? "and its neighbours have " : "leaves ";
  text += people_text(group.people);
  switch (group.kind) {
    case SubtractedGroup::Kind::rest_of_area:
      text += " if the areas" + whose + " in it are subtracted";
      break;
    case SubtractedGroup::Kind::rest_of_around:
      text += " if it is subtracted from the areas" + whose + " around it";
      break;
    case SubtractedGroup::Kind::rest_of_part:
      text += " that the other areas have not";
      break;
  }
  return text;
}

}  // namespace gaptv
