// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/data/csv/rows.h"

namespace gaptv::csv {

// Says how the numbers of a column are written.
struct NumberStyle {
  char decimal = '.';             // what stands before decimals
  bool reads_plain_alike = true;  // plain numbers of the column mean what they say
  std::string note = {};          // what was assumed; empty if all numbers are plain
};

// Looks at all numbers of a file and finds out how each used column writes them, from what makes sense: 3,5 with a
// decimal comma only, 1,234.5 with a point only, 1,234 with either. A column that no value of its own tells follows the
// others where that is certain: to decimal commas, or to points in a file whose delimiter is the comma.
class NumberStyleScan {
 public:
  // "decimal" is the user's, 0 for none. The layout must live as long.
  NumberStyleScan(const Layout& layout, char decimal);

  // Looks at the next rows; the first of them stands at "start". Returns false when the rest need not be looked at,
  // because a row cannot be read, of which the parser will say more.
  bool look_at(std::string_view rows, Place& start);

  // Returns one style for each used column. Throws RowError, with a place in the file, when a column contradicts
  // itself, the user or, if nothing tells what it means, could be meant in two ways.
  std::vector<NumberStyle> decide() const;

 private:
  struct Sight {
    std::string text = {};
    Place place = {};
    bool is_seen() const { return !text.empty(); }
  };
  // Holds the first number of each kind.
  struct Evidence {
    Sight point_only;
    Sight comma_only;
    Sight either_with_comma;  // 1,234
    Sight either_with_point;  // 1.234
    Sight thousands;          // with separators that are no matter of points and commas
    Sight percent;
    Sight other_percent;
    Sight no_percent;
    Sight currency;
    Sight other_currency;
    Sight disguised;  // no plain number
    std::string percent_sign;
    std::string currency_sign;
  };

  // Says whether a number tells nothing that is not known of its column, as almost all do.
  static bool is_known(const Evidence& evidence, std::string_view text);
  void add(Evidence& evidence, const Sight& sight) const;
  char decide_decimal(std::size_t column) const;
  void check_signs(std::size_t column) const;
  std::string describe(std::size_t column, char decimal) const;
  [[noreturn]] void refuse(std::size_t column, const Sight& sight, const std::string& problem) const;

  const Layout& layout_;
  char decimal_;
  std::vector<Evidence> evidence_;  // one for each used column
};

}  // namespace gaptv::csv
