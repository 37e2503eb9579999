// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/data/dataset.h"

namespace gaptv::testing {

inline Dataset rows_of_a_step(std::size_t count, std::size_t features = 2) {
  Random random(17);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  for (std::size_t row = 0; row < count; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
    data.outcome.push_back((data.features[0].back() > 0.5 ? 4.0 : 0.0) + random.normal());
  }
  return data;
}

inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// What the page holds for its script.
inline nlohmann::json data_of(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

}  // namespace gaptv::testing
