// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/total_row.h"

#include <algorithm>
#include <array>

#include "gaptv/data/text_parts.h"

namespace gaptv::csv {

bool is_total_word(std::string_view text) {
  constexpr std::array<std::string_view, 14> words = {"total", "totals",      "grand total", "sum",          "sums",
                                                      "summe", "gesamtsumme", "gesamt",      "insgesamt",    "somme",
                                                      "suma",  "totale",      "totaal",      "overall total"};
  trim_blanks(text);
  if (text.ends_with(':')) text.remove_suffix(1);
  trim_blanks(text);
  return std::ranges::any_of(words, [text](std::string_view word) { return equals_ignoring_case(text, word); });
}

}  // namespace gaptv::csv
