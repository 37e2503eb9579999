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

// The results of an experiment: a CSV file that is complete or absent, and beside it, while the experiment runs, one
// that grows (FILE.partial), so that nothing is computed twice after an interruption, or when more trials are asked
// for. Results are the rows of units of work; the first fields of a row name its unit. May be used by several threads
// at the same time.
class ResultFile {
 public:
  // Reads what is there. "settings" is one line that says what results depend on besides the unit; it is kept in
  // FILE.settings, and InvalidInput is thrown if results of other settings are there.
  ResultFile(std::string path, Fields columns, std::size_t unit_columns, const std::string& settings);

  bool has(const Fields& unit) const;
  // Keeps the rows of a unit, on disk at once.
  void add(const Fields& unit, const std::vector<Fields>& rows);
  // All rows of these units, in their order. They must be there.
  std::vector<Fields> rows_of(const std::vector<Fields>& units) const;
  // The rows of these units first, in their order, then those of others that were there.
  std::vector<Fields> all_rows(const std::vector<Fields>& units) const;
  // Writes the complete file: all_rows().
  void finish(const std::vector<Fields>& units);

  const std::string& path() const { return path_; }

 private:
  void check_settings(const std::string& settings) const;
  void read(const std::string& path);

  std::string path_;
  Fields columns_;
  std::size_t unit_columns_;
  mutable std::mutex mutex_;
  std::map<Fields, std::vector<Fields>> rows_;  // by unit
  std::ofstream partial_;
};

}  // namespace gaptv
