// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gaptv {

using Fields = std::vector<std::string>;  // of a row; none holds a delimiter, a quote or a line break

// Orders rows field by field, numbers by their value, so that 50 comes before 100.
struct InNaturalOrder {
  bool operator()(const Fields& left, const Fields& right) const;
};

// Holds the results of an experiment: a CSV file that is complete or absent, and beside it, while the experiment runs,
// one that grows (FILE.partial), so that nothing is computed twice after an interruption, or when more trials are asked
// for. Results are the rows of units of work; the first fields of a row name its unit. Rows are in the natural order of
// their units, whichever was computed first. May be used by several threads at the same time.
class ResultFile {
 public:
  // Reads what is there. "settings" is one line that says what results depend on besides the unit; it is kept in
  // FILE.settings, and InvalidInput is thrown if results of other settings are there.
  ResultFile(std::string path, Fields columns, std::size_t unit_columns, const std::string& settings);

  bool has(const Fields& unit) const;
  // Keeps the rows of a unit, on disk at once.
  void add(const Fields& unit, const std::vector<Fields>& rows);
  std::vector<Fields> rows() const;
  // Writes the complete file.
  void finish();

 private:
  void check_settings(const std::string& settings) const;
  void read(const std::string& path, bool is_partial);

  std::string path_;
  Fields columns_;
  std::size_t unit_columns_;
  mutable std::mutex mutex_;
  std::map<Fields, std::vector<Fields>, InNaturalOrder> rows_;  // by unit
  std::ofstream partial_;
};

}  // namespace gaptv
