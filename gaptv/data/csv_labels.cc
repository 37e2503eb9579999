// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv_labels.h"

#include <algorithm>
#include <numeric>

#include "gaptv/data/csv_field.h"
#include "gaptv/data/csv_number.h"

namespace gaptv::csv {

std::optional<std::size_t> LabelSet::find(std::string_view label) const {
  if (last_ < labels_.size() && labels_[last_] == label) return last_;
  const auto found = std::ranges::find(labels_, label);
  if (found == labels_.end()) return std::nullopt;
  last_ = static_cast<std::size_t>(found - labels_.begin());
  return last_;
}

std::size_t LabelSet::add(std::string_view label) {
  if (const std::optional<std::size_t> number = find(label)) return *number;
  labels_.emplace_back(label);
  return labels_.size() - 1;
}

std::vector<double> sort_labels(std::vector<std::string>& labels) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return labels[i]; });
  std::vector<std::string> sorted;
  std::vector<double> rank(labels.size());
  for (const std::size_t i : order) {
    rank[i] = static_cast<double>(sorted.size());
    sorted.push_back(std::move(labels[i]));
  }
  labels = std::move(sorted);
  return rank;
}

bool holds_labels(std::string_view rows, std::size_t field, char delimiter) {
  const char* p = rows.data();
  const char* const end = p + rows.size();
  for (std::size_t current = 0; p < end;) {
    while (p < end && is_blank(*p, delimiter)) ++p;
    std::string_view text;
    if (p < end && *p == '"') {
      const QuotedField quoted = scan_quoted(p, end, delimiter);
      if (quoted.problem != QuotedField::Problem::none) return false;  // the parser will say what is wrong
      text = quoted.content;
      p = quoted.end;
    } else {
      const char* const start = p;
      while (p < end && *p != delimiter && *p != '\n') ++p;
      text = {start, static_cast<std::size_t>(p - start)};
      if (text.ends_with('\r')) text.remove_suffix(1);
    }
    if (current == field) {
      const Number::Kind kind = read_number(trim(text, delimiter)).kind;
      if (kind != Number::Kind::missing) return kind == Number::Kind::text;
    }
    while (p < end && *p != delimiter && *p != '\n') ++p;  // a carriage return
    current = p < end && *p == delimiter ? current + 1 : 0;
    ++p;
  }
  return false;
}

}  // namespace gaptv::csv
