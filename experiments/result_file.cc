// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/result_file.h"

#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"

namespace gaptv {
namespace {

std::string line_of(const Fields& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + field;
  return line + "\n";
}

// A line that ends with a delimiter has an empty last field.
Fields fields_of(const std::string& line) {
  Fields fields(1);
  for (const char character : line) {
    if (character == ',') {
      fields.emplace_back();
    } else {
      fields.back() += character;
    }
  }
  return fields;
}

}  // namespace

ResultFile::ResultFile(std::string path, Fields columns, std::size_t unit_columns, const std::string& settings)
    : path_(std::move(path)), columns_(std::move(columns)), unit_columns_(unit_columns) {
  check_settings(settings);
  const std::string partial = path_ + ".partial";
  read(path_);
  read(partial);
  // What was read begins the new partial file: a last line that an interruption cut is left out.
  std::string known = line_of(columns_);
  for (const auto& [unit, rows] : rows_) {
    for (const Fields& row : rows) known += line_of(row);
  }
  write_file(path_ + ".settings", settings + "\n");
  write_file(partial, known);
  partial_.open(partial, std::ios::app | std::ios::binary);
  if (!partial_) throw InvalidInput(partial + ": cannot be written");
}

void ResultFile::check_settings(const std::string& settings) const {
  const std::string file = path_ + ".settings";
  if (!std::filesystem::exists(file)) return;
  const std::string before = read_file(file);
  if (before == settings + "\n") return;
  throw InvalidInput(path_ + ": holds results of other settings (" + before.substr(0, before.find('\n')) +
                     ", now: " + settings + "); write to another folder (-o) or remove the file and " + file);
}

void ResultFile::read(const std::string& path) {
  if (!std::filesystem::exists(path)) return;
  const std::string text = read_file(path);
  std::size_t begin = 0;
  bool is_header = true;
  std::map<Fields, std::vector<Fields>> found;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const Fields fields = fields_of(text.substr(begin, end - begin));
    begin = end + 1;
    if (std::exchange(is_header, false)) {
      if (fields == columns_) continue;
      throw InvalidInput(path + ": is not a file of results of this experiment; write to another folder (-o)");
    }
    if (fields.size() != columns_.size())
      throw InvalidInput(path + ": a row has the wrong number of fields; remove the file");
    found[Fields(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(unit_columns_))].push_back(fields);
  }
  for (auto& [unit, rows] : found) rows_.try_emplace(unit, std::move(rows));
}

bool ResultFile::has(const Fields& unit) const {
  const std::scoped_lock lock(mutex_);
  return rows_.contains(unit);
}

// The rows of a unit go to the disk in one piece: an interruption leaves whole units.
void ResultFile::add(const Fields& unit, const std::vector<Fields>& rows) {
  const std::scoped_lock lock(mutex_);
  std::string text;
  for (const Fields& row : rows) text += line_of(row);
  partial_ << text << std::flush;
  if (!partial_) throw InvalidInput(path_ + ".partial: cannot be written; is the disk full?");
  rows_[unit] = rows;
}

std::vector<Fields> ResultFile::rows_of(const std::vector<Fields>& units) const {
  const std::scoped_lock lock(mutex_);
  std::vector<Fields> all;
  for (const Fields& unit : units) {
    const std::vector<Fields>& rows = rows_.at(unit);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

std::vector<Fields> ResultFile::all_rows(const std::vector<Fields>& units) const {
  std::vector<Fields> all = rows_of(units);
  const std::set<Fields> named(units.begin(), units.end());
  const std::scoped_lock lock(mutex_);
  for (const auto& [unit, rows] : rows_) {
    if (!named.contains(unit)) all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

void ResultFile::finish(const std::vector<Fields>& units) {
  std::string text = line_of(columns_);
  for (const Fields& row : all_rows(units)) text += line_of(row);
  write_file(path_, text);
  partial_.close();
  std::filesystem::remove(path_ + ".partial");
}

}  // namespace gaptv
